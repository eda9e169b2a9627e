from __future__ import annotations

from pathlib import Path

import pytest

from ingest.domain.document import Extraction, texts
from ingest.domain.errors import TooLarge
from ingest.extract.plain_text import extract
from ingest.extract.protocol import Limits, SourceFile


def read(tmp_path: Path, data: bytes, limits: Limits | None = None) -> Extraction:
    path = tmp_path / "file"
    path.write_bytes(data)
    return extract(SourceFile(path, "notes", "text/plain"), limits=limits or Limits())


def test_lines_keep_their_numbers(tmp_path: Path) -> None:
    read_lines = read(tmp_path, b"one\n\n  three\t\nfour")
    assert texts(read_lines.lines) == ["one", "", "  three", "four"]
    assert read_lines.native
    assert not read_lines.wrapped


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_kind_of_line_end_is_known(tmp_path: Path, end: bytes) -> None:
    assert texts(read(tmp_path, end.join([b"a", b"b", b"", b"c"]) + end).lines) == ["a", "b", "", "c"]


def test_a_stray_carriage_return_breaks_no_line(tmp_path: Path) -> None:
    assert texts(read(tmp_path, b"10%\r20%\ndone\n").lines) == ["10% 20%", "done"]


def test_a_page_mark_parts_words_and_leaves_lines_their_numbers(tmp_path: Path) -> None:
    lines = texts(read(tmp_path, b"page one\n\x0cpage two\nalpha\x0cbeta\n\x0c\nlast\x0c\n").lines)
    assert lines == ["page one", "page two", "alpha beta", "", "last"]


@pytest.mark.parametrize("mark", ["\x0c", "\x0b", "\x1c", "\x1e", "\x85", "\u2028", "\u2029"])
def test_other_marks_end_lines_where_nothing_else_does(tmp_path: Path, mark: str) -> None:
    text = f"one{mark}two été{mark}{mark}three{mark}"
    assert texts(read(tmp_path, text.encode()).lines) == ["one", "two été", "", "three"]
    assert texts(read(tmp_path, f"one{mark}two\nthree".encode()).lines) == ["one two", "three"]


def test_a_long_line_is_wrapped_and_said_to_be(tmp_path: Path) -> None:
    extraction = read(tmp_path, b"A sentence stands here. " * 200 + b"\nlast\n")
    assert extraction.wrapped
    assert max(len(line.text) for line in extraction.lines) <= 2_000
    assert extraction.lines[-1].text == "last"


def test_bytes_that_cannot_be_decoded_are_reported(tmp_path: Path) -> None:
    extraction = read(tmp_path, "日本語と\n".encode() + b"\xff\xfe\n" + "中文".encode())
    assert extraction.coverage.notes == ("2 characters could not be decoded as utf-8.",)
    assert extraction.lines[0].text == "日本語と"


def test_invisible_characters_are_counted(tmp_path: Path) -> None:
    extraction = read(tmp_path, "a\u200bb\u202e".encode())
    assert texts(extraction.lines) == ["ab"]
    assert extraction.coverage.invisible_characters == 2


def test_a_text_over_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="Split it"):
        read(tmp_path, b"x" * 101, Limits(text_bytes=100))


def test_a_file_of_line_ends_has_empty_lines(tmp_path: Path) -> None:
    assert texts(read(tmp_path, b"\n\n").lines) == ["", ""][:2]
