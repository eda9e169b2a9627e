from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.domain import codec
from ingest.domain.document import Line
from ingest.domain.outline import Heading, Outline, OutlineQuality, Provenance, violations
from ingest.outline.anchors import Landmarks
from ingest.outline.edits import Edited, Marks, Wanted, lay_over, marks_between
from ingest.outline.operations import check, wanted_of
from ingest.outline.summaries import summarise
from ingest.outline.tree import grow

TEXT = [
    "# Tides",
    "The tide rises twice a day here.",
    "",
    "## Causes",
    "The moon pulls the water towards it.",
    "",
    "## Tables",
    "Every harbour prints its own tables.",
    "",
    "# Gauges",
    "A stilling well keeps the waves out.",
]


def lines_of(texts: list[str]) -> list[Line]:
    return [Line(text) for text in texts]


def extracted(texts: list[str]) -> Outline:
    found = [
        Heading(number, text.index(" "), text.lstrip("# "), Provenance.FONT, 0.4)
        for number, text in enumerate(texts, 1)
        if text.startswith("#")
    ]
    sections = summarise(grow(found, line_count=len(texts)), lines_of(texts))
    return Outline(sections, OutlineQuality.LOW if sections else OutlineQuality.NONE, len(texts))


def edit(wanted: list[Wanted], texts: list[str] = TEXT, then: list[str] | None = None) -> Edited:
    marks = marks_between(extracted(texts), wanted, Landmarks(texts))
    kept = codec.loads(Marks, codec.dumps(Marks(marks))).marks
    new = texts if then is None else then
    return lay_over(extracted(new), kept, lines_of(new))


def shown(outline: Outline) -> list[tuple[str, str, int, int]]:
    return [(s.number, s.title, s.first_line, s.last_line) for s in outline.walk()]


WANTED = [Wanted(1, 1, "Tides"), Wanted(4, 2, "Why"), Wanted(8, 3, "Printed"), Wanted(10, 1, "Gauges")]
EDITED = [("1", "Tides", 1, 9), ("1.1", "Why", 4, 9), ("1.1.1", "Printed", 8, 9), ("2", "Gauges", 10, 11)]


def test_an_edit_renames_adds_removes_and_moves() -> None:
    done = edit(WANTED)
    assert shown(done.outline) == EDITED
    assert done.outline.quality is OutlineQuality.HIGH
    provenances = [(s.provenance.value, s.confidence) for s in done.outline.walk()]
    assert provenances == [("font", 0.4), ("edited", 1.0), ("edited", 1.0), ("font", 0.4)]
    assert done.lost == ()


def test_summaries_change_with_the_text_below_a_heading_only() -> None:
    before = extracted(TEXT)
    after = edit([Wanted(1, 1, "Tides"), Wanted(7, 2, "Tables"), Wanted(10, 1, "Gauges")]).outline
    assert [s.summary for s in after.walk()] == [
        "The tide rises twice a day here.",
        "Every harbour prints its own tables.",
        "A stilling well keeps the waves out.",
    ]
    assert after.find("2") == before.find("2")


def test_an_edit_is_found_again_where_lines_moved() -> None:
    moved = ["A preface.", "", *TEXT[:5], "One more line.", *TEXT[5:]]
    done = edit(WANTED, then=moved)
    assert shown(done.outline) == [
        ("1", "Tides", 3, 12), ("1.1", "Why", 6, 12), ("1.1.1", "Printed", 11, 12), ("2", "Gauges", 13, 14),
    ]  # fmt: skip


def test_new_chapters_join_an_edited_outline() -> None:
    done = edit(WANTED, then=[*TEXT, "# Datum", "Zero is a promise."])
    assert [title for _, title, _, _ in shown(done.outline)] == ["Tides", "Why", "Printed", "Gauges", "Datum"]


def test_a_change_whose_place_is_gone_is_told_and_the_others_stay() -> None:
    without = [text for text in TEXT if "Causes" not in text and "moon" not in text]
    done = edit(WANTED, then=without)
    assert [mark.title for mark in done.lost] == ["Why"]
    assert [title for _, title, _, _ in shown(done.outline)] == ["Tides", "Printed", "Gauges"]


def test_a_heading_that_is_not_found_any_more_stays_where_a_person_touched_it() -> None:
    plain = [text.replace("## Causes", "Causes") for text in TEXT]
    done = edit([*wanted_of(extracted(TEXT))[:1], Wanted(4, 2, "Causes", confirmed=True)], then=plain)
    assert ("1.1", "Causes", 4, 11) in shown(done.outline)


def test_an_outline_without_changes_is_the_extracted_one() -> None:
    assert edit(wanted_of(extracted(TEXT))).outline == extracted(TEXT)
    assert edit(WANTED, then=["Nothing", "of it."]).outline == extracted(["Nothing", "of it."])


def test_all_sections_can_be_removed() -> None:
    done = edit([])
    assert (done.outline.sections, done.outline.quality) == ((), OutlineQuality.NONE)


texts = st.lists(
    st.sampled_from(["# Head", "## Part", "### Piece", "Some words.", "Others.", "", "---", "第一章 海"]),
    min_size=1,
    max_size=40,
)


@st.composite
def edits(draw: st.DrawFn) -> tuple[list[str], list[Wanted]]:
    text = draw(texts)
    at = sorted(draw(st.sets(st.integers(1, len(text)), max_size=12)))
    wanted: list[Wanted] = []
    for line in at:
        deepest = min(12, wanted[-1].level + 1 if wanted else 1)
        wanted.append(Wanted(line, draw(st.integers(1, deepest)), draw(st.sampled_from("ABC"))))
    return text, wanted


@given(edits())
def test_every_wanted_outline_is_what_one_gets_and_sound(case: tuple[list[str], list[Wanted]]) -> None:
    text, wanted = case
    check(wanted, len(text))
    done = edit(wanted, text).outline
    assert violations(done) == []
    if any(line.strip("-") for line in text):
        assert [(w.line, w.level, w.title) for w in wanted_of(done)] == [
            (w.line, w.level, w.title) for w in wanted
        ]


@given(edits(), texts)
def test_an_edit_on_any_other_text_leaves_a_sound_outline(
    case: tuple[list[str], list[Wanted]], other: list[str]
) -> None:
    done = edit(case[1], case[0], then=other)
    assert violations(done.outline) == []
