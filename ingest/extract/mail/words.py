"""Words of mail headers and bytes of mail bodies as text, as mail programs of the world really write them."""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime

from ingest.domain.cleaning import clean
from ingest.extract.encoding import decode

_FOLD = re.compile(r"[\r\n]+[ \t]*")
_ESCAPE = re.compile(rb"\x1b(\$\([A-Z]|\$[@AB]|\([A-Z])")
_WORD_GAP = re.compile(
    r"(=\?[^?\s]+\?[QqBb]\?[^?\s]*\?=)(?=\S)|(?<=[^\s\"(,;:<])(?==\?[^?\s]+\?[QqBb]\?[^?]*\?=)"
)
MAX_HEADER = 20_000
MAX_PEOPLE = 200_000


def text_of(data: bytes, charset: str | None) -> str:
    """Return the text of a body or a word. What a charset cannot be is read as what it must be."""
    name = (charset or "").strip("\"' ").lower()
    if name.startswith("iso-2022-jp") or (not name and _ESCAPE.search(data)):
        return _japanese(data)
    if name in ("utf-7", "unicode-1-1-utf-7", "hz-gb-2312"):
        return data.decode("hz" if name.startswith("hz") else "utf-7", "replace")
    return decode(data, declared=name or None).text


def _japanese(data: bytes) -> str:
    """Return ISO-2022-JP, also with the characters that only Microsoft's variant has."""
    for codec in ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext"):
        try:
            return data.decode(codec)
        except UnicodeDecodeError:
            continue
    if not data.isascii():
        return decode(data).text
    text: list[str] = []
    mode, start = b"(B", 0
    for found in [*_ESCAPE.finditer(data), None]:
        piece = data[start : found.start() if found else len(data)]
        text.append(_shifted(piece) if mode in (b"$B", b"$@") else piece.decode("ascii", "replace"))
        if found:
            mode, start = found[1], found.end()
    return "".join(text)


def _shifted(piece: bytes) -> str:
    """Return pairs of JIS bytes by way of Shift JIS, which knows the rows of NEC and IBM."""
    moved = bytearray()
    for first, second in zip(piece[::2], piece[1::2], strict=False):
        if not (0x21 <= first <= 0x7E and 0x21 <= second <= 0x7E):
            moved += b"?"
            continue
        lead = (first - 0x21) // 2 + (0x81 if first < 0x5F else 0xC1)
        odd = first % 2
        tail = second + (0x1F if second < 0x60 else 0x20) if odd else second + 0x7E
        moved += bytes((lead, tail))
    return moved.decode("cp932", "replace")


def header_text(value: object) -> str:
    """Return a header as one line of text, its encoded words and bare bytes decoded."""
    raw = _FOLD.sub(" ", str(value or "")[:MAX_HEADER]).strip()
    if "=?" in raw:
        raw = _WORD_GAP.sub(lambda match: f"{match[1] or ''} ", raw)
        text = "".join(_word(data, charset) for data, charset in _words(raw))
    else:
        text = _bare(raw)
    return " ".join(clean(text).text.split())


def _words(raw: str) -> list[tuple[bytes | str, str | None]]:
    try:
        return list(decode_header(raw))
    except (HeaderParseError, binascii.Error, ValueError):
        return [(raw, None)]


def _word(data: bytes | str, charset: str | None) -> str:
    if isinstance(data, str):
        return _bare(data)
    if charset is None:
        return text_of(data, None) if not data.isascii() else data.decode("ascii")
    return text_of(data, charset)


def _bare(raw: str) -> str:
    """Return text whose bytes above ASCII came without an encoding."""
    try:
        raw.encode("utf-8")
    except UnicodeEncodeError:
        return text_of(raw.encode("utf-8", "surrogateescape"), None)
    return raw if not _ESCAPE.search(raw.encode("utf-8")) else _japanese(raw.encode("utf-8"))


def people(values: Sequence[object]) -> list[tuple[str, str]]:
    """Return (name, address) of everyone in address headers; a name or an address may be empty."""
    raw = [_FOLD.sub(" ", str(value)[:MAX_PEOPLE]) for value in values if value]
    try:
        pairs = getaddresses(raw)
    except (RecursionError, ValueError, IndexError, AttributeError):
        pairs = []
    found = [(header_text(name), header_text(address)) for name, address in pairs]
    found = [pair for pair in found if any(pair)]
    if not found:
        return [(text, "") for text in map(header_text, raw) if text]
    return found


def shown(person: tuple[str, str]) -> str:
    """Return a person as mail programs show them."""
    name, address = person
    if not name or name == address:
        return address or name
    return f"{name} <{address}>" if address else name


def moment(value: object) -> datetime | None:
    """Return the time of a date header, None where it is none. A time without a zone is UTC."""
    try:
        found = parsedate_to_datetime(_FOLD.sub(" ", str(value or "")))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
