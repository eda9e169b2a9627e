"""Run the Python tests on PostgreSQL and Redis: start both on free ports in a temporary folder, test, stop them.

    python scripts/test_server.py [arguments of pytest]

As root on Debian or Ubuntu, what is not installed is installed; otherwise one sentence says what is missing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PACKAGES = {"initdb": "postgresql", "redis-server": "redis-server"}
START_SECONDS = 30


def program(name: str) -> str | None:
    places = [str(place) for place in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    return shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))


def install_missing() -> None:
    missing = [package for name, package in PACKAGES.items() if program(name) is None]
    if not missing:
        return
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        sys.exit(
            f"Missing: {', '.join(missing)}. Install them (Debian: sudo {' '.join(command)}), then try again."
        )
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    subprocess.run(["apt-get", "update", "--quiet"], check=True, env=environment, stdout=subprocess.DEVNULL)
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int, name: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    sys.exit(f"{name} did not start within {START_SECONDS} seconds.")


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """PostgreSQL refuses to run as root: then it runs as the user that its package made."""
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    data, port = folder / "postgresql", free_port()
    if user:
        shutil.chown(folder, "postgres")
    folder.chmod(0o755)
    made = ["-D", str(data), "-U", "mokuji", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
    subprocess.run([*user, str(program("initdb")), *made], check=True, stdout=subprocess.DEVNULL, cwd=folder)
    settings = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": folder,
        "fsync": "off",
        "max_connections": 200,
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    server = subprocess.Popen(
        [*user, str(program("postgres")), "-D", str(data), *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    try:
        wait_for(port, "PostgreSQL")
        address = f"postgresql://mokuji@127.0.0.1:{port}/postgres"
        code = "import psycopg, sys; psycopg.connect(sys.argv[1], autocommit=True).execute('CREATE DATABASE mokuji')"
        subprocess.run([sys.executable, "-W", "ignore", "-c", code, address], check=True)
        yield f"postgresql://mokuji@127.0.0.1:{port}/mokuji"
    finally:
        server.terminate()
        server.wait(30)


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    port = free_port()
    command = [str(program("redis-server")), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    server = subprocess.Popen([*command, "--dir", str(folder)], stdout=subprocess.DEVNULL)
    try:
        wait_for(port, "Redis")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(30)


def main() -> int:
    install_missing()
    with tempfile.TemporaryDirectory(prefix="mokuji-services-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with postgresql(folder) as database, redis(folder) as queue:
            environment = os.environ | {"MOKUJI_TEST_DATABASE_URL": database, "MOKUJI_TEST_REDIS_URL": queue}
            command = [sys.executable, "-m", "pytest", "-q", "--create-db", *sys.argv[1:]]
            return subprocess.run(command, check=False, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
