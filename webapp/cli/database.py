"""Bringing the database up to date before a command uses it."""

from __future__ import annotations

import click
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def prepare_database() -> None:
    """Create or migrate the database. Raises ClickException with the mend when that cannot be done."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise click.ClickException(
            f"The database {connection.settings_dict['NAME']} cannot be used: {error}. "
            "Check the folder's permissions and free space, or choose another with --data."
        ) from error
