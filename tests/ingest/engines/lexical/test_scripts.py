from __future__ import annotations

import pytest

from ingest.engines.lexical import scripts


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("東京とParis", ["東京と"]),
        ("コンピュータ・サイエンス", ["コンピュータ", "サイエンス"]),
        ("서버漢字", ["서버", "漢字"]),
        ("人々〆", ["人々〆"]),
        ("𠮷野", ["𠮷野"]),
        ("ไทย ລາວ", ["ไทย", "ລາວ"]),
        ("Ωmega Москва", []),
    ],
)
def test_runs_are_of_scripts_without_blanks(text: str, runs: list[str]) -> None:
    assert scripts.RUN.findall(text) == runs


def test_pieces_are_of_one_script() -> None:
    assert scripts.PIECE.findall("東京都のサーバで計算する") == ["東京都", "サーバ", "計算"]


def test_a_query_is_cut_where_scripts_meet() -> None:
    pieces = scripts.QUERY_PIECE.findall("ABRの整備 (read_file) C++ हिन्दी 第3章")
    assert pieces == ["ABR", "の整備", "read_file", "C++", "हिन्दी", "第", "3", "章"]


@pytest.mark.parametrize(
    "mark", ["\u0301", "\u064b", "\u05b4", "\u094d", "\u200b", "\ufeff", "\u202e", "\u0e48"]
)
def test_accents_tone_marks_and_invisible_characters_are_marks(mark: str) -> None:
    assert scripts.MARK.fullmatch(mark)


@pytest.mark.parametrize("letter", ["\u3099", "\u093f", "\u0e31", "か", "é", "ー"])
def test_vowel_signs_and_voicing_are_letters(letter: str) -> None:
    assert not scripts.MARK.search(letter)
