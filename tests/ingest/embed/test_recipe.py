from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.domain.document import Card, Coverage
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section
from ingest.embed.recipe import document_text

CARD = Card(
    title="Effective context engineering",
    authors=("A. Writer",),
    language="en",
    word_count=3200,
    line_count=139,
    page_count=None,
    abstract="Context is a finite resource.",
    keywords=("context", "attention budget"),
    created=None,
    modified=None,
    brief=False,
    outline_quality=OutlineQuality.HIGH,
    coverage=Coverage(),
)


def section(number: str, title: str, *, summary: str = "", children: tuple[Section, ...] = ()) -> Section:
    return Section(
        number=number,
        title=title,
        level=number.count(".") + 1,
        first_line=1,
        last_line=139,
        provenance=Provenance.MARKUP,
        summary=summary,
        children=children,
    )


def outline(*sections: Section) -> Outline:
    return Outline(sections, OutlineQuality.HIGH if sections else OutlineQuality.NONE, 139)


TREE = outline(
    section("1", "Anatomy", summary="What it is made of.", children=(section("1.1", "Prompts"),)),
    section("2", "Compaction"),
)


def test_the_title_is_the_first_line() -> None:
    assert document_text(CARD, TREE).split("\n")[0] == "Effective context engineering"


def test_abstract_keywords_section_titles_and_summaries_are_embedded_in_that_order() -> None:
    text = document_text(CARD, TREE)
    parts = ["finite resource", "attention budget", "Anatomy", "made of", "Prompts", "Compaction"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_a_document_without_an_outline_is_embedded_by_its_card() -> None:
    assert document_text(CARD, outline()).endswith("context, attention budget")


@pytest.mark.parametrize("title", ["2024", "001", "scan0001", "最終版"])
def test_a_title_that_the_document_never_uses_does_not_take_the_first_line(title: str) -> None:
    text = document_text(replace(CARD, title=title), TREE)
    assert text.startswith("\nContext is a finite resource.\n")
    assert title in text


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("目次の作り方", "この文書は目次について述べる。"),
        ("R言語入門", "R言語の基本を説明します。"),
        ("部署概念", "本文介绍部署应用的方法。"),
        ("THE ANATOMY", "On the anatomy of whales."),
    ],
)
def test_a_title_that_the_document_uses_is_the_first_line_in_any_script(title: str, abstract: str) -> None:
    assert document_text(replace(CARD, title=title, abstract=abstract), outline()).startswith(title + "\n")


def test_a_title_that_is_a_heading_is_the_first_line() -> None:
    tree = outline(section("1", "Ω"), section("2", "Rest"))
    assert document_text(replace(CARD, title="Ω"), tree).startswith("Ω\n")


def test_line_breaks_in_a_title_do_not_cut_it() -> None:
    assert document_text(replace(CARD, title="Effective\ncontext"), TREE).startswith("Effective context\n")


def test_a_heading_that_repeats_the_title_is_not_said_twice() -> None:
    doubled = outline(section("1", CARD.title, children=(section("1.1", "Anatomy"),)))
    assert document_text(CARD, doubled).count(CARD.title) == 1


def test_an_endless_outline_is_cut() -> None:
    endless = outline(*(section(str(number), f"Heading {number}") for number in range(1, 20_000)))
    assert len(document_text(CARD, endless)) < 20_000


def test_an_empty_card_gives_an_empty_text() -> None:
    assert document_text(replace(CARD, title="", abstract="", keywords=()), outline()) == ""


def test_authors_and_numbers_are_not_embedded() -> None:
    text = document_text(CARD, TREE)
    assert "Writer" not in text
    assert "3200" not in text
