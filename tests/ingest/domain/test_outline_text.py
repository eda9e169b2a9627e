from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section
from ingest.domain.outline_text import LINES, NO_OUTLINE, Mode, render, unit_for
from ingest.domain.tokens import count_tokens


def tree(shape: list[int], number: str = "", level: int = 1, words: str = "Section") -> tuple[Section, ...]:
    """A tree with shape[0] sections at the top, shape[1] in each of them, and so on; ranges are not sound."""
    if not shape:
        return ()
    return tuple(
        Section(
            number=(own := f"{number}{position}"),
            title=f"{words} {own}",
            level=level,
            first_line=1,
            last_line=24,
            provenance=Provenance.MARKUP,
            summary=f"What {own} says.",
            keywords=("alpha", "beta"),
            children=tree(shape[1:], f"{own}.", level + 1, words),
        )
        for position in range(1, shape[0] + 1)
    )


def outline(*shape: int, words: str = "Section") -> Outline:
    sections = tree(list(shape), words=words)
    return Outline(sections, OutlineQuality.HIGH if sections else OutlineQuality.NONE, 1_000)


SMALL = Outline(
    (
        Section(
            "1",
            "Context engineering",
            1,
            1,
            139,
            Provenance.MARKUP,
            children=(
                Section(
                    "1.1", "Versus prompts", 2, 16, 27, Provenance.MARKUP, 1.0, "How they differ.", ("a", "b")
                ),
            ),
        ),
    ),
    OutlineQuality.HIGH,
    139,
)


def test_a_small_outline_is_shown_in_full() -> None:
    assert render(SMALL).text == (
        "[1] Context engineering [L1-139, 139 lines]\n"
        "  [1.1] Versus prompts [L16-27, 12 lines]\n"
        "    > How they differ.\n"
        "    keywords: a, b"
    )
    assert render(SMALL).mode is Mode.FULL


def test_the_unit_follows_the_locale() -> None:
    assert "[L16-27, 12行]" in render(SMALL, unit=unit_for("ja-JP")).text
    assert "[L16-27, 12 lignes]" in render(SMALL, unit=unit_for("fr_CA")).text
    assert unit_for("tlh") is LINES
    assert LINES.count(1) == "1 line"


def test_a_document_without_an_outline_says_so_exactly() -> None:
    answer = render(Outline((), OutlineQuality.NONE, 10))
    assert answer.text == NO_OUTLINE
    assert answer.text == "No reliable outline available. Use read to browse this document line by line."


def test_summaries_go_first() -> None:
    book = outline(4, 4)
    full = count_tokens(render(book, budget=100_000).text)
    answer = render(book, budget=full - 1)
    assert answer.mode is Mode.TITLES
    assert len(answer.shown) == 20
    assert ">" not in answer.text


def test_then_the_deepest_levels() -> None:
    book = outline(3, 3, 3, 3)
    levels = [render(book, budget=budget).levels for budget in (5_000, 1_500, 600, 250, 70)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] == 4
    answer = render(book, budget=250)
    assert answer.mode is Mode.LEVELS
    assert answer.left_out == 120 - len(answer.shown)
    assert f"… {answer.left_out} sections deeper down left out" in answer.text
    assert 'expand=["1"]' in answer.text


def test_at_last_a_cut_says_how_many_sections_are_missing() -> None:
    answer = render(outline(5_000), budget=600)
    assert answer.mode is Mode.CUT
    assert answer.left_out == 5_000 - len(answer.shown)
    assert answer.text.splitlines()[-1].startswith(f"… {answer.left_out:,} sections left out")
    assert answer.tokens > 500


def test_expand_opens_a_branch_that_levels_closed() -> None:
    book = outline(10, 6, 6)
    closed = render(book, budget=600)
    opened = render(book, budget=600, expand=["7.2"])
    assert "7.2.6" not in closed.shown
    assert {"7", "7.2", "7.2.1", "7.2.6"} <= set(opened.shown)
    assert opened.left_out < closed.left_out or opened.levels < closed.levels


def test_expand_opens_a_branch_behind_the_cut() -> None:
    book = outline(3_000, 2)
    opened = render(book, budget=600, expand=["[2500]"])
    assert {"2500", "2500.1", "2500.2", "1"} <= set(opened.shown)
    assert list(opened.shown) == sorted(
        opened.shown, key=lambda number: [int(part) for part in number.split(".")]
    )


