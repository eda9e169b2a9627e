from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.documents import make_document, make_user
from webapp.library.line_search import find_in_lines, fold, ranges_of


def marked(text: str, query: str) -> list[str]:
    """What the ranges cover, cut out as JavaScript would."""
    units = text.encode("utf-16-le")
    return [units[2 * a : 2 * b].decode("utf-16-le") for a, b in ranges_of(text, fold(query))]


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("The Tide and the TIDE", "tide", ["Tide", "TIDE"]),
        ("全角ＡＢＣと半角", "abc", ["ＡＢＣ"]),
        ("ﾃﾞﾌﾟﾛｲ手順", "デプロイ", ["ﾃﾞﾌﾟﾛｲ"]),
        ("デプロイ", "ﾃﾞﾌﾟﾛｲ", ["デプロイ"]),
        ("😀 smile 😀 smile", "smile", ["smile", "smile"]),
        ("ofﬁce", "office", ["ofﬁce"]),
        ("Straße", "STRASSE", ["Straße"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("café", "cafe", []),
        ("バ", "ハ", []),
        ("a.b", "a+b", []),
        ("部署到生产", "部署", ["部署"]),
        ("anything", "", []),
    ],
)
def test_a_text_is_found_literally_whatever_its_case_and_width(
    text: str, query: str, found: list[str]
) -> None:
    assert marked(text, query) == found


@given(st.text(max_size=30), st.text(min_size=1, max_size=5), st.text(max_size=30))
def test_every_text_that_stands_alone_is_found_and_ranges_are_sound(
    before: str, sought: str, after: str
) -> None:
    text = f"{before}|{sought}|{after}"
    ranges = ranges_of(text, fold(sought))
    length = len(text.encode("utf-16-le", "surrogatepass")) // 2
    assert all(0 <= start < end <= length for start, end in ranges)
    assert all(a[1] <= b[0] for a, b in pairwise(ranges))
    if sought == unicodedata.normalize("NFD", sought) and not unicodedata.combining(sought[0]):
        assert ranges


@pytest.mark.django_db
def test_totals_count_beyond_the_limit_and_line_numbers_are_right() -> None:
    text = "\n".join("the moon" if n % 3 == 0 else f"line {n} moon moon" for n in range(1, 5_001))
    document = make_document(make_user(), text)
    assert document.revision is not None
    found = find_in_lines(document.revision.pk, "MOON", line_count=document.line_count, limit=5)
    assert found.total_lines == 5_000
    assert found.total_matches == 5_000 * 2 - 5_000 // 3
    assert [match.number for match in found.lines] == [1, 2, 3, 4, 5]
    last = find_in_lines(document.revision.pk, "line 5000", line_count=document.line_count, limit=5)
    assert [match.number for match in last.lines] == [5_000]
