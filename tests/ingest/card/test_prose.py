import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.card.prose import Kind, paragraphs, plain
from ingest.domain.document import Line


def kinds(text: str, headings: frozenset[int] = frozenset()) -> list[tuple[Kind, str]]:
    lines = [Line(line) for line in text.split("\n")]
    return [(paragraph.kind, paragraph.text) for paragraph in paragraphs(lines, headings)]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("A lamp shines.", Kind.PROSE),
        ("# Lamp", Kind.HEADING),
        ("| a | b |", Kind.TABLE),
        ("|---|---|", Kind.TABLE),
        ("- item", Kind.ITEM),
        ("12. item", Kind.ITEM),
        ("・項目", Kind.ITEM),
        ("> quoted", Kind.QUOTE),
        ("[^1]: a note", Kind.NOTE),
        ("[ref]: http://example.org", Kind.NOTE),
        ("Introduction . . . . . . 7", Kind.CONTENTS),
        ("はじめに …… 3", Kind.CONTENTS),
        ("Einleitung … 12", Kind.CONTENTS),
        ("第1章 概要・・・・・・・・5", Kind.CONTENTS),
        ("    x = 1", Kind.CODE),
        ("::: warning", Kind.CODE),
    ],
)
def test_a_line_has_its_kind(line: str, kind: Kind) -> None:
    assert [found for found, _ in kinds(line)] == [kind]


def test_lines_of_a_paragraph_are_joined() -> None:
    assert kinds("The lamp\nshines.\n\nNext.") == [(Kind.PROSE, "The lamp shines."), (Kind.PROSE, "Next.")]


def test_cjk_lines_are_joined_without_a_blank() -> None:
    assert kinds("灯台は海を\n照らす。") == [(Kind.PROSE, "灯台は海を照らす。")]


@pytest.mark.parametrize("fence", ["```", "~~~~", "```python"])
def test_fences_hold_code_until_they_close(fence: str) -> None:
    assert kinds(f"{fence}\n# no heading\n\n- no item\n{fence.strip('python')}\nProse.")[-1] == (
        Kind.PROSE,
        "Prose.",
    )
    assert {kind for kind, _ in kinds(f"{fence}\n# no heading\ntext")} == {Kind.CODE}


def test_front_matter_and_comments_are_left_out() -> None:
    text = "---\ntitle: x\n---\n<!-- a\ncomment -->\nProse.\n<!-- one line -->"
    assert kinds(text) == [(Kind.PROSE, "Prose.")]


def test_lines_that_the_outline_calls_headings_are_headings() -> None:
    assert kinds("Scope\nThis is text.", frozenset({1}))[0] == (Kind.HEADING, "Scope")


def test_underlines_of_headings_are_no_text() -> None:
    assert kinds("Scope\n=====\n\nText.", frozenset({1})) == [(Kind.HEADING, "Scope"), (Kind.PROSE, "Text.")]


def test_each_item_is_a_paragraph_and_keeps_its_continuation() -> None:
    assert kinds("- one\n  more\n- two") == [(Kind.ITEM, "one more"), (Kind.ITEM, "two")]


def test_lines_of_a_converted_file_are_paragraphs_unless_they_are_cut_off() -> None:
    full = "A row of print that fills the column and has no end because the sentence goes"
    lines = [
        Line(text)
        for text in (
            "The Title",
            "A. Keeper",
            full,
            "on here.",
            "Next.",
            "本文は行の途中で" * 4,
            "折り返す。",
        )
    ]

    assert [p.text for p in paragraphs(lines, native=False)] == [
        "The Title",
        "A. Keeper",
        f"{full} on here.",
        "Next.",
        "本文は行の途中で" * 4 + "折り返す。",
    ]


def test_indented_words_are_text_and_indented_code_is_not() -> None:
    assert kinds("          The Lamp Keeper Guide") == [(Kind.PROSE, "The Lamp Keeper Guide")]
    assert [kind for kind, _ in kinds("    x = f(y);\n    return")] == [Kind.CODE]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**bold** and *soft* and `code`", "bold and soft and code"),
        ("[a link](http://example.org/x_(y)) here", "a link here"),
        ("[text][ref] and ![alt](x.png)done", "text and done"),
        ("note[^1].", "note."),
        ("<b>tag</b> {#id}", "tag"),
        (r"1\. \*not bold\*", "1. *not bold*"),
        ("zero\u200bwidth \u202ebidi", "zerowidth bidi"),
        ("**ശില്\u200dപം** می\u200cخواهم 👩\u200d💻 a\u200db", "ശില്\u200dപം می\u200cخواهم 👩\u200d💻 ab"),
        ("snake_case_name 2*3*4", "snake_case_name 2*3*4"),
        ("tab\tand  blanks", "tab and blanks"),
    ],
)
def test_markup_is_taken_off(markdown: str, text: str) -> None:
    assert plain(markdown) == text


@given(st.lists(st.text(max_size=60), max_size=30))
def test_any_lines_can_be_read(lines: list[str]) -> None:
    found = list(paragraphs([Line(text) for text in lines]))

    assert all(1 <= paragraph.first_line <= len(lines) for paragraph in found)
    assert [p.first_line for p in found] == sorted(p.first_line for p in found)


def test_signs_inside_of_code_are_no_markup() -> None:
    assert plain("use `<textarea>` and `a_b_c` or *so*") == "use <textarea> and a_b_c or so"


def test_a_word_cut_at_a_line_end_is_one_word() -> None:
    text = "The keeper writes every infor-\nmation into a well-\nknown book."
    found = list(paragraphs([Line(line) for line in text.split("\n")]))
    assert [p.text for p in found] == ["The keeper writes every information into a well-known book."]


@pytest.mark.parametrize(
    "code", ["    def light(lamp):", "    lamp = light(1)", "    sudo light lamp", "    if lamp: out()"]
)
def test_indented_code_is_no_prose(code: str) -> None:
    found = list(
        paragraphs([Line("Consider this:"), Line(""), Line(code), Line(""), Line("It lights the lamp.")])
    )
    assert [p.kind for p in found] == [Kind.PROSE, Kind.CODE, Kind.PROSE]


def test_scripts_and_styles_in_a_page_are_no_text() -> None:
    lines = ["<script setup>", "const lamp = ref(1)", "</script>", "", "The lamp is lit."]
    assert [p.text for p in paragraphs([Line(line) for line in lines])] == ["The lamp is lit."]
