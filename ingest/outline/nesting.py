"""Levels by rank to levels by depth: the depth in the tree is the level, so that siblings never differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ingest.domain.document import HeadingNumber
from ingest.domain.outline import Heading

_LETTER = re.compile(r"^\s*([A-Z])\s+")
_BLANKS = re.compile(r"\s+")


def nested(headings: Iterable[Heading]) -> list[Heading]:
    """Return headings in document order, each with its depth on a stack of ranks as its level."""
    result: list[Heading] = []
    stack: list[int] = []
    for heading in sorted(headings, key=lambda h: h.line):
        while stack and stack[-1] >= heading.level:
            stack.pop()
        stack.append(heading.level)
        title = tidy_title(heading.title)
        if title:
            result.append(replace(heading, level=len(stack), title=title))
    return result


def tidy_title(title: str) -> str:
    """Collapse blanks, drop leaders."""
    return _BLANKS.sub(" ", title).strip(" .·…‥")


def with_lettered_titles(
    items: Iterable[tuple[str, HeadingNumber | None]],
) -> list[str]:
    """Write `A Lamps` as `A. Lamps` where letters count the appendices, lest the letter be read as a word."""
    pairs = list(items)
    letters = {number.values for _, number in pairs if number and number.kind == "letter"}
    counted = (1,) in letters and (2,) in letters
    return [
        _LETTER.sub(r"\1. ", title, count=1) if counted and number and number.kind == "letter" else title
        for title, number in pairs
    ]
