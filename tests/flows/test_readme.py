"""The README shows what the commands print."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.readme_walk import README, written_anew
from tests.support.server import keep_models_in, mokuji

SCORE = re.compile(r"relevance: \d\.\d\d")
"""Hundredths of it depend on the processor."""


def test_the_walk_is_what_the_commands_print_today(tmp_path: Path) -> None:
    keep_models_in(tmp_path)
    text = README.read_text("utf-8")
    today = written_anew(text, lambda arguments: mokuji(tmp_path, *arguments).stdout)
    assert SCORE.sub("", today) == SCORE.sub("", text), "write it anew: make readme"
    assert all(f"$ mokuji {verb} " in today for verb in ("search", "outline", "read"))
