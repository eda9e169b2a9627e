from __future__ import annotations

import pytest

from ingest.domain.folded_text import folded
from ingest.domain.query_words import query_words


def forms(text: str, *words: str) -> list[str]:
    compared = folded(text)
    return [
        compared[first:end] for word in query_words(words, compared) for first, end in word.spans(compared)
    ]


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("Stop, stopped, stopping; unstoppable", "stopping", ["stop", "stopped", "stopping"]),
        ("A run is no trunk, no runway", "run", ["run"]),
        ("Policies of the police", "policy", ["policies", "police"]),
        ("at bat or atom", "at", ["at"]),
        ("v1.2.3 and v1.2.30", "v1.2.3", ["v1.2.3"]),
        ("They deployed what they deploy", "deploy", ["deployed", "deploy"]),
        ("read_file, readfile, read the file", "readFile", ["read_file", "readfile"]),
        ("東京都と京都", "京都", ["京都", "京都"]),
        ("計算機を学ぶ機械", "計算機学", ["計算", "算機"]),
        ("和文フォントの設計", "コンポーネント設計", ["設計"]),
        ("データベースの話", "データベース設計", ["データベース"]),
    ],
)
def test_a_word_is_found_where_the_search_would_find_it(text: str, word: str, found: list[str]) -> None:
    assert forms(text, word) == found


def test_two_characters_of_a_word_in_katakana_are_not_it() -> None:
    assert query_words(["コンポーネント"], "和文フォント") == []
    assert query_words(["エラー率"], "確率と比率") == []


def test_words_that_a_text_has_not_are_left_out() -> None:
    assert query_words(["walrus", "鯨", "read_file"], "a puffin") == []


def test_a_line_is_worth_more_with_every_form_of_a_word_and_no_more_for_repeating_one() -> None:
    [word] = query_words(["deploy"], "deploy deployed")
    once, both = word.worth("deploy deploy deploy"), word.worth("deploy and deployed")
    assert 0 < 2 * once == both
    assert word.worth("redeployment") == 0
