"""Text out of documents made safe for one line of ours: it can neither break a line nor forge one."""

from __future__ import annotations

import re

from ingest.domain.cleaning import clean

_BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")
_BLANKS = re.compile(r"\s+")
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_LEAD = re.compile(r"^\s*(?:#{1,6}\s+|>+\s*|[-*+]\s+|\|\s*)+")
_RULE = re.compile(r"^[\s|:=*_+~-]*$")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)|^\s*[^<\n]*-->\s*$")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_MARKS = re.compile(r"\*\*|__|`+|~~|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_CELLS = re.compile(r"\s*\|\s*")
_ATTRIBUTES = re.compile(r"\s*\{\s*[#./:][^{}]*\}\s*$")
_NOISE = re.compile(r"[\[\]<>#|*_`~{}+=-]")
"""Without one of these there is nothing to take away."""


def one_line(text: str) -> str:
    """Return the text on a single line: breaks and control characters become blanks, runs of blanks one.

    What nobody sees is gone: this is the last door before an agent for what people call their things.
    """
    return _flat(clean(text if text.isprintable() else _BREAKS.sub(" ", text)).text)


def _flat(text: str) -> str:
    if text.isprintable() and "  " not in text:
        return text.strip()
    return _BLANKS.sub(" ", _BREAKS.sub(" ", text)).strip()


def unbroken(text: str) -> str:
    """Return a line of a document with nothing in it that a reader could take for a line break."""
    return _BREAKS.sub(" ", text).rstrip()


def plain(line: str) -> str:
    """Return a line without the noise of Markdown: marks, link targets, tags, table bars."""
    if not _NOISE.search(line):
        return _flat(line)
    if _RULE.match(line):
        return ""
    text = _TAG.sub(" ", _LINK.sub(r"\1", _COMMENT.sub(" ", line) if "--" in line else line))
    text = _ATTRIBUTES.sub("", _LEAD.sub("", text))
    return _flat(_CELLS.sub(" ", _MARKS.sub("", text)))
