"""Levels by rank to levels by depth: the depth in the tree is the level, so that siblings never differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ingest.domain.outline import Heading

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
