"""The pieces of an RTF file: groups, control words with their numbers, characters by their codes, and text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

_TOKEN = re.compile(
    rb"([{}])"
    rb"|\\([A-Za-z]{1,32})(-?\d{1,10})? ?"
    rb"|\\'([0-9A-Fa-f]{2})"
    rb"|\\(.)"
    rb"|([^\\{}\r\n]+)",
    re.S,
)


class Kind(StrEnum):
    """What a token is. SYMBOL: a control sign such as `~`. BYTE: a character by its code. TEXT: bytes as they are."""

    OPEN = "open"
    CLOSE = "close"
    WORD = "word"
    SYMBOL = "symbol"
    BYTE = "byte"
    TEXT = "text"


class Token(NamedTuple):
    """A token. name: of a control word or sign. number: its parameter, None where it has none. data: bytes of text."""

    kind: Kind
    name: str = ""
    number: int | None = None
    data: bytes = b""


_OPEN, _CLOSE = Token(Kind.OPEN), Token(Kind.CLOSE)


def tokens(data: bytes) -> Iterator[Token]:
    """Yield the tokens of a file; binary data behind `\\bin` is passed over."""
    at = 0
    while match := _TOKEN.search(data, at):
        at = match.end()
        brace, word, number, code, sign, text = match.groups()
        if text is not None:
            yield Token(Kind.TEXT, data=text)
        elif code is not None:
            yield Token(Kind.BYTE, data=bytes([int(code, 16)]))
        elif brace is not None:
            yield _OPEN if brace == b"{" else _CLOSE
        elif sign is not None:
            yield Token(Kind.SYMBOL, name=sign.decode("latin-1"))
        elif word == b"bin":
            at += max(0, int(number or 0))
        else:
            yield Token(Kind.WORD, word.decode("ascii"), int(number) if number else None)
