from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.library.errors import BadRequest
from webapp.retrieval.patterns import MAX_LENGTH, Pattern


def test_a_match_is_told_in_characters() -> None:
    assert Pattern("部署").find("本番への部署") == (4, 6)
    assert Pattern("nothing").find("本番") is None


def test_case_counts_unless_it_is_ignored() -> None:
    assert Pattern("tide").find("The Tide") is None
    assert Pattern("tide", ignore_case=True).find("The Tide") == (4, 8)


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("(a", r"missing \)"),
        ("a[", "missing"),
        ("*", "repetition"),
        (r"(a)\1", "no back references"),
        ("(?=a)", "no look-around"),
        ("", "0 characters"),
        ("a" * (MAX_LENGTH + 1), "501 characters"),
        ("\ud800", "cannot be used"),
    ],
)
def test_a_bad_pattern_is_told_with_what_is_wrong(pattern: str, told: str) -> None:
    with pytest.raises(BadRequest, match=told):
        Pattern(pattern)


def test_how_to_escape_is_told() -> None:
    with pytest.raises(BadRequest, match=re.escape(r"f\(x")):
        Pattern("f(x")


def test_a_pattern_that_takes_others_for_ever_takes_no_time() -> None:
    started = time.process_time()
    assert Pattern("(a+)+$").find("a" * 5_000 + "!") is None
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "pattern", ["^b", "a$", r"\Ab", r"a\z", "(?-m)^b", "(?-m:^b)", r"\bb\b", "^$", r"\s"]
)
def test_many_lines_at_once_miss_no_match(pattern: str) -> None:
    lines = ["a a", "b", "", "c a"]
    matcher = Pattern(pattern)
    assert any(matcher.find(line) for line in lines) <= matcher.may_match(lines)


@given(
    st.lists(st.text("ab\u3042 .", max_size=6), min_size=1, max_size=6),
    st.sampled_from(["^a", "b$", "a.b", r"\ba", "あ", "[^a]b", "a*$", "^ ?$", "(?i)A"]),
)
def test_no_match_is_missed_in_any_lines(lines: list[str], pattern: str) -> None:
    matcher = Pattern(pattern)
    assert any(matcher.find(line) for line in lines) <= matcher.may_match(lines)
