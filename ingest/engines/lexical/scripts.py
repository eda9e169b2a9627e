"""Where one kind of word ends and the next begins: the characters of scripts, as regular expressions.

The patterns start with a set of characters wherever they run over whole documents: Python's engine then skips
to the next candidate instead of trying every character.
"""

from __future__ import annotations

import re
import unicodedata

HAN = "\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
HIRAGANA = "\u3041-\u309f"
HANGUL = "\uac00-\ud7a3"
NO_BLANKS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese and Khmer: alphabets that are written without blanks between words."""

ALPHABETS = "0-9A-Za-z\u00aa-\u02af\u0370-\u03ff\u0400-\u052f"
"""Letters and digits of which identifiers are made."""

JOINTS = "_.\\-:@'’&\u2010\u2011"
"""Characters that join words to an identifier, when they stand alone between two letters or digits."""

RUN_PATTERN = f"[{HAN}{KATAKANA}{HIRAGANA}]+|[{HANGUL}]+|[{NO_BLANKS}]+"
RUN = re.compile(RUN_PATTERN)
AROUND_RUNS = re.compile(f"({RUN_PATTERN})")
PIECE = re.compile(f"[{HAN}]+|[{KATAKANA}]+|[{HANGUL}]+")
IS_KATAKANA = re.compile(f"[{KATAKANA}]")
IS_HANGUL = re.compile(f"[{HANGUL}]")
LONG_VOWEL_END = re.compile(f"ー(?<=[{KATAKANA}]{{3}}ー)(?![{KATAKANA}])")

JOINT = re.compile(f"[{JOINTS}](?<=[{ALPHABETS}].)(?=[{ALPHABETS}])")
SIGN = re.compile(r"[+#]\+?(?![+#])")
IDENTIFIER_PATTERN = (
    rf"[{ALPHABETS}]+(?:[{JOINTS}][{ALPHABETS}]+)+"
    rf"|(?<![{ALPHABETS}])[A-Za-z](?:\+\+|\#)(?![{ALPHABETS}])"
)
IDENTIFIER = re.compile(IDENTIFIER_PATTERN)
WORD_BEFORE = re.compile(f"[{ALPHABETS}]+$")
HUMP_START = re.compile("[A-Z](?<=[a-z].)")
HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
ASCII_WORD = re.compile("[A-Za-z0-9]+")
ASCII_WORD_BEFORE = re.compile("[A-Za-z0-9]+$")
_WORD_PATTERN = rf"(?:[^\W_{HAN}{KATAKANA}{HIRAGANA}{HANGUL}{NO_BLANKS}]|[\u0900-\u0dff])+"
QUERY_PIECE = re.compile(f"{RUN_PATTERN}|{IDENTIFIER_PATTERN}|{_WORD_PATTERN}")
QUOTED = re.compile('"([^"]+)"')
QUOTED_IN_PROSE = re.compile("[“„«「『]([^“”„«»「」『』]+)[”“»」』]")
HALF_PAIR = re.compile("[\ud800-\udfff]")


def _marks() -> str:
    """Return the marks that are no letters of their own, and invisible characters, as a set.

    Vowel signs are letters; accents, harakat, niqqud, tone marks and viramas are not. The voicing of kana is
    kept: か is not が.
    """
    kana_voicing = 8
    marks = [
        chr(code)
        for code in range(0x300, 0x1E00)
        if unicodedata.combining(chr(code)) not in (0, kana_voicing) or 0xE47 <= code <= 0xE4E
    ]
    return f"[{''.join(marks)}\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]"


MARK = re.compile(_marks())
