from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.domain.document import MAX_NATIVE_LINE, Extraction, texts
from ingest.extract.data_text.json_text import extract, extract_lines
from ingest.extract.protocol import Limits, SourceFile

SERVICE: dict[str, Any] = {
    "title": "Harbour lights",
    "about": "Every lamp of the harbour is listed here.",
    "lamps": [{"id": str(n), "name": f"lamp {n}", "height": n} for n in range(12)],
    "empty": {},
}


def read(tmp_path: Path, text: str, reader: Any = extract) -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    extraction: Extraction = reader(SourceFile(path, "a.json", "application/json"), limits=Limits())
    return extraction


def sections(extraction: Extraction) -> list[tuple[int, str]]:
    return [(hint.level, hint.title) for hint in extraction.hints.headings]


def test_keys_are_sections_on_the_lines_of_the_file(tmp_path: Path) -> None:
    text = json.dumps(SERVICE, indent=2)
    extraction = read(tmp_path, text)
    assert "\n".join(texts(extraction.lines)) == text
    assert extraction.native
    assert not extraction.wrapped
    assert [title for level, title in sections(extraction) if level == 1] == [
        "title",
        "about",
        "lamps",
        "empty",
    ]
    assert (2, "lamp 3") in sections(extraction)
    lines = texts(extraction.lines)
    for hint in extraction.hints.headings:
        if hint.level == 1:
            assert lines[hint.line - 1].strip().startswith(f'"{hint.title}"')
    assert extraction.metadata.title == "Harbour lights"
    assert extraction.prose is not None
    assert extraction.prose[2] == "Every lamp of the harbour is listed here."


def test_minified_data_is_shown_indented(tmp_path: Path) -> None:
    data = [{"name": f'n"{n}', "note": "a [bracket] in a text, " * 8, "small": [1, 2, n]} for n in range(40)]
    extraction = read(tmp_path, json.dumps(data, separators=(",", ":")))
    assert extraction.wrapped
    assert any("shown indented" in note for note in extraction.coverage.notes)
    assert json.loads("\n".join(texts(extraction.lines))) == data
    assert sections(extraction)[:2] == [(1, 'n"0'), (1, 'n"1')]
    assert all(len(line) <= MAX_NATIVE_LINE for line in texts(extraction.lines))


def test_a_long_list_comes_in_groups(tmp_path: Path) -> None:
    found = sections(read(tmp_path, json.dumps([{"id": n} for n in range(1_000)], indent=1)))
    assert len(found) == 100
    assert found[:2] == [(1, "1–10"), (1, "11–20")]


def test_large_data_is_cut_by_its_indent(tmp_path: Path) -> None:
    data = [{"name": f"n{n}", "v": {"x": ["a", {"b": n}]}, "t": "words " * 170} for n in range(4_000)]
    extraction = read(tmp_path, json.dumps(data))
    assert len(sections(extraction)) == 100
    first, second = extraction.hints.headings[:2]
    lines = texts(extraction.lines)
    assert lines[first.line - 1 : first.line + 1] == [" {", '  "name": "n0",']
    assert lines[second.line - 1 : second.line + 1] == [" {", '  "name": "n40",']
    assert '  "v": {"x": ["a", {"b": 0}]},' in lines


def test_broken_data_stays_text_with_a_note(tmp_path: Path) -> None:
    extraction = read(tmp_path, '{"a": 1,\n "b": [1, 2,\n}\n words')
    assert texts(extraction.lines)[-1] == " words"
    assert sections(extraction)[:2] == [(1, "a"), (1, "b")]
    assert any("Not sound JSON" in note and "line 3" in note for note in extraction.coverage.notes)


def test_comments_are_no_fault(tmp_path: Path) -> None:
    extraction = read(tmp_path, '// settings\n{\n  "a": 1, /* "x": */\n  "b": "http://x"\n}')
    assert sections(extraction) == [(1, "a"), (1, "b")]
    assert extraction.coverage.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000,
        "]" * 20_000,
        '"' * 20_001,
        '{"a":' * 20_000,
        "\\" * 20_000,
        "[" + "[1]," * 20_000 + "1]",
    ],
)
def test_hostile_data_ends_in_time(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).lines


def test_the_title_of_an_interface_names_it(tmp_path: Path) -> None:
    text = json.dumps({"openapi": "3.1", "info": {"title": "Lamps API"}}, indent=1)
    assert read(tmp_path, text).metadata.title == "Lamps API"


def test_each_line_of_json_lines_is_an_entry(tmp_path: Path) -> None:
    extraction = read(tmp_path, '{"name": "red"}\n\n{"x": 1}\nbroken {\n', extract_lines)
    assert [(hint.line, hint.title) for hint in extraction.hints.headings] == [(1, "red"), (3, "2"), (4, "3")]
    many = read(tmp_path, '{"a": 1}\n' * 1_000, extract_lines)
    assert [hint.line for hint in many.hints.headings][:3] == [1, 11, 21]
