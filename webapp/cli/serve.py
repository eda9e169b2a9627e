"""`mokuji serve`: the whole product in one process."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import click
import uvicorn
from django.conf import settings
from django.core.checks import run_checks

from webapp.accounts.models import User
from webapp.accounts.services import create_sign_in_link, first_user
from webapp.bridge.ownership import running_server
from webapp.cli.database import prepare_database
from webapp.library.errors import LibraryError

LOCAL = {"127.0.0.1", "localhost", "::1"}
GRACE_SECONDS = 5
KEEP_ALIVE_SECONDS = 75
"""Longer than clients keep an idle connection (5 to 60 s): else they send into one that is just being closed."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."
)
def serve(host: str, port: int) -> None:
    """Serve the browser, the HTTP API and MCP, and index what is added."""
    prepare_database()
    try:
        if owner := running_server():
            raise click.ClickException(f"A server for {settings.DATA} is running already, at {owner}.")
    except LibraryError as error:
        raise click.ClickException(str(error)) from error
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    if host not in LOCAL and host not in {"0.0.0.0", "::"}:  # noqa: S104
        settings.ALLOWED_HOSTS.append(host)
    shown = host if host not in {"0.0.0.0", "::"} else "127.0.0.1"  # noqa: S104
    listening = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    url = settings.PUBLIC_URL or listening
    settings.SERVED_AT = url
    for message in run_checks(tags=["mokuji"]):
        click.echo(f"{message.id}: {message.msg} {message.hint}", err=True)
    _run(listener, lambda: _greet(url, listening, host))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise click.ClickException(
            f"Cannot listen on {host}:{port}: {error.strerror}. Choose another with --port or --host."
        ) from error
    return listener


def _greet(url: str, listening: str, host: str) -> None:
    owner = first_user()
    command = f"{_command()} --data {shlex.quote(str(settings.DATA))}"
    click.echo(f"Mokuji serves {url}")
    if not User.objects.exclude(password__startswith="!").exists():
        click.echo(f"Sign in (works once):  {url}/sign-in/{create_sign_in_link(owner)}")
    else:
        click.echo(f"Sign in:               {url}  (forgotten: {command} user link NAME)")
    click.echo(f"MCP address:           {url}/mcp  (older clients: {url}/sse)")
    if url != listening:
        click.echo(f"Listening at:          {listening}")
    click.echo(f"Make a token:          {command} token create NAME")
    if host not in LOCAL:
        click.echo(f"Reached under:         {', '.join(settings.ALLOWED_HOSTS)}  (MOKUJI_ALLOWED_HOSTS)")


def _command() -> str:
    """Return what to type for this command: its name where a shell finds it, else the file that was started."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m webapp.cli"
    return "mokuji" if shutil.which("mokuji") else shlex.quote(str(started))


class GreetingServer(uvicorn.Server):
    """Tells where it answers once it does, so that nobody calls too early."""

    def __init__(self, config: uvicorn.Config, greet: Callable[[], None]) -> None:
        super().__init__(config)
        self._greet = greet

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then greet."""
        await super().startup(sockets=sockets)
        if self.started:
            await asyncio.to_thread(self._greet)


def _run(listener: socket.socket, greet: Callable[[], None]) -> None:
    config = uvicorn.Config(
        "webapp.config.asgi:application",
        lifespan="on",
        log_config=None,
        log_level=settings.MOKUJI["log_level"],
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        proxy_headers=bool(settings.PUBLIC_URL),
        forwarded_allow_ips=list(settings.MOKUJI["trusted_proxies"]),
    )
    server = GreetingServer(config, greet)
    server.run(sockets=[listener])
    if not server.started:
        raise click.ClickException("The server could not start; the log above says why.")
