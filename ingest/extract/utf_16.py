"""UTF-16 without a byte order mark: told by the characters that it gives in one byte order or the other."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter

from ingest.extract.frequent_characters import JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL

_FREQUENT = JAPANESE | SIMPLIFIED | TRADITIONAL | KOREAN
_SIGN = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]")
"""Bytes that text in other encodings does not have, and UTF-16 has in every blank, line end and full stop."""

_USUAL = re.compile("[\t\n\r\x20-\x7e\u00a0-\u00ff\u0386-\u06ff\u0e01-\u0e5b\u3000-\u30ff\uff01-\uff9f]")
_IDEOGRAPH = re.compile("[\u4e00-\u9fff\uac00-\ud7a3]")
_NO_TEXT = frozenset({"Cc", "Cn", "Co", "Cs"})
_LEAST_USUAL = 0.8
"""Share of usual characters from which on a tenth of broken ones is an accident, not a sign of other data."""

_RARE = 0.15
"""What a character counts that is an ideograph or a syllable, but none of the frequent ones."""


def utf_16_without_mark(sample: bytes) -> str | None:
    """Return the codec of UTF-16 text in one of the two byte orders; None for anything else.

    sample: the beginning of the bytes, or a piece that begins at an even place.
    """
    if not _SIGN.search(sample):
        return None
    score, encoding = max((_score(sample, encoding), encoding) for encoding in ("utf-16-le", "utf-16-be"))
    return encoding if score * 3 > 1 else None


def _score(sample: bytes, encoding: str) -> float:
    """Return the share of usual characters, from 0 to 1; 0 where some are none that a text has."""
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample[: len(sample) & ~1], final=False)
    usual, bad, broken = 0.0, 0, 0
    for character, count in Counter(text).items():
        if character in _FREQUENT or _USUAL.match(character):
            usual += count
        elif character == "\ufffd":
            broken += count
        elif unicodedata.category(character) in _NO_TEXT and character != "\f":
            bad += count
        elif _IDEOGRAPH.match(character):
            usual += count * _RARE
    if not text or bad * 100 > len(text):
        return 0.0
    accident = broken * 10 <= len(text) and usual >= len(text) * _LEAST_USUAL
    return usual / len(text) if accident or (bad + broken) * 100 <= len(text) else 0.0
