from __future__ import annotations

from ingest.domain.document import Extraction, HeadingHint, Hints, Line
from ingest.domain.outline import OutlineQuality, Provenance
from ingest.outline.from_markup import find


def extraction(*hints: HeadingHint) -> Extraction:
    return Extraction(lines=(Line("a"), Line("b")), hints=Hints(headings=hints))


def test_declared_headings_are_taken_as_they_are() -> None:
    found = find(
        extraction(HeadingHint(1, 2, "A", Provenance.STYLE), HeadingHint(2, 5, "B", Provenance.SLIDE))
    )
    assert found is not None
    headings, quality = found
    assert [(h.line, h.level, h.title, h.provenance) for h in headings] == [
        (1, 2, "A", Provenance.STYLE),
        (2, 5, "B", Provenance.SLIDE),
    ]
    assert quality is OutlineQuality.HIGH


def test_a_file_that_declares_nothing_gives_none() -> None:
    assert find(extraction()) is None
    assert find(extraction(HeadingHint(1, 1, "  ", Provenance.MARKUP))) is None


def test_headings_an_extractor_doubts_are_medium() -> None:
    found = find(extraction(HeadingHint(1, 1, "A", Provenance.FONT, confidence=0.5)))
    assert found is not None
    assert found[1] is OutlineQuality.MEDIUM
