import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.card.scripts import count_scripts, ideographs, is_cjk, is_common_in_japan, standards_of


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("", {}),
        ("123 --- !", {}),
        ("Lamp Größe", {"latin": 9}),
        ("灯台の光", {"han": 3, "kana": 1}),
        ("ランプー", {"kana": 4}),
        ("등대 lamp", {"hangul": 2, "latin": 4}),
        ("Маяк", {"cyrillic": 4}),
        ("φάρος", {"greek": 5}),
        ("منارة", {"arabic": 5}),
        ("ประภาคาร", {"thai": 6}),
    ],
)
def test_letters_are_counted_by_script(text: str, counts: dict[str, int]) -> None:
    assert dict(count_scripts(text)) == counts


@given(st.text())
def test_no_letter_is_counted_twice(text: str) -> None:
    assert sum(count_scripts(text).values()) <= len(text)


@pytest.mark.parametrize(
    ("character", "standards"),
    [("这", "G"), ("込", "J"), ("駅", "J"), ("說", "B"), ("目", "GJB"), ("国", "GJ"), ("東", "JB")],
)
def test_national_standards_tell_the_languages_of_ideographs(character: str, standards: str) -> None:
    assert standards_of(character) == standards


def test_ideographs_are_taken_out_of_their_text() -> None:
    assert ideographs("灯台ノ光, lamp") == ["灯", "台", "光"]


def test_everyday_ideographs_of_japan_are_told_from_rare_ones() -> None:
    assert all(map(is_common_in_japan, "書会東"))
    assert not any(map(is_common_in_japan, "發體这a"))


def test_kana_ideographs_and_hangul_are_cjk() -> None:
    assert all(map(is_cjk, "あ灯등"))
    assert not any(map(is_cjk, "aé。1"))
