from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.codec import CodecError, dumps, loads
from ingest.domain.document import Coverage, Extraction, HeadingHint, Hints, LayoutHint, Line, Metadata, Place
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section


@dataclass(frozen=True)
class Held:
    lines: tuple[Line, ...]
    outline: Outline
    note: str | None = None


places = st.none() | st.builds(
    Place,
    page=st.none() | st.integers(1, 3),
    box=st.none() | st.tuples(*[st.floats(0, 10, width=16)] * 4),
    part=st.none() | st.text(max_size=3),
    seconds=st.none() | st.floats(0, 10, width=16),
)
any_text = st.text(st.characters(), max_size=8)


@given(lines=st.lists(st.builds(Line, text=any_text, place=places), max_size=12), note=st.none() | any_text)
def test_what_was_written_is_read_back(lines: list[Line], note: str | None) -> None:
    outline = Outline((), OutlineQuality.NONE, len(lines))
    held = Held(tuple(lines), outline, note)
    assert loads(Held, dumps(held)) == held


def test_nested_trees_enums_and_tuples_survive() -> None:
    child = Section("1.1", "Inner", 2, 2, 3, Provenance.MARKUP, 0.5, "A summary.", ("a", "b"))
    top = Section("1", "Outer", 1, 1, 3, Provenance.BOOKMARK, children=(child,))
    outline = Outline((top,), OutlineQuality.HIGH, 3)
    read = loads(Outline, dumps(outline))
    assert read == outline
    assert read.sections[0].children[0].provenance is Provenance.MARKUP


def test_a_whole_extraction_survives() -> None:
    extraction = Extraction(
        lines=(Line("# A", Place(page=1)), Line("b", Place(page=1)), Line("c")),
        hints=Hints(
            headings=(HeadingHint(1, 1, "A", Provenance.STYLE),),
            layout=(LayoutHint(line=1, title="A", page=1, relative_size=1.5, bold=True, style="big"),),
            pages=(1, 3),
        ),
        metadata=Metadata(title="T", authors=("x",), page_count=2),
        coverage=Coverage(pages_without_text=(2,), notes=("half empty",)),
        wrapped=True,
    )
    assert loads(Extraction, dumps(extraction)) == extraction


def test_lone_surrogates_survive() -> None:
    held = Held((Line("a\ud800b"),), Outline((), OutlineQuality.NONE, 1))
    assert loads(Held, dumps(held)).lines[0].text == "a\ud800b"


def test_equal_places_are_written_once() -> None:
    one_page = tuple(Line("x", Place(page=7)) for _ in range(1000))
    size = len(dumps(Held(one_page, Outline((), OutlineQuality.NONE, 1000))))
    assert size < 6_000


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{",
        b'{"lines":{}}',
        b'{"lines":{"texts":["a"],"places":[],"runs":[1]},"outline":{}}',
        b'{"lines":{"texts":["a","b"],"places":[null],"runs":[1]},'
        b'"outline":{"sections":[],"quality":"none","line_count":1}}',
        b'{"lines":["a"],"outline":{"sections":[],"quality":"none","line_count":1}}',
        b'{"lines":[],"outline":{"sections":[],"quality":"fine","line_count":1}}',
        b'{"lines":[],"outline":{"sections":[],"quality":"none","line_count":"1"}}',
    ],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        loads(Held, data)


def test_what_is_no_part_of_the_vocabulary_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        dumps({1})
