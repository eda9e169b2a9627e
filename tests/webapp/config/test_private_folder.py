"""The data folder is closed to other accounts of the machine."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import clean_environment
from webapp.config.private_folder import keep_private

ADD = """
import os, sys
os.umask(0o022)
from webapp.cli.main import main
sys.argv = ["mokuji", "--data", sys.argv[1], "user", "create", "newcomer"]
main()
"""


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    former = os.umask(0o022)
    yield
    os.umask(former)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_other_accounts_are_kept_out_whatever_the_umask(tmp_path: Path) -> None:
    data = tmp_path / "data"
    subprocess.run(
        [sys.executable, "-c", ADD, str(data)],
        env=clean_environment(),
        check=True,
        capture_output=True,
        timeout=120,
        cwd=Path(__file__).parents[3],
    )
    made = [data, *data.rglob("*")]
    assert {each.name for each in made} >= {"data", "mokuji.sqlite3", "secret_key"}
    assert {each.name: oct(mode(each)) for each in made if mode(each) & 0o077} == {}


def test_a_folder_of_old_is_shut_at_its_top(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "files" / "ab").mkdir(parents=True)
    (data / "mokuji.sqlite3").touch()
    keep_private(data)
    assert (mode(data), mode(data / "files"), mode(data / "mokuji.sqlite3")) == (0o700, 0o700, 0o600)
    assert mode(data / "files" / "ab") == 0o755  # nobody comes so far


def test_a_group_that_may_write_stays_in(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "files").mkdir(mode=0o775)
    data.chmod(0o2775)
    keep_private(data)
    assert mode(data) == 0o2770
    assert mode(data / "files") & 0o007 == 0
    (data / "index").mkdir()
    assert mode(data / "index") & 0o777 == 0o770


def test_a_folder_that_holds_other_things_keeps_its_own_mode(tmp_path: Path) -> None:
    (tmp_path / "a letter.txt").touch()
    (tmp_path / "files").mkdir()
    tmp_path.chmod(0o755)
    keep_private(tmp_path)
    assert (mode(tmp_path), mode(tmp_path / "files"), mode(tmp_path / "a letter.txt")) == (
        0o755,
        0o700,
        0o644,
    )


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        keep_private(tmp_path / "file" / "data")
