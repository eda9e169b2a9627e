"""Long lines to shorter ones, broken where a sentence ends (SPEC 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE_END = re.compile(
    r"[.!?\u2026\u061f\u06d4\u0964]+[\"'\u2019\u201d\u00bb)\]]*(?=\s)"
    r"|[\u3002\uff01\uff1f\uff0e\uff61]+[\u300d\u300f\uff09\u3011\u201d\u2019)]*"
)
_CLAUSE_END = re.compile(r"[,;:](?=\s)|[\u3001\uff0c\uff1b\uff1a]")
_BLANK = re.compile(r"\s+")
_ATTACHED = re.compile(
    r"[\u0300-\u036f\u200d\ufe00-\ufe0f\u3099\u309a\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)


def wrap(text: str, limit: int) -> list[str]:
    """Return pieces of at most `limit` characters that hold all of the text but the blanks at its breaks.

    A piece ends at the last sentence end that fits, else at the last clause end, else at the last blank; a
    word that is longer than the limit is cut hard. A text that fits comes back as it is.
    """
    return [text] if len(text) <= limit else list(_pieces(text, limit))


def _pieces(text: str, limit: int) -> Iterator[str]:
    start, end = 0, len(text)
    while end - start > limit:
        cut = _cut(text, start, start + limit)
        piece = text[start:cut].rstrip()
        if piece:
            yield piece
        start = cut
        while start < end and text[start].isspace():
            start += 1
    rest = text[start:].rstrip()
    if rest:
        yield rest


def _cut(text: str, start: int, limit: int) -> int:
    """Return the best position to break at, after `start` and at most at `limit`."""
    far, near = start + (limit - start) // 3, limit - (limit - start) // 8
    for pattern in (_SENTENCE_END, _CLAUSE_END):
        found = _last_end(pattern, text, near, limit) or _last_end(pattern, text, far, limit)
        if found:
            return found
    blank = _last_end(_BLANK, text, start + 1, limit + 1)
    if blank:
        return min(blank, limit)
    cut = limit
    while cut > start + 1 and limit - cut < 32 and _ATTACHED.match(text, cut):
        cut -= 1
    if cut > start + 1 and text[cut - 1] == "\u200d":
        cut -= 1
    return cut


def _last_end(pattern: re.Pattern[str], text: str, first: int, last: int) -> int:
    found = 0
    for match in pattern.finditer(text, first, min(last + 1, len(text))):
        if match.end() <= last:
            found = match.end()
    return found
