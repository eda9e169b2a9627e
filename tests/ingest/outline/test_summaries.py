from __future__ import annotations

import pytest

from ingest.domain.document import Line
from ingest.domain.outline import Heading, Provenance, Section
from ingest.outline.summaries import SUMMARY_LENGTH, summarise
from ingest.outline.tree import grow


def summarised(text: str, *heads: tuple[int, int]) -> tuple[Section, ...]:
    lines = [Line(line) for line in text.split("\n")]
    headings = [Heading(line, level, f"T{line}", Provenance.MARKUP) for line, level in heads]
    return summarise(grow(headings, line_count=len(lines)), lines)


def summary_of(text: str) -> str:
    return summarised(f"# T1\n{text}", (1, 1))[0].summary


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("The lamp is lit. It burns.", "The lamp is lit."),
        ("The lamp\nis lit at\nnight. It burns.", "The lamp is lit at night."),
        ("灯台は夜の海を照らす。船は進む。", "灯台は夜の海を照らす。"),
        ("灯台は夜の\n海を照らす光を出す。", "灯台は夜の海を照らす光を出す。"),
        ("Version 2.5 of the lamp is out. More.", "Version 2.5 of the lamp is out."),
        ("Use e.g. a small lamp in here. More.", "Use e.g. a small lamp in here."),
        ("- The first item of a list. Second.", "The first item of a list."),
        ("> A quoted sentence is here. Second.", "A quoted sentence is here."),
        ("**Bold** and [a link](https://x.example) and `<code>` here.", "Bold and a link and <code> here."),
        ("```\ncode is not prose.\n```\nProse comes after it.", "Prose comes after it."),
        ("| a | b |\n|---|---|\n| c | d |\n\nProse after a table.", "Prose after a table."),
        ("![A picture](x.png)\n\nProse after a picture.", "Prose after a picture."),
        ("Lamps:\n\nThe lamp is a light. It burns.", "The lamp is a light."),
        ("no end of a sentence here", "no end of a sentence here"),
        ("1234 5678", ""),
        ("", ""),
    ],
)
def test_the_summary_is_the_first_sentence_of_real_text(text: str, summary: str) -> None:
    assert summary_of(text) == summary


def test_a_long_sentence_is_shortened() -> None:
    assert len(summary_of("word " * 100 + ".")) <= SUMMARY_LENGTH


def test_a_section_speaks_for_itself_not_for_its_children() -> None:
    (top,) = summarised("# T1\n\n## T3\nThe child says this here.", (1, 1), (3, 2))
    assert top.summary == ""
    assert top.children[0].summary == "The child says this here."


def test_a_line_that_stands_everywhere_is_no_summary() -> None:
    text = "".join(
        f"# H\nTry it in the playground now.\nSection {word} is about {word} lamps.\n\n"
        for word in ("red", "blue", "green")
    )
    assert [s.summary for s in summarised(text.replace("now.\n", "now.\n\n"), (1, 1), (6, 1), (11, 1))] == [
        "Section red is about red lamps.",
        "Section blue is about blue lamps.",
        "Section green is about green lamps.",
    ]


def test_a_document_without_sections_has_nothing_to_summarise() -> None:
    assert summarise((), [Line("a")]) == ()
