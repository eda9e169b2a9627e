from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.translated import TranslatedQuery
from ingest.engines.lexical.translation import MOST_CHOICES, MOST_WORDS, query_languages, translate
from ingest.engines.lexical.word_map import LANGUAGES, WordMap

WORDS = WordMap.of_pairs(
    {
        "en": dict.fromkeys(("verify", "check", "password", "set", "use"), 0.0),
        "ja": {"検証": 6.0, "確認": 5.0, "パスワード": 5.0, "設定": 5.0, "使う": 9.0, "値": 9.0},
        "zh": {"验证": 6.0, "密码": 6.0, "设置": 6.0, "使用": 6.0, "值": 9.0},
    },
    {
        ("en", "ja"): [
            ("verify", "検証", 0.4),
            ("verify", "確認", 0.1),
            ("verify", "設定", 0.01),
            ("check", "確認", 0.6),
            ("password", "パスワード", 0.8),
        ],
        ("en", "zh"): [("verify", "验证", 0.5), ("password", "密码", 0.7), ("use", "使用", 0.7)],
        ("ja", "zh"): [("検証", "验证", 0.5), ("パスワード", "密码", 0.7), ("値", "值", 0.8)],
    },
)


def texts(query: TranslatedQuery) -> list[list[str]]:
    return [[choice.text for choice in word] for word in query.words]


@pytest.mark.parametrize(
    ("query", "languages"),
    [
        ("How to verify a password", ("en",)),
        ("パスワード", ("ja",)),
        ("検証と確認", ("ja",)),
        ("検証", ("ja",)),
        ("验证", ("zh",)),
        ("TLS の検証", ("ja",)),
        ("TLS 验证", ("zh",)),
        ("部署", ("zh", "ja")),
        ("비밀번호", ()),
        ("12", ()),
        ("проверка", ()),
        ("", ()),
    ],
)
def test_the_writing_tells_the_language_of_a_query(query: str, languages: tuple[str, ...]) -> None:
    assert query_languages(query) == languages


def test_a_word_is_all_of_its_surer_translations() -> None:
    assert texts(translate("verify", "ja", WORDS)) == [["verify", "検証", "確認"]]


def test_a_plural_or_a_past_is_translated_as_its_base() -> None:
    assert texts(translate("Passwords verified", "zh", WORDS)) == [
        ["Passwords", "密码"],
        ["verified", "验证"],
    ]


def test_names_numbers_and_identifiers_stand_for_themselves() -> None:
    assert texts(translate("TLS 1.3 read_file", "ja", WORDS)) == [["TLS"], ["1.3"], ["read_file"]]


def test_english_grammar_is_left_out_unless_there_is_nothing_else() -> None:
    assert texts(translate("How to verify the password of IT", "zh", WORDS)) == [
        ["verify", "验证"],
        ["password", "密码"],
        ["IT"],
    ]
    assert texts(translate("to be or not to be", "zh", WORDS)) == [["to"], ["be"], ["or"], ["not"]]


def test_a_run_without_blanks_is_translated_word_by_word() -> None:
    assert texts(translate("パスワードの検証", "en", WORDS)) == [["password"], ["verify"]]
    assert texts(translate("验证密码", "ja", WORDS)) == [["検証", "验证"], ["パスワード", "密码"]]


def test_an_english_word_in_another_language_is_translated_too() -> None:
    assert ["password", "密码"] in texts(translate("password の検証", "zh", WORDS))


def test_a_word_in_ideographs_may_stand_as_it_is_in_the_other_language_that_has_them() -> None:
    assert texts(translate("部署を検証", "zh", WORDS))[-1] == ["検証", "验证"]
    assert "部" in str(texts(translate("部署を検証", "zh", WORDS)))


def test_a_single_ideograph_is_translated_without_its_particle() -> None:
    assert texts(translate("値を", "zh", WORDS)) == [["値", "值"]]


def test_the_likely_words_are_those_to_mark() -> None:
    assert translate("verify passwords", "ja", WORDS).likely_words() == (
        "verify",
        "検証",
        "passwords",
        "パスワード",
    )


@given(query=st.text(max_size=80), target=st.sampled_from(sorted(LANGUAGES)))
def test_any_text_can_be_translated(query: str, target: str) -> None:
    translated = translate(query, target, WORDS)
    assert translated == translate(query, target, WORDS)
    assert len(translated.words) <= MOST_WORDS
    for word in translated.words:
        assert 1 <= len(word) <= MOST_CHOICES + 1
        assert all(0 < choice.weight <= 1 and choice.text for choice in word)
        assert word[0].weight == 1


def test_a_word_that_no_page_told_directly_is_translated_through_english() -> None:
    words = WordMap.of_pairs(
        {"en": {"deploy": 0.0, "password": 0.0}, "ja": {"デプロイ": 6.0}, "zh": {"部署": 6.0, "密码": 6.0}},
        {
            ("en", "ja"): [("deploy", "デプロイ", 0.6)],
            ("en", "zh"): [("deploy", "部署", 0.5)],
            ("ja", "zh"): [],
        },
    )
    assert texts(translate("デプロイ", "zh", words)) == [["部署"]]
    assert texts(translate("部署", "ja", words)) == [["デプロイ", "部署"]]
