from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.engines.lexical.word_map import LANGUAGES, SHIPPED, WordMap, Words, cost_of, shipped

WORDS = st.sets(st.text(alphabet="abc検証認パ", min_size=1, max_size=6), min_size=1, max_size=30)


def small_map() -> WordMap:
    return WordMap.of_pairs(
        {"en": {"verify": 0.0, "check": 0.0}, "ja": {"検証": 5.0, "確認": 4.5}, "zh": {"验证": 5.0}},
        {
            ("en", "ja"): [("verify", "検証", 0.4), ("verify", "確認", 0.1), ("check", "確認", 0.6)],
            ("en", "zh"): [("verify", "验证", 0.5)],
        },
    )


def test_translations_come_surest_first_in_both_directions() -> None:
    words = small_map()
    assert [word for word, _ in words.translations("verify", "en", "ja")] == ["検証", "確認"]
    assert [word for word, _ in words.translations("確認", "ja", "en")] == ["check", "verify"]
    assert words.translations("verify", "en", "ja")[0][1] == pytest.approx(0.4, abs=0.01)


def test_what_it_does_not_know_has_no_translation() -> None:
    words = small_map()
    assert words.translations("contract", "en", "ja") == []
    assert words.translations("検証", "ja", "zh") == []
    assert words.languages == {"en", "ja", "zh"}


def test_a_map_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "map.npz"
    small_map().save(path)
    read = WordMap.load(path)
    for word in ("検証", "確認"):
        assert read.translations(word, "ja", "en") == small_map().translations(word, "ja", "en")
    assert read.words("ja")[0] == "検証"
    assert read.words("ja").costs == small_map().words("ja").costs


def test_a_pair_of_words_that_are_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="No such words: verify 検査"):
        WordMap.of_pairs({"en": {"verify": 0.0}, "ja": {}}, {("en", "ja"): [("verify", "検査", 1.0)]})


@given(words=WORDS, sought=st.text(alphabet="abc検証認パ", min_size=1, max_size=6))
def test_a_word_is_found_where_it_is(words: set[str], sought: str) -> None:
    held = sorted(words)
    place = Words(held, bytes(len(held))).place(sought)
    assert (held[place] if place is not None else None) == (sought if sought in words else None)


@given(words=WORDS, text=st.text(alphabet="abc検証認パ", min_size=1, max_size=12), data=st.data())
def test_every_word_that_begins_at_a_place_is_named(words: set[str], text: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(text) - 1))
    held = sorted(words)
    ends = [end for end, _ in Words(held, bytes(len(held))).starting_at(text, first, len(text))]
    assert ends == [end for end in range(first + 1, len(text) + 1) if text[first:end] in words]


def test_frequent_words_cost_less() -> None:
    assert 0 < cost_of(0.1) < cost_of(0.001)


def test_the_shipped_map_knows_words_of_every_walk_of_life() -> None:
    words = shipped()
    assert words.languages == LANGUAGES
    for english, japanese, chinese in (
        ("contract", "契約", "合同"),
        ("password", "パスワード", "密码"),
        ("hospital", "病院", "医院"),
        ("kitchen", "台所", "厨房"),
        ("law", "法律", "法律"),
    ):
        assert japanese in [word for word, _ in words.translations(english, "en", "ja")]
        assert chinese in [word for word, _ in words.translations(english, "en", "zh")]
    assert "认证" in [word for word, _ in words.translations("認証", "ja", "zh")]


def test_the_shipped_map_is_small() -> None:
    path = SHIPPED
    assert path.stat().st_size < 3_000_000
    with np.load(path, allow_pickle=False) as data:
        assert sum(data[name].nbytes for name in data.files) < 8_000_000
