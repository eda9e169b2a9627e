"""How paragraphs look, whatever format they are in."""

from __future__ import annotations

from collections import Counter

import pytest

from ingest.domain.document import HeadingHint
from ingest.domain.outline import Provenance
from ingest.extract.paragraph_looks import Look, ParagraphLooks, believed

BODY = "The lamp is lit at dusk and put out at dawn, and the keeper writes down the weather."


def looks(*paragraphs: tuple[str, bool | None, int | None], size: int | None = 22) -> ParagraphLooks:
    found = ParagraphLooks(bold=False, size=size)
    for line, (text, bold, half_points) in enumerate(paragraphs, start=1):
        found.add(line, text, Counter({Look(bold, half_points): len(text)}), may_head=True)
    return found


def named(*lines: int) -> list[HeadingHint]:
    return [HeadingHint(line, 1, f"Named {line}", Provenance.STYLE) for line in lines]


def test_what_is_said_of_all_text_counts_where_nothing_else_is_said() -> None:
    (hint,) = looks(("Dusk", True, None), (BODY, None, None), size=30).hints()
    assert (hint.title, hint.relative_size, hint.bold, hint.style) == ("Dusk", 1.0, True, "1.00b")


def test_the_size_of_most_characters_is_that_of_the_text() -> None:
    (hint,) = looks(("Dusk", None, 36), (BODY, None, 24), ("Notes are short", None, 18)).hints()
    assert (hint.title, hint.relative_size) == ("Dusk", 1.5)


def test_a_number_alone_is_no_reason_to_judge_by_looks() -> None:
    assert looks(("1. Dusk", None, None), (BODY, None, None)).hints() == ()
    assert len(looks(("1. Dusk", None, None), ("Dawn", True, None), (BODY, None, None)).hints()) == 2


def test_a_paragraph_that_may_not_head_counts_only_as_text() -> None:
    found = looks((BODY, None, None))
    found.add(2, "Dusk", Counter({Look(True, 40): 4}), may_head=False)
    assert found.hints() == ()


CJK = "灯台の明かりは日暮れにともされ、夜明けに消される。"


def in_faces(*paragraphs: tuple[str, bool | None]) -> ParagraphLooks:
    found = ParagraphLooks(bold=False, size=21)
    for line, (text, gothic) in enumerate(paragraphs, start=1):
        found.add(line, text, Counter({Look(gothic=gothic): len(text)}), may_head=True)
    return found


def test_a_gothic_stands_out_of_an_east_asian_text_in_other_faces() -> None:
    (hint,) = in_faces(("点灯", True), (CJK, False), ("消灯", False)).hints()
    assert (hint.title, hint.bold, hint.style) == ("点灯", True, "1.00b")


def test_a_gothic_says_nothing_in_a_gothic_or_a_western_text() -> None:
    assert in_faces(("点灯", True), (CJK, True), ("消灯", False)).hints() == ()
    assert in_faces(("点灯", True), (BODY, None), ("消灯", False)).hints() == ()


def test_a_paragraph_in_two_faces_does_not_stand_out() -> None:
    found = in_faces((CJK, False))
    found.add(2, "点灯と消灯", Counter({Look(gothic=True): 4, Look(gothic=False): 1}), may_head=True)
    assert found.hints() == ()


def test_east_asian_text_fills_pages_twice_as_fast() -> None:
    assert (in_faces(("a" * 3_600, None)).pages, in_faces(("灯" * 3_600, False)).pages) == (3, 5)


def test_a_text_without_paragraphs_has_no_hints() -> None:
    assert (looks().hints(), looks().pages) == ((), 1)


@pytest.mark.parametrize(
    ("styled", "by_hand", "believes_looks"),
    [(0, 1, True), (1, 7, False), (1, 8, True), (3, 11, False), (3, 12, True), (5, 40, False)],
)
def test_few_styled_headings_yield_to_many_made_by_hand(
    styled: int, by_hand: int, believes_looks: bool
) -> None:
    headings = named(*range(1_001, 1_001 + styled))
    paragraphs = [(f"Part {at}", True, 28) for at in range(by_hand)] + [(BODY * 30, None, None)]
    hints = believed(headings, looks(*paragraphs))
    assert (bool(hints.layout), bool(hints.headings)) == (believes_looks, bool(styled) and not believes_looks)
