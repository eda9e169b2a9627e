import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.docx.number_formats import chinese, format_number, japanese, letters, ordinal, roman


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (1994, "MCMXCIV"), (4000, "4000")],
)
def test_roman(number: int, written: str) -> None:
    assert roman(number) == written


@pytest.mark.parametrize(("number", "written"), [(1, "A"), (26, "Z"), (27, "AA"), (28, "BB"), (53, "AAA")])
def test_letters_are_doubled_after_the_last(number: int, written: str) -> None:
    assert letters(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1, "一"),
        (10, "十"),
        (11, "十一"),
        (20, "二十"),
        (103, "一百零三"),
        (110, "一百一十"),
        (1001, "一千零一"),
    ],
)
def test_chinese(number: int, written: str) -> None:
    assert chinese(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "一"), (10, "十"), (21, "二十一"), (100, "百"), (103, "百三"), (1200, "千二百")],
)
def test_japanese(number: int, written: str) -> None:
    assert japanese(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (12, "12th"), (21, "21st"), (113, "113th")],
)
def test_ordinals(number: int, written: str) -> None:
    assert ordinal(number) == written


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("lowerRoman", "xii"),
        ("decimalEnclosedCircle", "⑫"),
        ("decimalEnclosedParen", "(12)"),
        ("numberInDash", "- 12 -"),
        ("ideographTraditional", "乙"),
        ("ideographZodiac", "亥"),
        ("iroha", "ヲ"),
        ("ideographDigital", "一二"),
        ("japaneseLegal", "壱拾弐"),
        ("chineseLegalSimplified", "壹拾贰"),
        ("an unknown format", "12"),
    ],
)
def test_twelve_in_every_format(kind: str, written: str) -> None:
    assert format_number(12, kind) == written


@given(st.integers(1, 9_999))
def test_chinese_and_japanese_numbers_are_never_empty_and_never_the_same_for_two(number: int) -> None:
    assert "" != chinese(number) != chinese(number + 1)
    assert "" != japanese(number) != japanese(number + 1)


@given(
    st.integers(-5, 10**6),
    st.sampled_from(["upperRoman", "lowerLetter", "aiueo", "decimalEnclosedCircle", "x"]),
)
def test_every_number_can_be_written(number: int, kind: str) -> None:
    assert format_number(number, kind)
