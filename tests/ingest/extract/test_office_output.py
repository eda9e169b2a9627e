import pytest

from ingest.domain.errors import TooLarge
from ingest.extract.office_output import Output


def texts(output: Output) -> list[str]:
    return [line.text for line in output.lines]


def test_blocks_are_kept_apart_and_lists_together() -> None:
    output = Output(10_000)
    output.text("a")
    output.item("-", "b", 0)
    output.item("-", "c", 1)
    output.code("d")
    output.code("e")
    output.text("f")
    output.finish()

    assert texts(output) == ["a", "", "- b", "   - c", "", "```", "d", "e", "```", "", "f"]


def test_an_open_fence_is_closed_at_the_end() -> None:
    output = Output(100)
    output.code("x")
    output.finish()

    assert texts(output) == ["```", "x", "```"]


def test_a_hint_points_at_the_line_of_its_heading() -> None:
    output = Output(1000)
    output.text("before")
    output.heading("One", 1)
    output.heading("Two", 2)

    assert [(output.lines[hint.line - 1].text, hint.level) for hint in output.headings] == [
        ("# One", 1),
        ("## Two", 2),
    ]


@pytest.mark.parametrize(
    ("levels", "numbers", "titles"),
    [
        ((1, 2, 2, 1), ("1", "1.1", "1.2", "2"), ("t", "t", "t", "t")),
        ((1, 2, 3), ("", "1.", "1.1."), ("t", "t", "t")),
        ((1, 1), ("第1章", "第2章"), ("第1章 t", "第2章 t")),
        ((1, 1), ("", "1"), ("t", "1 t")),
        ((1, 1), ("12", "13"), ("12 t", "13 t")),
    ],
)
def test_numbers_join_the_title_where_the_tree_does_not_say_them(
    levels: tuple[int, ...], numbers: tuple[str, ...], titles: tuple[str, ...]
) -> None:
    output = Output(1000)
    for level, number in zip(levels, numbers, strict=True):
        output.heading("t", level, number=number)

    assert tuple(hint.title for hint in output.headings) == titles


def test_long_items_are_wrapped_below_their_marker() -> None:
    output = Output(10_000)
    output.item("10.", "A lamp shines. " * 60, 1)

    assert all(len(text) <= 400 for text in texts(output))
    assert texts(output)[0].startswith("   10. A lamp")
    assert texts(output)[1].startswith("       A lamp")


def test_more_text_than_the_limit_is_refused() -> None:
    output = Output(10)
    with pytest.raises(TooLarge):
        output.text("more than ten")
