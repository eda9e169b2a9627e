"""How many tokens a text costs a model: an estimate without a tokenizer, made to err on the high side.

The rule, against byte-pair vocabularies of about 100,000 entries: a Latin word costs 1 token up to 7
letters, a longer one 1 for every 5 letters begun; digits 1 for every 3; each sign of punctuation 1; a
single blank nothing (it joins the word behind it), a longer run of blanks 1, each line break 1. A kana
costs 1, an ideograph 5/4, a hangul syllable 3/2, a letter of any other script 1/2, and everything else,
such as emoji, 3. A text costs the sum of its lines, so lines can be budgeted one by one.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"(?P<word>[A-Za-z\u00c0-\u024f]+)"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<blanks>[^\S\n]+)"
    r"|(?P<break>\n)"
    r"|(?P<sign>[\x21-\x7e\u2010-\u2027\u3000-\u303f\uff01-\uff0f\uff1a-\uff20])"
    r"|(?P<kana>[\u3040-\u30ff\uff66-\uff9f]+)"
    r"|(?P<han>[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<hangul>[\uac00-\ud7a3\u1100-\u11ff]+)"
    r"|(?P<letters>[^\W\d_]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)

_WHOLE_WORD = 7


def count_tokens(text: str) -> int:
    """Return the estimated number of tokens of a text; 0 for an empty one."""
    return sum(_cost(match.lastgroup, match.end() - match.start()) for match in _PIECE.finditer(text))


def _cost(kind: str | None, length: int) -> int:
    match kind:
        case "word":
            return 1 if length <= _WHOLE_WORD else -(-length // 5)
        case "digits":
            return -(-length // 3)
        case "blanks":
            return 0 if length == 1 else 1
        case "kana":
            return length
        case "han":
            return -(-length * 5 // 4)
        case "hangul":
            return -(-length * 3 // 2)
        case "letters":
            return -(-length // 2)
        case "break" | "sign":
            return 1
    return 3 * length
