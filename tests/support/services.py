"""PostgreSQL and Redis of a test's own: started on free ports in a folder of its own, and restarted at will."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import psycopg

START_SECONDS = 60
CHECK_SECONDS = 0.05


def program(name: str) -> str | None:
    """Return where a program lies; Debian keeps those of PostgreSQL off the path."""
    places = [str(place) for place in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    return shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Service(ABC):
    """A server process with a port of its own. Use with `with`."""

    name = ""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """Its address, as a setting of Mokuji."""

    @abstractmethod
    def command(self) -> list[str]:
        """What starts it."""

    def start(self) -> None:
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self._process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} did not start:\n{self.log()[-2000:]}")
            time.sleep(CHECK_SECONDS)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(START_SECONDS)
            self._process = None

    def log(self) -> str:
        return (self.folder / f"{self.name}.log").read_text("utf-8", "replace")

    @abstractmethod
    def answers(self) -> bool:
        """Whether it takes requests by now."""

    def __enter__(self) -> Service:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class PostgreSQL(Service):
    """A cluster of its own. PostgreSQL refuses to run as root: then it runs as the user that its package made."""

    name = "postgresql"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._user:
            shutil.chown(folder, "postgres")
        made = ["-U", "mokuji", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(
            [*self._user, str(program("initdb")), "-D", str(folder / "data"), *made],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )

    @property
    def url(self) -> str:
        return f"postgresql://mokuji@127.0.0.1:{self.port}/postgres"

    def command(self) -> list[str]:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": 300,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [*self._user, str(program("postgres")), "-D", str(self.folder / "data"), *options]

    def answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url):
            return True
        return False

    def stop(self) -> None:
        """Stop at once, as a restart of its package does: whoever is connected is cut off."""
        if self._process is not None:
            ended = [str(program("pg_ctl")), "-D", str(self.folder / "data"), "-m", "fast", "stop", "-s"]
            subprocess.run([*self._user, *ended], check=True, cwd=self.folder)
        super().stop()


class Redis(Service):
    """A server that keeps nothing."""

    name = "redis"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        server = program("redis-server") or program("valkey-server")
        kept = ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        return [str(server), "--port", str(self.port), "--bind", "127.0.0.1", *kept]

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as asking:
            asking.sendall(b"PING\r\n")
            return asking.recv(16).startswith(b"+PONG")
        return False


@contextlib.contextmanager
def running(folder: Path) -> Iterator[tuple[PostgreSQL, Redis]]:
    """Yield both, running. folder: where their data lie; everybody may look into it."""
    places = [folder / "postgresql", folder / "redis"]
    for place in places:
        place.mkdir(parents=True, mode=0o755)
    for parent in (folder, *places):
        parent.chmod(0o755)
    with PostgreSQL(places[0]) as database, Redis(places[1]) as queue:
        assert isinstance(database, PostgreSQL)
        assert isinstance(queue, Redis)
        yield database, queue
