"""`mokuji worker`: indexes what the web processes of a team server receive."""

from __future__ import annotations

import signal
import socket
import threading

import click
from django.conf import settings

from webapp.bridge.engines import close_engines, open_engines_here
from webapp.bridge.worker import Workers
from webapp.cli.database import prepare_database

SIGN_OF_LIFE_SECONDS = 10
"""How often a file in the data folder is touched, which a health check may look at."""


@click.command()
def worker() -> None:
    """Index documents beside `mokuji serve`, for a library on servers. Start as many as there is work for."""
    if not settings.SHARED:
        raise click.ClickException(
            "`mokuji serve` indexes by itself here. Workers of their own need MOKUJI_REDIS_URL, "
            "MOKUJI_DATABASE_URL, MOKUJI_MEILISEARCH_URL and MOKUJI_QDRANT_URL."
        )
    prepare_database()
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    open_engines_here()
    workers = Workers()
    workers.start()
    click.echo(f"Mokuji indexes, {settings.MOKUJI['index_workers']} documents at a time.")
    try:
        alive = settings.RUN_FOLDER / f"worker-{socket.gethostname()}"
        alive.parent.mkdir(parents=True, exist_ok=True)
        alive.touch()
        while not ended.wait(SIGN_OF_LIFE_SECONDS):
            alive.touch()
        alive.unlink(missing_ok=True)
    finally:
        workers.stop()
        close_engines()
