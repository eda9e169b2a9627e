from __future__ import annotations

import pytest

from ingest.outline.chains import Candidate, chained
from ingest.outline.numbers import Rank, parse
from ingest.outline.plain_lines import PlainLines


def kept(text: str) -> list[tuple[str, int]]:
    """Titles that stay when every numbered line of a text is a candidate, with their ranks in order from 1."""
    lines = PlainLines(text.split("\n"))
    numbers = {n: number for n in range(1, len(lines) + 1) if (number := parse(lines.text(n)))}
    candidates = [Candidate(n, number.rank, number.title, 0.7, number) for n, number in numbers.items()]
    found = chained(lines, candidates, numbers)
    order = sorted({candidate.rank for candidate in found})
    return [(candidate.title, order.index(candidate.rank) + 1) for candidate in found]


TEXT = "\n\nThe lamps are lit every evening.\n\n"


def test_a_list_inside_a_section_does_not_end_the_count_of_sections() -> None:
    text = f"1 Lamps{TEXT}2 Use\n\n1. Open the door.\n2. Light it.\n\nClose the door again.\n\n3 Care{TEXT}"
    assert [title for title, _ in kept(text)] == ["1 Lamps", "2 Use", "3 Care"]


def test_a_number_that_begins_again_begins_another_chain() -> None:
    text = TEXT.join(["一、甲", "（一）子", "（二）丑", "二、乙", "（一）寅", "（二）卯", ""])
    assert [rank for _, rank in kept(text)] == [1, 2, 2, 1, 2, 2]


@pytest.mark.parametrize(
    "heads",
    [
        ("I. Oil", "A. Wax", "B. Gas", "II. Sea"),
        ("A. Oil", "1. Wax", "2. Gas", "B. Sea"),
        ("1. 甲", "一、乙", "二、丙", "2. 丁"),
    ],
)
def test_the_kind_of_number_that_comes_first_holds_the_others(heads: tuple[str, ...]) -> None:
    assert [rank for _, rank in kept(TEXT.join([*heads, ""]))] == [1, 2, 2, 1]


def test_a_letter_between_letters_is_no_roman_number() -> None:
    assert len(kept(TEXT.join(["A. Oil", "B. Wax", "C. Gas", "D. Coal", ""]))) == 4


def test_sections_stand_below_the_articles_before_them() -> None:
    text = TEXT.join(["Article I Lamps", "Section 1 Oil", "Section 2 Gas", "Article II Ships", ""])
    assert [rank for _, rank in kept(text)] == [1, 2, 2, 1]


def test_entries_of_a_list_have_no_text_under_them() -> None:
    assert kept("1. Oil\n2. Wicks\n3. Glass\n") == []


def test_printed_contents_are_no_chapters() -> None:
    chapters = TEXT.join(["Chapter 1 Lamps", "Chapter 2 Ships", "Chapter 3 Ports", ""])
    text = "Chapter 1 Lamps\nChapter 2 Ships\nChapter 3 Ports\n\n" + chapters
    assert len(kept(text)) == 3
    numbered = "1. Lamps\n   lit at dusk and put out at dawn\n2. Ships\n   sails\n3. Ports\n   a quay\n\n"
    assert [rank for _, rank in kept(numbered + chapters)] == [1, 1, 1]


def test_an_entry_far_from_the_last_number_does_not_count_on() -> None:
    assert len(kept(TEXT.join(["1. Lamps", "2. Ships", "40. Ports", ""]))) == 2


def test_ranks_of_spelled_numbers_are_their_own() -> None:
    assert Rank.PART < Rank.CHAPTER < Rank.SECTION < Rank.ARTICLE < Rank.DECIMAL