def test_expand_shows_the_summaries_of_its_branch_where_they_fit() -> None:
    book = outline(6, 3)
    bare = count_tokens(re.sub(r"\n +[>k].*", "", render(book, budget=100_000).text))
    answer = render(book, budget=bare + 100, expand=["2"])
    assert "> What 2.3 says." in answer.text
    assert "> What 3.1 says." not in answer.text


def test_numbers_that_do_not_exist_are_named() -> None:
    answer = render(outline(40, 6), budget=300, expand=["99", "3"])
    assert answer.unknown == ("99",)
    assert "3.6" in answer.shown


def test_a_long_title_is_shortened() -> None:
    answer = render(outline(1, words="word" * 200))
    assert len(answer.text.splitlines()[0]) < 160
    assert "… [L1-24, 24 lines]" in answer.text


@given(
    shape=st.lists(st.integers(1, 6), max_size=4),
    words=st.text(max_size=30).map(lambda text: " ".join(text.split())),
    budget=st.integers(0, 900),
    expand=st.lists(st.sampled_from(["1", "2", "3.1", "1.1.1", "x", ""]), max_size=3),
)
def test_the_budget_holds_whatever_the_outline(
    shape: list[int], words: str, budget: int, expand: list[str]
) -> None:
    book = outline(*shape, words=words)
    answer = render(book, budget=budget, expand=expand)
    assert count_tokens(answer.text) == answer.tokens <= budget
    if book.sections:
        assert len(answer.shown) + answer.left_out == len(list(book.walk()))
        lines = [line for line in answer.text.splitlines() if re.match(r" *\[", line)]
        assert [line.split("]")[0].strip(" [") for line in lines] == list(answer.shown)


def test_what_title_and_summary_say_is_not_said_again_by_keywords() -> None:
    section = Section(
        number="1",
        title="Tides",
        level=1,
        first_line=1,
        last_line=9,
        provenance=Provenance.MARKUP,
        confidence=1.0,
        summary="The moon pulls.",
        keywords=("tides", "Moon", "gravity"),
    )
    shown = render(Outline((section,), OutlineQuality.HIGH, 9), budget=200).text
    assert shown == "[1] Tides [L1-9, 9 lines]\n  > The moon pulls.\n  keywords: gravity"


def test_a_long_summary_is_cut_at_a_word() -> None:
    section = Section("1", "Tides", 1, 1, 9, Provenance.MARKUP, 1.0, summary="seaward " * 30, keywords=())
    summary = render(Outline((section,), OutlineQuality.HIGH, 9), budget=200).text.splitlines()[1]
    assert summary == "  > " + " ".join(["seaward"] * 14) + "…"


def test_a_cut_of_a_flat_outline_says_how_to_see_more() -> None:
    shown = render(outline(200), budget=100)
    assert shown.mode is Mode.CUT
    assert shown.text.endswith(f"… {shown.left_out} sections left out (budget=200 shows more)")
    assert shown.tokens <= 100


def test_following_what_a_cut_says_shows_every_section() -> None:
    """A branch with too many sections is cut inside: opening one of them would not show the others."""
    wide = outline(2, 225, 4)
    first = render(wide)
    assert first.text.splitlines()[-1].endswith('(expand=["1"] opens a branch)')
    opened = render(wide, expand=["1"])
    assert "(budget=1200 shows more, expand=[" in opened.text.splitlines()[-1]
    more = render(wide, budget=9_600, expand=["1"])
    assert {f"1.{number}" for number in range(1, 226)} <= set(more.shown)


def test_one_section_that_holds_all_others_is_no_map_by_itself() -> None:
    shown = render(outline(1, 225, 4))
    assert (shown.mode, shown.levels, shown.shown[:3]) == (Mode.CUT, 1, ("1", "1.1", "1.2"))
    assert 500 < shown.tokens <= 600
    assert "(budget=1200 shows more" in shown.text.splitlines()[-1]
    deep = render(outline(1, 1, 300))
    assert deep.shown[:4] == ("1", "1.1", "1.1.1", "1.1.2")
    assert (deep.mode, deep.levels) == (Mode.CUT, 2)


def test_what_lies_in_it_is_shown_by_levels_where_one_fits() -> None:
    shown = render(outline(1, 12, 9))
    assert (shown.mode, shown.levels, len(shown.shown)) == (Mode.LEVELS, 2, 13)
