from __future__ import annotations

import pytest

from ingest.card.first_page import subject_of_letter, title_of_first_page
from ingest.domain.document import Line, Place

BODY = "The keeper lights the lamp at dusk and puts it out again at dawn, every day of the year"


def row(text: str, size: float, page: int = 1, rows: int = 1) -> Line:
    """A line as print of a size would give it: a letter is half as wide as it is high, an ideograph as wide."""
    columns = sum(2 if character > "\u2e80" else 1 for character in text)
    return Line(text, Place(page=page, box=(72, 72, 72 + columns * size / 2 / rows, 72 + size * 1.15 * rows)))


def title(*lines: Line) -> str | None:
    return title_of_first_page((*lines, *[row(BODY, 10)] * 8), lambda text: text != "Contents")


def test_the_largest_type_names_the_document() -> None:
    assert title(row("Harbour Board", 12), row("Of Lamps", 20), row("1 Oil", 14)) == "Of Lamps"


def test_rows_of_equal_size_are_one_title() -> None:
    assert title(row("Of Lamps", 20), row("and Oil", 20), row("A. Keeper", 12)) == "Of Lamps and Oil"
    assert title(row("灯台の", 20), row("点検手順書", 19.5)) == "灯台の点検手順書"


def test_a_title_of_two_rows_in_one_line_is_as_large() -> None:
    assert (
        title(row("A Long Title Of Lamps And Of Oil", 18, rows=2), row("Preface", 14))
        == "A Long Title Of Lamps And Of Oil"
    )


def test_a_version_does_not_belong_to_the_title() -> None:
    assert title(row("Of Lamps", 20), row("Version 2.1 of May", 20)) == "Of Lamps"


def test_what_cannot_be_a_title_is_passed_over() -> None:
    assert title(row("Contents", 24), row("| a | b |", 24), row("Of Lamps", 20)) == "Of Lamps"


def test_type_of_one_size_has_no_title() -> None:
    assert title(row("Harbour Board", 10), row("Of Lamps", 10.2)) is None
    assert title_of_first_page([Line("Of Lamps"), Line(BODY)], bool) is None


def test_a_large_row_below_paragraphs_is_a_section() -> None:
    text = [row(BODY + ".", 10)] * 3
    assert title(row("Letter", 10), *text, row("Of Lamps", 16)) is None


def test_only_the_first_page_with_text_is_looked_at() -> None:
    assert title(row("Preface of a kind", 12, 2), row("Of Lamps", 20, 3)) == "Preface of a kind"


@pytest.mark.parametrize(
    "subject",
    [
        "灯台の点検の改正について",
        "見学会のお知らせ",
        "关于做好灯塔检查工作的通知",
        "規則の改正について（通知）",
    ],
)
def test_an_official_letter_is_named_by_its_subject(subject: str) -> None:
    lines = [
        Line(text)
        for text in ("港発第12号", "令和五年三月十日", "各位", subject, "標記の件、次のとおり定めた。")
    ]
    assert subject_of_letter(lines) == subject
    assert subject_of_letter(lines[:3]) is None
