from __future__ import annotations

from ingest.domain.document import BookmarkHint, Extraction, HeadingHint, Hints, Line
from ingest.domain.outline import OutlineQuality, Provenance, violations
from ingest.outline.build import build


def lines(text: str) -> tuple[Line, ...]:
    return tuple(Line(line) for line in text.split("\n"))


NUMBERED = (
    "1. Scope\n\nThe text of the scope is this.\nIt goes on, as text does.\n\n"
    "2. Ships\n\nThe text of the ships is this one here.\n"
)


def test_declared_headings_come_before_inferred_ones() -> None:
    hints = Hints(headings=(HeadingHint(1, 1, "Scope", Provenance.MARKUP),))
    outline = build(Extraction(lines(NUMBERED), hints))
    assert [s.title for s in outline.walk()] == ["Scope"]
    assert outline.quality is OutlineQuality.HIGH
    assert outline.sections[0].summary == "The text of the scope is this."


def test_text_without_hints_is_read_by_its_numbers() -> None:
    outline = build(Extraction(lines(NUMBERED)))
    assert [s.title for s in outline.walk()] == ["1. Scope", "2. Ships"]
    assert outline.quality in (OutlineQuality.MEDIUM, OutlineQuality.LOW)
    assert violations(outline) == []


def test_bookmarks_that_point_nowhere_are_not_believed() -> None:
    hints = Hints(bookmarks=(BookmarkHint("A", 1, None), BookmarkHint("B", 1, None)))
    outline = build(Extraction(lines("some text\nwithout any heading"), hints))
    assert outline.quality is OutlineQuality.NONE
    assert outline.sections == ()


def test_headings_outside_the_document_leave_no_outline() -> None:
    hints = Hints(headings=(HeadingHint(9, 1, "Gone", Provenance.MARKUP),))
    outline = build(Extraction(lines("one line"), hints))
    assert (outline.quality, outline.line_count) == (OutlineQuality.NONE, 1)


def test_an_empty_document_has_an_empty_outline() -> None:
    assert violations(build(Extraction(()))) == []
