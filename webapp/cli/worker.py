"""`mokuji worker`: indexes what the web processes of a team server receive."""

from __future__ import annotations

import signal
import socket
import threading
from contextlib import AbstractContextManager, nullcontext

import click
from django.conf import settings

from webapp.bridge.engines import close_engines, open_engines_here
from webapp.bridge.worker import Workers
from webapp.cli.database import prepare_database
from webapp.cli.worker_metrics import serving_metrics
from webapp.jobs.worker_life import show_life
from webapp.observability import tracing
from webapp.observability.version import version as own_version

LOCAL = {"127.0.0.1", "localhost", "::1"}
MAX_PORT = 65_535
SIGN_OF_LIFE_SECONDS = 10
"""How often a file in the data folder is touched, which a health check may look at, and the web processes are told."""


@click.command()
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    help="Also answer /metrics there, with MOKUJI_METRICS_TOKEN as its token.",
)
def worker(metrics: str | None) -> None:
    """Index documents beside `mokuji serve`, for a library on servers. Start as many as there is work for."""
    if not settings.SHARED:
        raise click.ClickException(
            "`mokuji serve` indexes by itself here. Workers of their own need MOKUJI_REDIS_URL, "
            "MOKUJI_DATABASE_URL, MOKUJI_MEILISEARCH_URL and MOKUJI_QDRANT_URL."
        )
    with _telling(metrics):
        _work()


def _telling(address: str | None) -> AbstractContextManager[object]:
    """Return what answers /metrics at an address meanwhile. Raises ClickException for one that cannot be used."""
    if address is None:
        return nullcontext()
    host, _, port = address.rpartition(":")
    token = settings.MOKUJI["metrics_token"]
    if not host or not port.isdecimal() or int(port) > MAX_PORT:
        raise click.ClickException("--metrics takes HOST:PORT, such as 127.0.0.1:9100.")
    if not token and host not in LOCAL:
        raise click.ClickException(
            "--metrics on a network needs MOKUJI_METRICS_TOKEN. Set it, or use 127.0.0.1."
        )
    return serving_metrics(host, int(port), token)


def _work() -> None:
    prepare_database()
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    end_tracing = tracing.start(settings.MOKUJI["otlp_url"], "mokuji-worker", own_version())
    open_engines_here()
    workers = Workers()
    workers.start()
    click.echo(f"Mokuji indexes, {settings.MOKUJI['index_workers']} documents at a time.")
    try:
        alive = settings.RUN_FOLDER / f"worker-{socket.gethostname()}"
        alive.parent.mkdir(parents=True, exist_ok=True)
        alive.touch()
        show_life()
        while not ended.wait(SIGN_OF_LIFE_SECONDS):
            alive.touch()
            show_life()
        alive.unlink(missing_ok=True)
    finally:
        workers.stop()
        close_engines()
        end_tracing()
