from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.retrieval import text
from webapp.retrieval.answers import SearchMode, SearchResult, Spot
from webapp.retrieval.cost import count_tokens

MODE = SearchMode(keyword=True, semantic=True, remark="", semantic_ready=1.0)
RESULT = SearchResult(
    rank=1,
    document_id=7,
    collection_id=1,
    title="Tides of the North Sea",
    file_name="tides.pdf",
    file_type="pdf",
    language="en",
    word_count=12_345,
    line_count=2_100,
    page_count=40,
    brief=False,
    has_outline=True,
    relevance=0.876,
    found_by=("keyword",),
    best=Spot(120, 142, "3.2", "Spring tides", 9),
    snippet="Spring tides follow the new moon.",
    more=(),
    note="",
    modified="2026-01-02T03:04:05+00:00",
)


def test_a_result_reads_exactly_as_the_contract_shows() -> None:
    assert text.search([RESULT], MODE, hint="") == (
        f"Found 1 result ({MODE}).\n\n"
        "#1  Tides of the North Sea\n"
        "    doc_id: 7 | type: pdf | words: 12,345 | lines: 2,100\n"
        "    has_outline: yes | relevance: 0.88\n"
        "    best: [3.2] Spring tides L120-142\n"
        '    snippet: "Spring tides follow the new moon."'
    )


def test_a_brief_document_says_so_instead_of_having_an_outline() -> None:
    said = text.search([replace(RESULT, brief=True)], MODE, hint="")
    assert "brief: yes | relevance" in said
    assert "has_outline" not in said


def test_a_gap_and_a_hint_are_told() -> None:
    said = text.search([replace(RESULT, note="pages 3-4 hold no text")], MODE, hint="More match.")
    assert said.endswith("\n    note: pages 3-4 hold no text\n\nMore match.")


WORDS = st.lists(st.sampled_from(["tide", "Moon", "潮汐", "満ち引き", "7", "harbour-master"]), min_size=1)


@given(
    st.integers(2, 50), WORDS.map(" ".join), WORDS.map(" ".join), st.sampled_from(["", "pages 1-200 no text"])
)
def test_a_list_keeps_within_its_tokens_however_long_its_words(
    count: int, title: str, snippet: str, note: str
) -> None:
    best = Spot(11_120, 11_142, "12.4.10.2", title, 9)
    facts = replace(RESULT, document_id=10_234, line_count=29_876, best=best)
    result = replace(facts, title=title, snippet=snippet[:160], note=note)
    results = [replace(result, rank=n) for n in range(1, count + 1)]
    said = text.search(results, MODE, hint=text.more_match(True))
    assert count_tokens(said) <= 1_200 + text.TOKENS_PER_RESULT * max(0, count - 20)


def test_a_list_that_is_too_long_loses_what_is_told_elsewhere_first() -> None:
    long = replace(RESULT, title="潮汐 " * 30, best=Spot(11_120, 11_142, "12.4.10.2"))
    results = [replace(long, rank=n, has_outline=n != 5, brief=n == 6) for n in range(1, 21)]
    *blocks, told = text.search(results, MODE, hint="").split("\n\n")[1:]
    assert told == "Shortened from #2 on: a smaller limit shows all in full."
    assert "best: [12.4.10.2]" in blocks[0]
    assert "best: L11120-11142" in blocks[-1]
    assert all("doc_id: 7 | type: pdf | words: 12,345 | lines: 2,100" in block for block in blocks)
    assert all("relevance: 0.88" in block for block in blocks)
    assert "has_outline: no" in blocks[4]
    assert "brief: yes" in blocks[5]


def test_the_first_results_keep_their_snippets_longest() -> None:
    results = [replace(RESULT, rank=n, snippet="word " * 40) for n in range(1, 31)]
    blocks = text.search(results, MODE, hint="").split("\n\n")[1:]
    with_snippet = ["snippet:" in block for block in blocks]
    assert with_snippet[0]
    assert not with_snippet[-1]
    assert with_snippet == sorted(with_snippet, reverse=True)


@pytest.mark.parametrize(
    ("line", "shown"), [("It rises.", "12 | It rises."), ("", "12 |"), ("  two", "12 |   two")]
)
def test_a_line_of_a_document_stands_behind_its_number(line: str, shown: str) -> None:
    assert text.numbered(12, line) == shown
