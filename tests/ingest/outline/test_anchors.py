from __future__ import annotations

from ingest.outline.anchors import Landmarks, folded

TEXT = ["# One", "", "Alpha.", "", "## Notes", "Beta.", "# Two", "Gamma.", "## Notes", "Delta.", "---", ""]


def where(old: list[str], new: list[str], *lines: int) -> list[int | None]:
    before = Landmarks(old)
    return Landmarks(new).locate([before.anchor(line) for line in lines])


def test_every_line_is_found_in_the_same_text() -> None:
    everywhere = list(range(1, len(TEXT) + 1))
    assert where(TEXT, TEXT, *(line for line in everywhere if TEXT[line - 1])) == [
        line for line in everywhere if TEXT[line - 1]
    ]


def test_places_move_with_the_text_before_them() -> None:
    assert where(TEXT, ["Preface.", "By the author.", "", *TEXT], 1, 5, 9) == [4, 8, 12]


def test_marks_case_and_width_do_not_matter() -> None:
    assert folded("## **１.2** Notes！") == folded("1.2 NOTES") == "12notes"
    assert where(["# One", "Alpha."], ["ONE", "alpha"], 1) == [1]


def test_equal_words_are_told_apart_by_their_neighbours() -> None:
    without_first = [line for index, line in enumerate(TEXT) if index not in {4, 5}]
    assert where(TEXT, without_first, 9) == [without_first.index("## Notes") + 1]
    assert where(TEXT, without_first, 5, 9)[1] == without_first.index("## Notes") + 1


def test_equal_words_among_equal_neighbours_are_told_apart_by_their_order() -> None:
    same = ["Start.", "Here.", *["Head", "Body"] * 50]
    assert where(same, ["New.", "New too.", *same], 1, *range(21, 31, 2)) == [3, 23, 25, 27, 29, 31]


def test_a_line_whose_words_changed_is_found_between_its_neighbours() -> None:
    assert where(TEXT, [line.replace("Two", "Second") for line in TEXT], 7) == [7]


def test_what_is_gone_is_none() -> None:
    assert where(TEXT, ["Something", "else", "altogether."], 1, 5) == [None, None]


def test_blank_lines_are_held_by_the_words_after_them_else_before() -> None:
    assert where(TEXT, ["Preface.", *TEXT], 4, 12) == [5, 13]
    assert Landmarks(["", ""]).locate([Landmarks(["", ""]).anchor(1)]) == [None]
