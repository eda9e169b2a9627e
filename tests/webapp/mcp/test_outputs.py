from __future__ import annotations

from ingest.domain.outline import Provenance, Section
from ingest.domain.tokens import count_tokens
from webapp.mcp.outputs import dumped, outline_output, read_output
from webapp.retrieval.answers import DocumentOutline, OutlineAnswer, ReadAnswer


def outlined(count: int, *, mode: str = "titles", tokens: int = 100) -> OutlineAnswer:
    sections = tuple(
        Section(str(n), f"Title {n}", 1, n, n, Provenance.MARKUP, summary="What it says.")
        for n in range(1, count + 1)
    )
    document = DocumentOutline(7, "Long", "md", count, False, "high", mode, sections, 0, "text")
    return OutlineAnswer((document,), (), "text", tokens)


def test_sections_are_given_while_they_fit() -> None:
    told = dumped(outline_output(outlined(3)))
    assert told["documents"][0]["sections"][2] == {
        "first_line": 3,
        "last_line": 3,
        "number": "3",
        "title": "Title 3",
    }


def test_summaries_are_given_where_the_text_has_them() -> None:
    told = dumped(outline_output(outlined(1, mode="full")))
    assert told["documents"][0]["sections"][0]["summary"] == "What it says."


def test_sections_that_would_be_too_long_are_left_to_the_text() -> None:
    told = dumped(outline_output(outlined(2000, tokens=19_000)))
    assert "sections" not in told["documents"][0]
    assert count_tokens(str(told)) < 1000


def test_what_is_unknown_is_absent() -> None:
    answer = ReadAnswer(7, "T", 1, 1, 1, ("x",), None, None, None, None, (), "1 | x", 3)
    assert dumped(read_output(answer)) == {
        "first_line": 1,
        "last_line": 1,
        "doc_id": 7,
        "title": "T",
        "total_lines": 1,
        "notes": [],
        "lines": ["x"],
    }
