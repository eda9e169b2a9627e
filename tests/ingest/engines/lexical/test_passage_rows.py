from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.engines.lexical.passage_rows import pack_lines, passage_rows, unpack_lines
from tests.ingest.engines.entries import entry


def test_each_passage_is_a_row_with_title_names_and_facts() -> None:
    rows = list(
        passage_rows(
            entry(
                7,
                "one 計算機",
                "two readFile",
                title="The Title",
                file_name="a_b.PDF",
                headings=("Part", "Chapter"),
                file_type="PDF",
                language="zh-Hant-TW",
                tags=("x",),
            )
        )
    )
    assert [(row["lines"], row["head"]) for row in rows] == [(pack_lines(1, 10), 1), (pack_lines(11, 20), 0)]
    assert {row["key"] for row in rows} == {"7"}
    first, second = rows
    assert first["title"] == "The Title"
    assert str(first["names"]).split() == ["Part", "Chapter", "a_b.PDF"]
    assert str(first["body"]).split() == ["one", "計算", "算機"]
    assert str(first["wholes"]).split() == ["abPDF", "計算機", "機"]
    assert str(second["parts"]).split() == ["read", "File"]
    assert (first["file_type"], first["language"], first["tag"]) == (
        "pdf",
        ["zh", "zh-hant", "zh-hant-tw"],
        ["x"],
    )


def test_a_document_without_text_has_one_row() -> None:
    (row,) = passage_rows(entry(7, title="Only a title"))
    assert (row["head"], row["lines"], row["body"]) == (1, pack_lines(1, 1), "")


@settings(deadline=None)
@given(st.integers(1, 2**32 - 1), st.integers(1, 2**32 - 1))
def test_packed_lines_come_back(first: int, last: int) -> None:
    assert unpack_lines(pack_lines(first, last)) == (first, last)
