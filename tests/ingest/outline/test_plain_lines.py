from __future__ import annotations

from ingest.outline.plain_lines import PlainLines, columns, is_capitals, is_rule, is_title_like


def test_ideographs_take_two_columns() -> None:
    assert columns("灯台 a") == 6


def test_what_could_be_a_title() -> None:
    assert is_title_like("A short title")
    assert is_title_like("What is it?")
    for text in (
        "",
        "ends with a comma,",
        "Name    Count",
        "Scope ........ 3",
        "- item",
        "x" * 101,
        "123",
        "see http://a.example",
    ):
        assert not is_title_like(text), text


def test_what_is_written_in_capitals() -> None:
    assert is_capitals("SEE ALSO")
    for text in ("NASA said", "TIMEOUT = 3", "MAX_SIZE", "OK", "灯台", "LAMP(1)", "STOP!"):
        assert not is_capitals(text), text


def test_a_line_stands_alone_between_blank_ones() -> None:
    lines = PlainLines(["a", "", "b", "", "c", "d"])
    assert [lines.is_alone(number) for number in range(1, 7)] == [True, False, True, False, False, False]
    assert lines.next_filled(1) == 3
    assert lines.next_filled(6) == 0
    assert lines.text(99) == ""


def test_an_indented_body_makes_headings_hang() -> None:
    lines = PlainLines(["Head", "", "    body", "    body", "    body"])
    assert lines.is_hanging
    assert lines.stands_out(1)
    assert not lines.is_inside_body(1)
    assert lines.is_inside_body(3)


def test_rules_are_made_of_signs() -> None:
    assert is_rule("-----")
    assert not is_rule("- a -")
