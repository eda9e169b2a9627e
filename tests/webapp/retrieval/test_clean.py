from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.retrieval.clean import one_line, plain, unbroken


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0"])
def test_nothing_that_breaks_a_line_is_left(breaks: str) -> None:
    assert one_line(f"a{breaks}b") == "a b"


def test_what_nobody_sees_is_no_part_of_a_line() -> None:
    assert (
        one_line("Plans\u202e \u200b of \U000e0049\U000e0047us 報告書 👩\u200d💻")
        == "Plans of us 報告書 👩\u200d💻"
    )


@given(st.text())
def test_any_text_is_one_line_to_every_reader(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert len(plain(text).splitlines()) <= 1
    assert len(unbroken(text).splitlines()) <= 1


def test_a_line_of_a_document_keeps_its_indent_and_inner_blanks() -> None:
    assert unbroken("    if  x:\t") == "    if  x:"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("## The anatomy of context", "The anatomy of context"),
        ("## Deploying { #deploying }", "Deploying"),
        ("- a **bold** and `code` item", "a bold and code item"),
        ("> quoted _words_ of snake_case", "quoted words of snake_case"),
        ("See [the guide](https://example.test/a_b) now", "See the guide now"),
        ("![a chart](chart.png)", "a chart"),
        ("| cell one | cell two |", "cell one cell two"),
        ("|---|:---:|", ""),
        ("-----", ""),
        ("<br/>some <b>html</b>", "some html"),
        ("Tides <!-- a note of the author --> rise", "Tides rise"),
        ("<!-- a note that goes on", ""),
        ("and ends here -->", ""),
        ("a --> b <-- c", "a --> b <-- c"),
        ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        ("日本語の文です。", "日本語の文です。"),
    ],
)
def test_markdown_noise_is_taken_away(line: str, shown: str) -> None:
    assert plain(line) == shown
