import pytest

from ingest.extract.spreadsheet.number_formats import Kind, duration, kind_of, moment, plain_number, shown


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        ("General", Kind.NUMBER),
        ('#,##0.00 "days"', Kind.NUMBER),
        ("0.00E+00", Kind.NUMBER),
        ("[Red]#,##0;-#,##0", Kind.NUMBER),
        ("yyyy-mm-dd", Kind.DATE),
        ("m/d", Kind.DATE),
        ('[$-411]ggge"年"m"月"d"日"', Kind.DATE),
        ("aaaa", Kind.DATE),
        ("h:mm AM/PM", Kind.TIME),
        ("mm:ss.0", Kind.TIME),
        ("[h]:mm:ss", Kind.DURATION),
        ("0.0%", Kind.SHARE),
        ("00000", Kind.CODE),
    ],
)
def test_a_pattern_says_what_a_number_is(pattern: str, kind: Kind) -> None:
    assert kind_of(170, pattern)[0] is kind


def test_formats_that_every_program_knows_need_no_pattern() -> None:
    found = [kind_of(number, "")[0] for number in (0, 9, 14, 20, 46, 57)]

    assert found == [Kind.NUMBER, Kind.SHARE, Kind.DATE, Kind.TIME, Kind.DURATION, Kind.DATE]


def test_moments_are_iso_dates() -> None:
    assert [moment(serial) for serial in (1, 61, 45351, 45351.75, 0.5)] == [
        "1900-01-01",
        "1900-03-01",
        "2024-02-29",
        "2024-02-29T18:00",
        "12:00",
    ]
    assert moment(0, from_1904=True) == "00:00"
    assert moment(43889, from_1904=True) == "2024-02-29"
    assert duration(1.5) == "36:00:00"
    assert duration(-0.5) == "-12:00:00"


def test_numbers_come_without_noise() -> None:
    assert [plain_number(value) for value in (3.0, 0.1 + 0.2, 1e20, 0.000123, float("inf"))] == [
        "3",
        "0.3",
        "1e+20",
        "0.000123",
        "inf",
    ]


def test_what_is_no_number_or_no_date_stays() -> None:
    assert shown("abc", Kind.DATE, 0) == "abc"
    assert shown("-5", Kind.DATE, 0) == "-5"
    assert shown("1e300", Kind.DATE, 0) == "1e+300"
    assert shown("12", Kind.NUMBER, 0) == "12"
