import pytest

from ingest.card.abstract import WORDS, sentences, write_abstract
from ingest.card.prose import paragraphs
from ingest.domain.document import Line
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section
from ingest.domain.words import count_words

EN = "The keeper climbs the stairs every evening and lights the lamp before the ships come near the coast."
JA = "灯台守は毎晩階段を上り、船が岸に近づく前に灯をともす。"


def abstract(text: str, language: str = "en") -> str:
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines, 1) if line.startswith("#")]
    sections = tuple(
        Section(
            str(i + 1),
            lines[n - 1].lstrip("# "),
            1,
            n,
            (starts[i + 1] - 1 if i + 1 < len(starts) else len(lines)),
            Provenance.MARKUP,
        )
        for i, n in enumerate(starts)
    )
    outline = Outline(sections, OutlineQuality.HIGH if sections else OutlineQuality.NONE, len(lines))
    return write_abstract(list(paragraphs([Line(line) for line in lines])), outline, language)


def test_it_is_about_two_hundred_words_and_ends_with_a_sentence() -> None:
    found = abstract("\n\n".join([EN] * 40))

    assert WORDS * 0.8 <= count_words(found) <= WORDS * 1.15
    assert found.endswith(".")


def test_cjk_is_about_four_hundred_characters_and_ends_with_a_sentence() -> None:
    found = abstract(JA * 60, "ja")

    assert 320 <= count_words(found) <= 460
    assert found.endswith("。")


@pytest.mark.parametrize(
    "noise",
    [
        "Copyright © 2024 by the keepers. All rights reserved, and no part of this may be copied by anyone.",
        "Permission is hereby granted, free of charge, to any person obtaining a copy of this lamp.",
        "本書の無断転載を禁じます。著作権は灯台守協会に帰属します。詳しくは協会までお問い合わせください。",
        "- [Home](a.html)\n- [About](b.html)\n- [Contact](c.html)",
        "Introduction . . . . . . . . 1\nThe lamp . . . . . . . . . 7",
        "| a | b |\n|---|---|\n| one cell of a table with many words in it | two |",
        "```\nlamp = Lamp() # this is code and not a sentence at all, is it.\n```",
        "ANNUAL REPORT 2024\nThe Harbour Office\nVolume Seven",
        "A. Keeper keeper@example.org, B. Mate mate@example.org, C. Oil oil@example.org, Harbour Office.",
        "![A picture of a lamp in the night that shines over the sea.](lamp.png)",
        "---\ntitle: A lamp\ndescription: not this sentence, which is in the front matter.\n---",
    ],
)
def test_it_begins_with_real_text(noise: str) -> None:
    assert abstract(f"{noise}\n\n{EN} {EN}").startswith("The keeper climbs")


@pytest.mark.parametrize(
    "title", ["Contents", "License", "著作権", "目录", "Revision history", "Acknowledgements"]
)
def test_sections_about_the_document_itself_are_passed_over(title: str) -> None:
    about = "This sentence belongs to a section that says nothing about lamps at all."
    text = f"# Lamps\n\n## {title}\n\n{about}\n\n## Oil\n\n{EN} {EN}"

    assert abstract(text).startswith("The keeper climbs")


@pytest.mark.parametrize(
    "title", ["Abstract", "ABSTRACT", "概要", "摘要", "Zusammenfassung", "초록", "Executive Summary"]
)
def test_an_abstract_of_its_own_is_taken(title: str) -> None:
    own = "Lamps of the old kind burn oil and need a keeper who fills them. " * 4

    assert abstract(f"# Lamps\n\n{EN} {EN}\n\n# {title}\n\n{own}\n\n# Oil\n\n{EN}").startswith(
        "Lamps of the old kind"
    )


@pytest.mark.parametrize("label", ["Abstract—", "Abstract. ", "ABSTRACT: ", "Summary: "])
def test_an_abstract_may_begin_a_paragraph(label: str) -> None:
    own = "Lamps of the old kind burn oil and need a keeper who fills them. " * 5

    assert abstract(f"{EN} {EN}\n\n{label}{own}\n\n{EN}").startswith("Lamps of the old kind")


def test_a_document_of_lists_is_summed_up_by_its_items() -> None:
    items = "\n".join(
        f"- The keeper fills lamp number {n} with fresh oil every single morning." for n in range(9)
    )

    assert abstract(f"# Duties\n\n{items}").startswith("The keeper fills lamp number 0")


def test_fragments_are_better_than_nothing() -> None:
    assert abstract("lamp oil\n\nwick") == "lamp oil\nwick"


@pytest.mark.parametrize(
    "text", ["", "# Only a heading", "| a | b |\n|---|---|\n| 1 | 2 |", "```\ncode\n```"]
)
def test_without_running_text_it_is_empty(text: str) -> None:
    assert abstract(text) == ""


def test_a_sentence_without_an_end_is_cut_with_a_mark() -> None:
    found = abstract("word " * 3000)

    assert found.endswith("…")
    assert count_words(found) <= WORDS * 1.2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("See e.g. Dr. Mate. Then go.", ["See e.g. Dr. Mate.", "Then go."]),
        ("It is 3.14 wide. Yes.", ["It is 3.14 wide.", "Yes."]),
        ("一つ。二つ！「三つ。」四つ", ["一つ。", "二つ！", "「三つ。」", "四つ"]),
        ('He said "no." She left.', ['He said "no."', "She left."]),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_items_of_a_list_stand_in_their_order() -> None:
    found = abstract(f"{EN}\n\n- The wick is trimmed every day.\n- Oil is filled in\n\n{EN}")
    assert found.split("\n")[1] == "The wick is trimmed every day."


def test_lines_of_a_contents_page_are_no_items_of_an_abstract() -> None:
    contents = "- Lamps\n- 1.2. Filling in the oil\n- How the keeper is paid 14"
    found = abstract(f"{contents}\n\n{EN} {EN} {EN}\n\n# How the keeper is paid\n\n{EN}")
    assert found.startswith(EN)


def test_a_paragraph_led_by_code_keeps_its_text_without_the_code() -> None:
    found = abstract(
        f"Consider this function of the lamp:\n\n    def light(lamp):\n        return lamp\n\n{EN} {EN}"
    )
    assert found == f"{EN} {EN}"
