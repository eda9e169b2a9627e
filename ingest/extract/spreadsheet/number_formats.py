"""Numbers of cells as people see them: dates as ISO 8601, shares as percentages, plain numbers without noise."""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache

_EPOCH = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)
_LAST_SERIAL = 2_958_466
_BUILT_IN_DATES = frozenset({14, 15, 16, 17, 22, *range(27, 32), 34, 35, 36, *range(50, 55), 57, 58})
_BUILT_IN_TIMES = frozenset({18, 19, 20, 21, 32, 33, 45, 47, 55, 56})
_BUILT_IN_DURATIONS = frozenset({46})
_BUILT_IN_SHARES = {9: 0, 10: 2}
_NO_PATTERN = re.compile(r"\"[^\"]*\"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]", re.I)
_HALF_DAYS = re.compile(r"am/pm|a/p")


class Kind(StrEnum):
    """What a number stands for."""

    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    SHARE = "share"
    CODE = "code"


@cache
def kind_of(number: int, pattern: str) -> tuple[Kind, int]:
    """Return what a number format shows, and digits: decimals of a share, length of a code such as `00000`.

    number: the format's id, which says all where the file holds no pattern for it.
    """
    if not pattern:
        return _built_in(number)
    plain = _NO_PATTERN.sub("", pattern.split(";", maxsplit=1)[0])
    letters = _HALF_DAYS.sub("", plain.lower())
    if re.search(r"\[[hms]+\]", letters):
        return Kind.DURATION, 0
    if "general" not in letters and (clock := _date_or_time(letters)):
        return clock, 0
    if "%" in plain:
        return Kind.SHARE, sum(sign in "0#?" for sign in plain.partition(".")[2])
    if re.fullmatch(r"0{2,}", plain.strip()):
        return Kind.CODE, len(plain.strip())
    return Kind.NUMBER, 0


def _date_or_time(letters: str) -> Kind | None:
    """Tell a date from a time by the letters of a pattern: `m` is a month where neither hours nor seconds are."""
    if re.search(r"[ydga]|e(?![+-])", letters):
        return Kind.DATE
    if re.search(r"[hs]", letters):
        return Kind.TIME
    return Kind.DATE if "m" in letters else None


def _built_in(number: int) -> tuple[Kind, int]:
    if number in _BUILT_IN_DATES:
        return Kind.DATE, 0
    if number in _BUILT_IN_TIMES:
        return Kind.TIME, 0
    if number in _BUILT_IN_DURATIONS:
        return Kind.DURATION, 0
    if number in _BUILT_IN_SHARES:
        return Kind.SHARE, _BUILT_IN_SHARES[number]
    return Kind.NUMBER, 0


def shown(text: str, kind: Kind, digits: int, *, from_1904: bool = False) -> str:
    """Return the stored number of a cell as people see it; a text that is no number comes back as it is."""
    if kind is Kind.NUMBER and len(text) < 12 and text.lstrip("-").isdecimal():
        return text
    try:
        value = float(text)
    except ValueError:
        return text
    if kind is Kind.SHARE:
        return f"{value * 100:.{digits}f}%"
    if kind is Kind.CODE and value >= 0 and value.is_integer():
        return f"{int(value):0{digits}d}"
    if kind is Kind.DURATION:
        return duration(value)
    if kind in (Kind.DATE, Kind.TIME) and 0 <= value < _LAST_SERIAL:
        return moment(value, only_time=kind is Kind.TIME, from_1904=from_1904)
    return plain_number(value)


def plain_number(value: float) -> str:
    """Return a number with the 15 digits that a cell keeps, without trailing zeros."""
    if not math.isfinite(value):
        return str(value)
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    text = f"{value:.15g}"
    if "e" in text and 1e-7 < abs(value) < 1:
        text = f"{value:.15f}".rstrip("0")
    return text


def moment(serial: float, *, only_time: bool = False, from_1904: bool = False) -> str:
    """Return the date, the time or both that a serial number of days stands for."""
    days = serial + 1 if 0 < serial < 60 and not from_1904 else serial
    found = (_EPOCH_1904 if from_1904 else _EPOCH) + timedelta(seconds=round(days * 86_400))
    clock = found.strftime("%H:%M:%S" if found.second else "%H:%M")
    if serial < 1 or (only_time and serial < 2):
        return clock
    return found.date().isoformat() + (f"T{clock}" if clock != "00:00" else "")


def duration(days: float) -> str:
    """Return a span of days as hours, minutes and seconds: `27:30:00`."""
    seconds = round(abs(days) * 86_400)
    return f"{'-' if days < 0 else ''}{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
