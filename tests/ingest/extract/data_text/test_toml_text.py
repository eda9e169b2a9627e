from __future__ import annotations

from pathlib import Path

from ingest.domain.document import Extraction, texts
from ingest.extract.data_text.toml_text import extract
from ingest.extract.protocol import Limits, SourceFile

TEXT = '''\
name = "top"

[project]
description = "Lamps for every harbour in the land."
[tool.ruff]
[tool.ruff.lint]
[[products]] # first
about = """
[not a table]
"""
[[products]]
["quoted.name".x]
'''


def read(tmp_path: Path, text: str) -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    return extract(SourceFile(path, "a.toml", "application/toml"), limits=Limits())


def test_tables_are_sections_below_the_tables_they_stand_in(tmp_path: Path) -> None:
    extraction = read(tmp_path, TEXT)
    assert [(h.line, h.level, h.title) for h in extraction.hints.headings] == [
        (3, 1, "project"),
        (5, 1, "tool.ruff"),
        (6, 2, "tool.ruff.lint"),
        (7, 1, "products 1"),
        (11, 1, "products 2"),
        (12, 1, '"quoted.name".x'),
    ]
    assert "\n".join(texts(extraction.lines)) + "\n" == TEXT
    assert extraction.coverage.notes == ()
    assert extraction.prose is not None
    assert extraction.prose[3] == "Lamps for every harbour in the land."


def test_keys_are_sections_where_there_are_no_tables(tmp_path: Path) -> None:
    assert [h.title for h in read(tmp_path, 'a = 1\n"b c" = 2\n').hints.headings] == ["a", "b c"]


def test_broken_toml_stays_text_with_a_note(tmp_path: Path) -> None:
    extraction = read(tmp_path, "[a]\nx = \n[b]\n")
    assert [h.title for h in extraction.hints.headings] == ["a", "b"]
    assert any("Not sound TOML" in note for note in extraction.coverage.notes)


def test_hostile_text_ends_in_time(tmp_path: Path) -> None:
    assert read(tmp_path, "a = " + "[" * 100_000).lines
    assert read(tmp_path, "[" + '"a".' * 20_000 + "\n" + "[" * 50_000).lines
