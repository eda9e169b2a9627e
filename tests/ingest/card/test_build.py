from dataclasses import dataclass

import pytest

from ingest.card.build import GARBLED_NOTE, build_card
from ingest.domain.document import Coverage, Extraction, Hints, Line, Metadata
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section

EN = "The keeper climbs the stairs every evening and lights the lamp before the ships come near the coast."


@dataclass(frozen=True)
class File:
    name: str


def lines(text: str) -> tuple[Line, ...]:
    return tuple(Line(line) for line in text.split("\n"))


def nothing(length: int) -> Outline:
    return Outline((), OutlineQuality.NONE, length)


def test_a_card_says_what_the_document_is() -> None:
    text = lines(f"# The Lamp\n\n{EN}\n\n{EN}\n\n{EN}")
    outline = Outline(
        (Section("1", "The Lamp", 1, 1, len(text), Provenance.MARKUP),), OutlineQuality.HIGH, len(text)
    )
    metadata = Metadata(authors=("Ada Keeper",), created="2020-01-01", modified="2021-01-01", page_count=3)
    card = build_card(Extraction(text, metadata=metadata), outline, File("lamp.md"))

    assert (card.title, card.authors, card.language) == ("The Lamp", ("Ada Keeper",), "en")
    assert (card.word_count, card.line_count, card.page_count) == (56, 7, 3)
    assert (card.created, card.modified) == ("2020-01-01", "2021-01-01")
    assert card.abstract.startswith("The keeper climbs")
    assert "lamp" in [keyword.lower() for keyword in card.keywords]
    assert (card.brief, card.outline_quality, card.wrapped) == (True, OutlineQuality.HIGH, False)


@pytest.mark.parametrize(("words", "brief"), [(499, True), (500, False)])
def test_brief_means_fewer_than_five_hundred_words(words: int, brief: bool) -> None:
    text = lines("word " * words)

    assert build_card(Extraction(text), nothing(1), File("a.txt")).brief is brief


def test_code_and_tables_do_not_decide_the_language() -> None:
    code = "```\n" + "for the lamp in all of the lamps and with it do the work\n" * 30 + "```"
    text = lines(f"灯台守は毎晩階段を上り、灯をともす。\n\n{code}")

    assert build_card(Extraction(text), nothing(len(text)), File("a.md")).language == "ja"


def test_a_document_of_a_table_alone_still_has_language_and_keywords() -> None:
    text = lines("| 灯台 | 管理者 |\n|---|---|\n" + "| 灯台の灯 | 灯台守 |\n" * 5)
    card = build_card(Extraction(text), nothing(len(text)), File("a.md"))

    assert card.language == "ja"
    assert "灯台" in card.keywords
    assert card.abstract == ""


def test_pages_are_counted_from_the_hints_when_the_file_does_not_say() -> None:
    extraction = Extraction(lines(EN), hints=Hints(pages=(1, 1, 1)))

    assert build_card(extraction, nothing(1), File("a.pdf")).page_count == 3


def test_coverage_is_passed_on() -> None:
    coverage = Coverage(pages_without_text=(3, 4), hidden_text=7, notes=("x",))
    card = build_card(Extraction(lines(EN), coverage=coverage, wrapped=True), nothing(1), File("a.pdf"))

    assert card.coverage == coverage
    assert card.wrapped


def test_garbled_text_is_told() -> None:
    garbled = "灯台守は毎晩階段を上り、灯をともす。".encode().decode("latin-1")
    card = build_card(Extraction(lines(garbled * 5)), nothing(1), File("a.txt"))

    assert GARBLED_NOTE in card.coverage.notes
    assert card.language == "und"
    assert (card.abstract, card.keywords) == ("", ())


def test_words_of_the_file_name_are_no_keywords() -> None:
    card = build_card(Extraction(lines(f"{EN}\n\n{EN}")), nothing(3), File("koi8_scan.txt"))

    assert card.title == "koi8 scan"
    assert "koi8" not in " ".join(card.keywords)


def test_a_book_is_sampled_to_its_end() -> None:
    front = "\n\n".join([EN] * 900)
    back = "\n\n".join(
        ["Zymurgy ferments barley, and zymurgy ferments hops in the cellar of the brewery."] * 900
    )
    text = lines(f"{front}\n\n{back}")
    card = build_card(Extraction(text), nothing(len(text)), File("a.txt"))

    assert "zymurgy" in " ".join(card.keywords).lower()
    assert card.line_count == len(text)


def test_the_outline_may_name_headings_that_the_lines_do_not_show() -> None:
    text = lines(f"Lamp care\n{EN}\n{EN}")
    outline = Outline((Section("1", "Lamp care", 1, 1, 3, Provenance.FONT),), OutlineQuality.MEDIUM, 3)

    assert build_card(Extraction(text), outline, File("a.pdf")).abstract.startswith("The keeper")


def test_nothing_makes_an_empty_card() -> None:
    card = build_card(Extraction(()), nothing(0), File("empty_file.txt"))

    assert (card.title, card.language, card.word_count) == ("empty file", "und", 0)
    assert (card.abstract, card.keywords, card.page_count) == ("", (), None)


def test_headings_tell_the_language_of_a_text_that_is_mostly_foreign_words() -> None:
    titles = ("灯塔的管理", "检查的步骤", "记录的方法", "附则和说明")
    foreign = "The lamp is the light of the tower and it is on in the night."
    text = lines("\n\n".join(f"{title}\n\n灯塔守护着这片海。\n\n{foreign} {foreign}" for title in titles))
    sections = tuple(
        Section(str(n + 1), title, 1, n * 6 + 1, min(n * 6 + 6, len(text)), Provenance.MARKUP)
        for n, title in enumerate(titles)
    )
    card = build_card(Extraction(text), Outline(sections, OutlineQuality.HIGH, len(text)), File("a.txt"))

    assert card.language == "zh"


def test_code_without_comments_has_no_language_and_no_abstract() -> None:
    text = lines("def light(the_lamp, and_the_oil):\n    return the_lamp\n" * 20)
    sections = (Section("1", "light()", 1, 1, len(text), Provenance.MARKUP),)
    code = Extraction(text, native=True, prose=("",) * len(text), named_by_file=True)
    card = build_card(code, Outline(sections, OutlineQuality.HIGH, len(text)), File("lamp.py"))

    assert (card.language, card.abstract, card.title) == ("und", "", "lamp.py")
