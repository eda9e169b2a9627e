from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import NoTextLayer, TooLarge
from ingest.domain.formats import ODP
from ingest.domain.outline import Provenance
from ingest.extract.odf.slides import extract
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect
from tests.support.workbook_file import open_document_file


def frame(kind: str, *paragraphs: str) -> str:
    inside = "".join(text if text.startswith("<") else f"<text:p>{text}</text:p>" for text in paragraphs)
    return f'<draw:frame presentation:class="{kind}"><draw:text-box>{inside}</draw:text-box></draw:frame>'


def page(*shapes: str, style: str = "") -> str:
    return f'<draw:page draw:name="p" draw:style-name="{style}">{"".join(shapes)}</draw:page>'


def read(tmp_path: Path, body: str, styles: str = "", limits: Limits | None = None) -> Extraction:
    path = open_document_file(tmp_path / "a.odp", "presentation", body, styles=styles)
    assert detect(path, "a.odp") == ODP
    return extract(SourceFile(path, "a.odp", ""), limits=limits or Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def test_slides_are_sections_with_lists_shapes_tables_and_notes(tmp_path: Path) -> None:
    points = "<text:list><text:list-item><text:p>It burns.</text:p></text:list-item></text:list>"
    notes = f"<presentation:notes>{frame('notes', 'Say this.', 'And that.')}</presentation:notes>"
    shape = "<draw:g><draw:custom-shape><text:p>In a group</text:p></draw:custom-shape></draw:g>"
    table = (
        "<draw:frame><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
        "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></draw:frame>"
    )
    first = page(frame("outline", points), frame("title", "Oil"), frame("footer", "x"), shape, table, notes)
    found = read(tmp_path, first + page(frame("title", "Gas")))

    assert shown(found) == [
        "# Oil",
        "- It burns.",
        "In a group",
        "| a | b |",
        "|---|---|",
        "> Notes: Say this.",
        "> And that.",
        "# Gas",
    ]
    assert [(hint.title, hint.provenance) for hint in found.hints.headings] == [
        ("Oil", Provenance.SLIDE),
        ("Gas", Provenance.SLIDE),
    ]
    assert found.metadata.page_count == 2
    assert [found.lines[start - 1].text for start in found.hints.pages] == ["# Oil", "# Gas"]
    assert [line.place.page for line in found.lines if line.place][-1] == 2


def test_hidden_slides_are_marked_and_pictures_are_told(tmp_path: Path) -> None:
    styles = (
        '<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties '
        'presentation:visibility="hidden"/></style:style>'
    )
    picture = page("<draw:frame><draw:image/></draw:frame>")
    found = read(tmp_path, page(frame("title", "Oil"), style="dp1") + picture, styles)

    assert shown(found) == ["# Oil", "[Hidden slide]"]
    assert found.coverage.notes == ("1 hidden slide in the text, marked as such: 1.",)
    assert found.coverage.pages_without_text == (2,)
    with pytest.raises(NoTextLayer):
        read(tmp_path, picture)


def test_too_many_slides_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="slides"):
        read(tmp_path, page(frame("title", "Oil")) * 3, limits=Limits(pages=2))
