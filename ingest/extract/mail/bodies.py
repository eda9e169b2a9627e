"""Bodies of mails to lines: plain text as it was written, HTML through the reader of web pages."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from ingest.domain.errors import EmptyFile
from ingest.domain.formats import HTML
from ingest.extract.mail.flowed import unflowed
from ingest.extract.mail.message import Body
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import extractor_for

_PIECE = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]{0,2000}>|[^<]+|<")
_UNSEEN = frozenset({"style", "script", "head", "title"})
_POOR = 2
"""A plain text this many times shorter than the HTML beside it says only that there is HTML."""


def plain_body(text: str, *, flowed: bool = False, joined: bool = False) -> Body:
    """Return the lines of a plain text."""
    even = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = unflowed(even, joined=joined) if flowed else [line.rstrip() for line in even.split("\n")]
    return Body(tuple(_trimmed(lines)))


def html_body(text: str, limits: Limits) -> Body:
    """Return an HTML text as Markdown lines with its headings."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "body.html"
        page.write_bytes(text.encode("utf-8-sig", "replace"))
        try:
            extraction = extractor_for(HTML)(SourceFile(page, page.name, HTML), limits=limits)
        except EmptyFile:
            return Body()
    return Body(
        tuple(line.text for line in extraction.lines),
        extraction.hints.headings,
        extraction.coverage.hidden_text,
    )


def says_enough(plain: str, html: str) -> bool:
    """Return whether a plain text stands for the HTML beside it, not only for a hint to look at that."""
    words = len("".join(plain.split()))
    if not words:
        return False
    return words * _POOR >= _visible_length(html)


def _visible_length(html: str) -> int:
    """Return how many characters a page shows, blanks not counted. A rough measure that takes linear time."""
    length, unseen = 0, ""
    for piece in _PIECE.finditer(html):
        closing, tag = piece[1], (piece[2] or "").lower()
        if unseen:
            unseen = "" if closing and tag == unseen else unseen
        elif tag in _UNSEEN and not closing:
            unseen = tag
        elif not tag:
            length += len("".join(piece[0].split()))
    return length


def joined_bodies(bodies: list[Body]) -> Body:
    """Return several bodies, one below the other."""
    lines: list[str] = []
    headings = []
    for body in bodies:
        if lines and body.lines:
            lines.append("")
        for hint in body.headings:
            headings.append(type(hint)(hint.line + len(lines), hint.level, hint.title, hint.provenance))
        lines += body.lines
    return Body(tuple(lines), tuple(headings), sum(body.hidden for body in bodies))


def _trimmed(lines: list[str]) -> list[str]:
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return lines[first:last]
