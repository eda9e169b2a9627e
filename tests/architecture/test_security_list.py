"""SECURITY.md claims what a test shows: each test that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIST = (ROOT / "SECURITY.md").read_text("utf-8").partition("## OWASP ASVS")[2]
NAMED = sorted(
    set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", LIST))
    - {("tests/architecture/test_security_list.py", "")}
)


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_a_test_that_the_list_names_exists(file: str, test: str) -> None:
    assert f"def {test or 'test_'}" in (ROOT / file).read_text("utf-8")


def test_every_row_names_a_test() -> None:
    rows = [line for line in LIST.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    assert [row for row in rows if "`tests/" not in row and not row.startswith("| ---")] == []
