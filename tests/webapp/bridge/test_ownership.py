"""One process owns a data folder; the next is told who has it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from webapp.bridge.ownership import Ownership, running_server
from webapp.library.errors import Unavailable

HOLDER = """
import sys, os
os.environ["MOKUJI_DATA"] = sys.argv[1]
os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.config.settings"
import django; django.setup()
from webapp.bridge.ownership import Ownership
ownership = Ownership()
ownership.acquire(url=sys.argv[2])
print("mine", flush=True)
sys.stdin.read()
"""


def hold(data: Path, url: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(data), url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "mine\n"
    return process


def let_go(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA = tmp_path
    settings.RUN_FOLDER = tmp_path / "run"
    return tmp_path


def test_a_folder_without_an_owner_has_no_server(folder: Path) -> None:
    assert running_server() is None
    ownership = Ownership()
    ownership.acquire()
    ownership.release()
    assert running_server() is None


def test_the_address_of_a_running_server_is_known_to_other_processes(folder: Path) -> None:
    process = hold(folder, "http://127.0.0.1:8123")
    try:
        assert running_server() == "http://127.0.0.1:8123"
        with pytest.raises(Unavailable, match=f"process \\(id {process.pid}\\)"):
            Ownership().acquire()
    finally:
        let_go(process)


def test_a_command_that_owns_the_folder_is_waited_for(folder: Path) -> None:
    process = hold(folder, "")
    try:
        with pytest.raises(Unavailable, match="Wait until it ends"):
            running_server()
    finally:
        let_go(process)


def test_an_owner_that_was_killed_leaves_the_folder_free(folder: Path) -> None:
    let_go(hold(folder, "http://127.0.0.1:8123"))
    assert running_server() is None
