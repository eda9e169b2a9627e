from __future__ import annotations

from ingest.domain.document import MAX_NATIVE_LINE, Coverage
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import NativeText


def test_a_heading_below_a_wrapped_line_gets_the_number_it_has_in_the_text() -> None:
    long = "word " * 1_000
    native = NativeText([long, "", "Title", "text"], Coverage())
    extraction = keep_lines(
        native, NativeStructure((NativeHeading(3, 1, "Title"),), prose=("", "", "", "said"))
    )
    hint = extraction.hints.headings[0]
    assert extraction.lines[hint.line - 1].text == "Title"
    assert extraction.wrapped
    assert extraction.native
    assert all(len(line.text) <= MAX_NATIVE_LINE for line in extraction.lines)
    assert extraction.prose is not None
    assert len(extraction.prose) == len(extraction.lines)
    assert extraction.readable[hint.line].text == "said"


def test_lines_that_fit_stay_under_their_numbers() -> None:
    extraction = keep_lines(NativeText(["a", "b"], Coverage(notes=("x",))), NativeStructure(notes=("y",)))
    assert [line.text for line in extraction.lines] == ["a", "b"]
    assert not extraction.wrapped
    assert extraction.coverage.notes == ("x", "y")
    assert extraction.readable == extraction.lines


def test_a_heading_without_a_title_is_none() -> None:
    native = NativeText(["=", "b"], Coverage())
    assert keep_lines(native, NativeStructure((NativeHeading(1, 1, "  "),))).hints.headings == ()
