"""Bringing the database up to date before a command uses it."""

from __future__ import annotations

import click
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from webapp.bridge.locks import MIGRATING, make_lock


def prepare_database() -> None:
    """Create or migrate the database. Raises ClickException with the mend when that cannot be done."""
    try:
        with make_lock(MIGRATING):  # processes that start together do not migrate together
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        mend = (
            "Check the folder's permissions and free space, or choose another with --data."
            if connection.vendor == "sqlite"
            else "Check that PostgreSQL runs, and MOKUJI_DATABASE_URL."
        )
        raise click.ClickException(
            f"The database {connection.settings_dict['NAME']} cannot be used: {str(error).strip()}. {mend}"
        ) from error
