from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import EmptyFile, TooLarge
from ingest.domain.formats import CSV, TSV
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect
from ingest.extract.spreadsheet.delimited import Dialect, extract, find_dialect


def read(tmp_path: Path, data: bytes, limits: Limits | None = None) -> Extraction:
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    return extract(SourceFile(path, "a.csv", ""), limits=limits or Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (["name", "value"], ["a b", "1.5"], ["c", "2"]))

    assert shown(read(tmp_path, text.encode())) == [
        "| name | value |",
        "|---|---|",
        "| a b | 1.5 |",
        "| c | 2 |",
    ]


def test_commas_of_numbers_do_not_hide_the_semicolons() -> None:
    assert find_dialect(["name;price", "a;1,50", "b;2,75"]) == Dialect(";")
    assert find_dialect(["sep=|", "a|b"]) == Dialect("|", first_line=1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_quoted_cells_keep_delimiters_and_line_ends_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    text = '名前,説明\r\n灯台,"夜の海を照らす,\r\n""光"""\r\n船,岸へ進む\r\n'

    assert shown(read(tmp_path, text.encode(encoding)))[2:] == [
        '| 灯台 | 夜の海を照らす, "光" |',
        "| 船 | 岸へ進む |",
    ]


def test_a_quote_that_never_ends_swallows_nothing(tmp_path: Path) -> None:
    text = 'size,note\n5",a\n"6,b\n' + "7,c\n" * 500
    lines = shown(read(tmp_path, text.encode()))

    assert lines[2:4] == ['| 5" | a |', '| "6 | b |']
    assert len(lines) == 504


def test_a_single_column_is_text(tmp_path: Path) -> None:
    assert shown(read(tmp_path, b"one\ntwo\n")) == ["one", "two"]


def test_a_file_without_text_or_over_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        read(tmp_path, b" \n\n")
    with pytest.raises(TooLarge):
        read(tmp_path, b"a,b\n" * 100, Limits(text_bytes=100))


def test_files_are_known_by_their_ending(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a,b\n")

    assert (detect(path, "a.CSV"), detect(path, "a.tsv")) == (CSV, TSV)
