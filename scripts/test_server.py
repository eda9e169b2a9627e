"""Run the tests that touch a database on PostgreSQL and Redis: start both on free ports, test, stop them.

    python scripts/test_server.py [arguments of pytest]

What fails is tried once more, alone; what then fails counts.

As root on Debian or Ubuntu, what is not installed is installed; otherwise one sentence says what is missing.
Servers that run on this machine already are left alone.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import services  # noqa: E402

PACKAGES = {"postgresql": ("initdb", "postgres", "pg_ctl"), "redis-server": ("redis-server",)}
PLACES = ("tests/webapp", "tests/flows")
"""What touches a database, a queue or processes. The rest knows nothing of them."""

SOME_FAILED = 1
ALONE = ("--last-failed", "--last-failed-no-failures", "none", "-n", "0", "--dist", "no")
"""Teams of servers on few cores are late at times, which the browser's stories are given a second time for, too."""


def install_missing() -> None:
    missing = [
        package
        for package, names in PACKAGES.items()
        if not all(map(services.program, names))
        and not (package == "redis-server" and services.program("valkey-server"))
    ]
    if not missing:
        return
    command = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing]
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        sys.exit(
            f"Not installed: {', '.join(missing)}. Install what is missing (Debian: sudo {' '.join(command)}), "
            "then try again."
        )
    # no service of the package is to start: the tests have servers of their own
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for step in (["apt-get", "update", "--quiet"], command):
        subprocess.run(step, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # so that the servers end, too
    install_missing()
    with (
        tempfile.TemporaryDirectory(prefix="mokuji-services-", ignore_cleanup_errors=True) as name,
        services.running(Path(name)) as (database, queue),
    ):
        given = {"MOKUJI_TEST_DATABASE_URL": database.url, "MOKUJI_TEST_REDIS_URL": queue.url}
        asked = sys.argv[1:]
        places = [] if any(Path(part.split("::")[0]).exists() for part in asked) else PLACES
        command = [sys.executable, "-m", "pytest", "-q", "--create-db", *asked, *places]
        environment = os.environ | given
        code = subprocess.run(command, check=False, env=environment, cwd=ROOT).returncode
        if code != SOME_FAILED:
            return code
        print("What failed is tried once more, one test after the other.", flush=True)
        return subprocess.run([*command, *ALONE], check=False, env=environment, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
