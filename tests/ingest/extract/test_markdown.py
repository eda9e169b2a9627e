from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ingest.domain.document import Extraction, texts
from ingest.extract.markdown import extract, find_headings
from ingest.extract.protocol import Limits, SourceFile

PARSER = MarkdownIt("commonmark")


def read(tmp_path: Path, text: str) -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    return extract(SourceFile(path, "a.md", "text/markdown"), limits=Limits())


def found(text: str) -> list[tuple[int, int, str]]:
    return [(h.line, h.level, h.source) for h in find_headings(text.split("\n"))]


def by_parser(lines: list[str]) -> list[tuple[int, int]]:
    tokens = PARSER.parse("\n".join(lines))
    return [
        (token.map[0] + 1, int(token.tag[1]))
        for token in tokens
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


PIECES = [
    *(
        "# A",
        "## B ##",
        "#",
        "#c",
        "Title",
        "===",
        "---",
        "text here",
        "",
        "",
        "",
        "  # ind",
        "   text",
        "***",
        "\\# no",
    ),
    *(
        "- item",
        "  - sub",
        "1. one",
        "2. two",
        "> quote",
        "> # q",
        "- # in list",
        "+ x",
        "10) x",
        ">",
    ),
    *(
        "    code",
        "\tcode",
        "    # deep",
        "```",
        "~~~",
        "```py",
        "  ```",
        "- ```",
        "  more",
        "  lazy",
        "| a | b |",
        "|---|",
    ),
    *(
        "<div>",
        "</div>",
        "<!-- a",
        "-->",
        "<!-- x -->",
        "<pre>",
        "</pre>",
        "<b>inline</b>",
        "text <b>",
        "<a href='x'>",
    ),
]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=7))
def test_headings_are_those_of_commonmark(lines: list[str]) -> None:
    assert [(h.line, h.level) for h in find_headings(lines)] == by_parser(lines)


def test_atx_and_setext_headings_are_found() -> None:
    text = "# One #\n\nTwo\n===\n\nThree\nin two lines\n---\n\n###### Six"
    assert found(text) == [(1, 1, "One"), (3, 1, "Two"), (6, 2, "Three in two lines"), (10, 6, "Six")]


def test_code_comments_lists_and_quotes_hold_no_headings() -> None:
    text = "```\n# no\n```\n\n"
    text += "<!--\n# no\n-->\n\n    # no\n\n- # no\n\n> # no\n\n~~~~\n# no\n~~~\n# no\n~~~~\n\n# Yes"
    assert found(text) == [(21, 1, "Yes")]


def test_a_fence_inside_a_list_ends_with_it() -> None:
    assert found("- a\n  ```\n  # no\n\nback\n\n# Yes") == [(7, 1, "Yes")]


def test_a_table_head_is_no_heading() -> None:
    assert found("| a | b |\n|---|---|\n| c | d |") == []


def test_a_text_whose_lines_only_page_marks_end_has_its_headings(tmp_path: Path) -> None:
    extraction = read(tmp_path, "# One\x0ctext\u2028\u2028## Two")
    assert texts(extraction.lines) == ["# One", "text", "", "## Two"]
    assert [(h.line, h.title) for h in extraction.hints.headings] == [(1, "One"), (4, "Two")]


def test_lines_keep_the_numbers_of_the_file(tmp_path: Path) -> None:
    extraction = read(tmp_path, "---\ntitle: From the head\n---\n\n# A `code` title {#a}\n\ntext\n")
    assert texts(extraction.lines)[4] == "# A `code` title {#a}"
    assert [(h.line, h.level, h.title) for h in extraction.hints.headings] == [(5, 1, "A code title")]
    assert extraction.metadata.title == "From the head"
    assert extraction.native
    assert not extraction.wrapped


def test_headings_move_with_wrapped_lines(tmp_path: Path) -> None:
    extraction = read(tmp_path, "A sentence is here. " * 200 + "\n\n# After\n")
    (heading,) = extraction.hints.headings
    assert extraction.lines[heading.line - 1].text == "# After"
    assert extraction.wrapped
    assert heading.line == 4


def test_a_heading_without_text_gives_no_section(tmp_path: Path) -> None:
    assert read(tmp_path, "#\n\n## \n\n# <br>\n").hints.headings == ()


def test_a_deeply_nested_file_is_read_in_one_go(tmp_path: Path) -> None:
    extraction = read(tmp_path, ("> " * 1_000 + "deep\n") * 50 + "\n# Out\n" + "- " * 900 + "x\n")
    assert [h.title for h in extraction.hints.headings] == ["Out"]


def test_invisible_characters_leave_the_titles(tmp_path: Path) -> None:
    extraction = read(tmp_path, "# Zero\u200bwidth \u202eheading\n")
    assert extraction.hints.headings[0].title == "Zerowidth heading"
    assert extraction.coverage.invisible_characters == 2
