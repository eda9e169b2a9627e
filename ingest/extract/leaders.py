"""What stands at the end of an entry of a printed contents: the dots that lead to its page number, and the number.

Read without patterns that search to and fro: every row near the ends of a document is looked at.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_LEADER = re.compile(r"(?:[.·．・]\s?){4,}|[…‥]{2,}|(?:\s\.){4,}")
_FEWEST_DOTS = 4
_NUMBER = re.compile(r"\b(?:[0-9]{1,4}|[ivxlc]{1,7})$")
_LONGEST_NUMBER = 7
_ENDS_OF_NUMBERS = frozenset("0123456789ivxlc")
_LEADING = frozenset(".·…‥・．")
_BETWEEN = _LEADING | frozenset("。_-")
_JOINTS = frozenset(".,([:/–-")


class Tail(NamedTuple):
    """The page number at the end of a text, and what stands before it; empty where the text is a number."""

    title: str
    number: str


def find_leader(text: str) -> re.Match[str] | None:
    """Return the dots that lead from a title to its page number."""
    return None if text.isascii() and text.count(".") < _FEWEST_DOTS else _LEADER.search(text)


def split_tail(text: str) -> Tail | None:
    """Return the page number at the end of a text; None where it ends otherwise, or in `3.2`, `p. (5` or `A-12`."""
    if text[-1:] not in _ENDS_OF_NUMBERS:
        return None
    found = _NUMBER.search(text[-_LONGEST_NUMBER - 1 :])
    if found is None:
        return None
    start = len(text) - len(found.group())
    end = start
    while end and _is_between(text[end - 1]):
        end -= 1
    place = _place_before(text, end, start)
    return None if place is None else Tail(text[: end or min(place, 1)], found.group())


def _is_between(sign: str) -> bool:
    return sign in _BETWEEN or sign.isspace()


def _place_before(text: str, end: int, start: int) -> int | None:
    """Where a number at `start` parts from the title that ends at `end`; None where it is part of a longer one."""
    for place in range(start, end - 1, -1):
        before = text[place - 1 : place]
        if not (before in _JOINTS or before.isdecimal()):
            return place
        if before not in _LEADING:
            return None
    return None
