from __future__ import annotations

from pathlib import Path

from ingest.domain.document import Extraction
from ingest.domain.outline import OutlineQuality, Provenance
from ingest.extract.pdf import extract
from ingest.extract.pdf.tags import tagged_on
from ingest.extract.protocol import Limits, SourceFile
from ingest.outline.build import build
from tests.support.tagged_pdf import tagged_pdf

TEXT = ("P", "The water rises twice a day along this coast and falls as often, as the harbour log shows.")
LONG = (
    "This whole paragraph was tagged as a heading by a program that guesses, which no author would do here."
)


def read(tmp_path: Path, data: bytes) -> Extraction:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    return extract(SourceFile(path, "a.pdf", "application/pdf"), limits=Limits())


def told(extraction: Extraction) -> list[tuple[int, str]]:
    return [(hint.level, hint.title) for hint in extraction.hints.headings]


def test_tagged_headings_are_the_outline(tmp_path: Path) -> None:
    extraction = read(
        tmp_path,
        tagged_pdf(
            [("H1", "Tides"), TEXT, ("H2", "Causes"), TEXT, TEXT, ("H2", "Tables"), TEXT, TEXT],
            [("H1", "Winds"), TEXT, ("H2", "Trade winds"), TEXT, TEXT, TEXT, TEXT],
        ),
    )
    outline = build(extraction)
    assert outline.quality is OutlineQuality.HIGH
    sections = [(s.number, s.title, s.provenance) for s in outline.walk()]
    assert sections == [
        ("1", "Tides", Provenance.MARKUP),
        ("1.1", "Causes", Provenance.MARKUP),
        ("1.2", "Tables", Provenance.MARKUP),
        ("2", "Winds", Provenance.MARKUP),
        ("2.1", "Trade winds", Provenance.MARKUP),
    ]
    assert [extraction.lines[hint.line - 1].text for hint in extraction.hints.headings] == [
        title for _, title, _ in sections
    ]


def test_a_heading_of_the_size_of_the_text_counts_where_most_stand_out(tmp_path: Path) -> None:
    pages = [
        [("H1", f"{number} Part"), TEXT, ("H3", "Aside"), TEXT, TEXT, TEXT, TEXT, TEXT] for number in (1, 2)
    ]
    extraction = read(tmp_path, tagged_pdf(*pages, sizes={"H3": 10}))
    assert told(extraction) == []
    pages = [
        [("H1", f"{number} Part"), ("H2", "Room"), TEXT, ("H3", "Aside"), *[TEXT] * 6] for number in (1, 2)
    ]
    extraction = read(tmp_path, tagged_pdf(*pages, sizes={"H3": 10}))
    assert told(extraction) == [
        (1, "1 Part"),
        (2, "Room"),
        (3, "Aside"),
        (1, "2 Part"),
        (2, "Room"),
        (3, "Aside"),
    ]


def test_text_that_is_tagged_as_headings_is_not_believed(tmp_path: Path) -> None:
    pages = [[("H1", LONG), ("H2", LONG), ("P", "Fine."), ("H3", LONG), TEXT] for _ in range(3)]
    assert told(read(tmp_path, tagged_pdf(*pages))) == []


def test_tags_of_the_first_page_alone_are_not_the_outline_of_a_long_file(tmp_path: Path) -> None:
    first = [("H1", "Report"), ("H2", "Of the tides"), ("H2", "In two harbours"), TEXT, TEXT, TEXT, TEXT]
    assert told(read(tmp_path, tagged_pdf(first, *[[TEXT] * 8 for _ in range(9)]))) == []


def test_a_file_without_tags_has_no_tagged_headings(tmp_path: Path) -> None:
    assert told(read(tmp_path, tagged_pdf([TEXT] * 8, [TEXT] * 8))) == []


def test_what_stands_in_a_contents_or_a_table_is_no_heading() -> None:
    line = '<line bbox="72 50 200 60" wmode="0" dir="1 0" flags="0" text="Tides &amp; winds"/>'
    inside = f'<struct idx="0" raw="TOC" std="TOC"><struct idx="1" raw="H1" std="H1">{line}</struct></struct>'
    assert tagged_on(inside, 0) == []
    [heading] = tagged_on(f'<struct idx="1" raw="Kopf" std="H2">{line}</struct>{line}', 4)
    assert (heading.page, heading.level, heading.text) == (4, 2, "Tides & winds")
    assert heading.boxes == [(72.0, 50.0, 200.0, 60.0)]
