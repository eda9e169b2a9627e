"""How many tokens a text costs a model: an estimate without a tokenizer, made to err on the high side.

Fitted to two byte-pair vocabularies (cl100k of 100,000 entries, o200k of 200,000), the dearer of the two for
each kind of piece, counted in hundredths and rounded up on every line:

- A Latin word costs 1 and a little more with each letter beyond the fifth; much more where no blank stands
  before it, since words are learned with their blank. `camelCase` is two words, capitals cost 1 for three.
- Digits cost 1 for every 3, and the blank before them 1; before other things a single blank is free.
- A sign costs 1, half of that where it joins the word behind it (`.name`); a run of signs half of each.
- A kana costs 0.95; an ideograph 1 where everyday simplified Chinese uses it (GB 2312, level 1), else 1.9;
  a hangul syllable 1.32, a Cyrillic letter 0.57, a letter or mark of another script 1, anything else 3.
- A line break costs 1 but after a sign, which takes it along; an empty line is free.

A text costs the sum of its lines, so lines can be budgeted one by one.
"""

from __future__ import annotations

import re
from functools import lru_cache

_COMMON_HAN = "".join(
    bytes((row, cell)).decode("gb2312", "ignore") for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF)
)
_LOWER, _UPPER = "a-z\u00df-\u00f6\u00f8-\u00ff", "A-Z\u00c0-\u00d6\u00d8-\u00de"
_PIECE = re.compile(
    rf"(?P<word>(?:(?P<blank>[^\S\n])|(?P<joined>(?<![^\w\u0080-\U0010ffff])[!-/:-@\[-`{{-~]))?"
    rf"(?P<letters>[{_UPPER}]?[{_LOWER}]+|[{_UPPER}]+(?![{_LOWER}])|[{_UPPER}]))"
    r"|(?P<digits>[0-9]{1,3})"
    r"|(?P<gap>[^\S\n]+)"
    r"|(?P<signs>[!-/:-@\[-`{-~]+)"
    r"|(?P<kana>[\u3040-\u30ff]+)"
    rf"|(?P<common>[{_COMMON_HAN}]+)"
    r"|(?P<rare>[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<mark>[\u2010-\u2027\u3000-\u303f\uff01-\uff0f\uff1a-\uff20])"
    r"|(?P<hangul>[\uac00-\ud7a3]+)"
    r"|(?P<cyrillic>[\u0400-\u04ff]+)"
    r"|(?P<latin>[\u0100-\u024f]+)"
    r"|(?P<other>[\u0300-\u0fff\u10a0-\u10ff\u1e00-\u1fff]+)"
    r"|(?P<rest>(?P<one>.)(?P=one)*)"
)
_EACH = {
    "digits": 0,
    "kana": 97,
    "common": 116,
    "rare": 195,
    "mark": 102,
    "hangul": 132,
    "cyrillic": 57,
    "latin": 100,
    "other": 100,
}
_SPACED = (0, 100, 100, 101, 103, 105, 111, 116, 122, 132, 136, 146, 154, 165)
"""Cost of a word by its letters, a blank before it; the last for each longer one, and `_LONGER` a letter."""
_BARE = (0, 100, 100, 103, 108, 120, 135, 145, 165, 175, 195, 220, 240, 290)
_LONGER = 28
_KEPT = 400
"""Characters up to which the cost of a line is remembered."""
_CAPITALS = (0, 100, 102, 125, 145, 190)
_PAIRS = (
    "aa ae ao bf dc df dp dt ek eu ez fs hc hl ij ji jo ka ko kt ku kz lc lg ln lm mg mt my nb np nw oe pk rz sd sg"
    " sr sv sz tb td tm tn tp tz uu vc vl vs yd zi zm zu"
)
_UNUSUAL = frozenset(_PAIRS.split())
"""Pairs of letters that English seldom writes: words with them are cut more often."""


def count_tokens(text: str) -> int:
    """Return the estimated number of tokens of a text; 0 for an empty one."""
    *ended, last = text.split("\n")
    return sum(_line_once(line, True) for line in ended if line) + _line_once(last, False)


def _line_once(line: str, ends: bool) -> int:
    return _kept_line(line, ends) if len(line) <= _KEPT else _line(line, ends=ends)


@lru_cache(maxsize=16_384)
def _kept_line(line: str, ends: bool) -> int:
    """Answers are put together and counted several times over from the same lines."""
    return _line(line, ends=ends)


def _line(line: str, *, ends: bool) -> int:
    """Return the cost of a line, with its break where it has one; an empty line's break is part of another."""
    cost = 0
    for match in _PIECE.finditer(line):
        kind = match.lastgroup or "rest"
        length = match.end() - match.start()
        if kind == "word":
            cost += _word(match["letters"], bool(match["blank"])) + (50 if match["joined"] else 0)
        elif kind == "digits":
            cost += 100
        elif kind == "gap":
            cost += _gap(line[match.end() : match.end() + 1], length)
        elif kind == "signs":
            cost += _signs(match.group())
        elif kind in _EACH:
            cost += _EACH[kind] * length
        else:
            cost += 300 + (length - 1) * 40
    if ends and (line[-1:].isalnum() or line[-1:].isspace()):
        cost += 100
    return -(-(cost - 10) // 100)


@lru_cache(maxsize=50_000)
def _word(letters: str, spaced: bool) -> int:
    length = len(letters)
    if length > 1 and letters.isupper():
        return _CAPITALS[length] if length < len(_CAPITALS) else 34 * length + 30
    costs = _SPACED if spaced else _BARE
    cost = costs[min(length, len(costs) - 1)] + max(0, length - len(costs) + 1) * _LONGER
    capital = length > 4 and letters[0].isupper()
    accents = 0 if letters.isascii() else 45 + 12 * length
    lower = letters.lower()
    unusual = sum(lower[at : at + 2] in _UNUSUAL for at in range(length - 1)) if length > 3 else 0
    return cost + (12 if capital else 0) + accents + 45 * unusual


def _gap(following: str, length: int) -> int:
    """Return the cost of blanks: one of them joins what follows, unless digits or nothing follows."""
    if not following:
        return 0
    if following.isdecimal():
        return 100 if length == 1 else 200
    if length == 1:
        return 30 if following > "\u2e80" else 0
    return 100


def _signs(signs: str) -> int:
    length = len(signs)
    if signs == signs[0] * length:
        return 100 + max(0, length - 4) * 8
    return max(115, 55 * length)
