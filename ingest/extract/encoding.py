"""Bytes of text files to characters: which encoding, and what could not be decoded.

Order of trust: a byte order mark; escape sequences of ISO-2022-JP; the zero bytes of UTF-16; UTF-8, which no
other encoding imitates; what the file declares; then the multi-byte encodings of East Asia, scored by the
characters they give; then single-byte encodings.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from charset_normalizer import from_bytes

from ingest.extract.frequent_characters import JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL

REPLACEMENT = "\ufffd"

_SAMPLE = 65_536

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_ISO_2022_JP = re.compile(rb"\x1b(?:\$[@B]|\([BJI]|\$\(D)")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_EAST_ASIAN = (
    ("cp932", JAPANESE),
    ("euc_jp", JAPANESE),
    ("gb18030", SIMPLIFIED),
    ("big5hkscs", TRADITIONAL),
    ("cp949", KOREAN),
)
_CYRILLIC = ("koi8-r", "cp1251", "iso8859-5", "cp866")
_SINGLE_BYTE = ("cp1250", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp874", "iso8859-7")
_WIDER = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "tis-620": "cp874",
}
"""Declared names and the superset that files really hold, as browsers read them."""

_EXPECTED = re.compile("[\u3001-\u301f\u3040-\u30ff\uff01-\uff5e\u2010-\u2026\u3000\u00b7]")
_IDEOGRAPH = re.compile("[\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_ODD = re.compile("[\x80-\x9f\ue000-\uf8ff\ufffd\uff61-\uff9f\u0370-\u05ff\u2500-\u257f]")
_CYRILLIC_LOWER = re.compile("[а-яё]")
_CYRILLIC_ANY = re.compile("[\u0400-\u045f]")
_CASE_BREAK = re.compile("[а-яё][А-ЯЁ]")
_MIXED_WORD = re.compile("[A-Za-z][\u0400-\u045f]|[\u0400-\u045f][A-Za-z]")
_ODD_LATIN = re.compile("[\x80-\x9f\u00a1-\u00a7\u00a9-\u00bf\u00d7\u00f7][A-Za-z]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file. encoding: a Python codec name. replaced: characters that could not be decoded."""

    text: str
    encoding: str
    replaced: int = 0


def decode(data: bytes, *, declared: str | None = None) -> Decoded:
    """Return the text of bytes, without its byte order mark. Never fails: bad bytes become U+FFFD.

    declared: the encoding a file states in itself (HTML, XML), which is believed only after what cannot lie.
    """
    encoding, skip = guess(data, declared=declared)
    text = data[skip:].decode(encoding, "replace")
    return Decoded(text, encoding, text.count(REPLACEMENT))


def guess(data: bytes, *, declared: str | None = None) -> tuple[str, int]:
    """Return the encoding and the length of the byte order mark."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    sample = data[:_SAMPLE]
    found = _utf_16(sample) or _ascii(data) or _utf_8(data) or _declared(data, declared)
    return found or _east_asian(sample) or _single_byte(sample), 0


def looks_like_text(sample: bytes) -> bool:
    """Return whether a piece of a file is text in some encoding, not binary data."""
    if any(sample.startswith(mark) for mark, _ in _MARKS):
        return True
    if _utf_16(sample):
        return True
    control = len(_CONTROL.findall(sample))
    if _broken_utf_8(sample) == 0:
        return control * 20 <= len(sample)
    return control * 100 <= len(sample)


def _ascii(data: bytes) -> str | None:
    if not data.isascii():
        return None
    if b"\x1b" not in data or not _ISO_2022_JP.search(data):
        return "utf-8"
    try:
        data.decode("iso2022_jp_2")
    except UnicodeDecodeError:
        return "utf-8"
    return "iso2022_jp_2"


def _utf_16(sample: bytes) -> str | None:
    zeros = sample.count(0)
    if not zeros:
        return None
    pairs = len(sample) // 2
    odd = sample[1::2].count(0)
    even = zeros - odd
    for encoding, own, other in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if own > other * 10 and _is_utf_16(sample[: pairs * 2], encoding, own, pairs):
            return encoding
    return None


def _is_utf_16(sample: bytes, encoding: str, zeros: int, pairs: int) -> bool:
    text = sample.decode(encoding, "replace")
    bad = text.count(REPLACEMENT) + sum(character < " " and character not in "\t\n\r\f" for character in text)
    if bad * 100 > pairs:
        return False
    common = zeros + sum(_share(text, frequent) for frequent in (JAPANESE, SIMPLIFIED, KOREAN))
    return common * 3 > pairs


def _share(text: str, frequent: frozenset[str]) -> int:
    return sum(character in frequent for character in text)


def _utf_8(data: bytes) -> str | None:
    """Return UTF-8 where the bytes are, or nearly are: a few broken bytes do not make another encoding."""
    broken = _broken_utf_8(data)
    if broken == 0:
        return "utf-8"
    good = len(_MULTI_BYTE.findall(data[:_SAMPLE]))
    broken = _broken_utf_8(data[:_SAMPLE])
    return "utf-8" if good >= 2 and good * 2 >= broken else None


_MULTI_BYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf](?![\x80-\xbf])|[\xe0-\xef][\x80-\xbf]{2}(?![\x80-\xbf])|[\xf0-\xf4][\x80-\xbf]{3}"
)


def _broken_utf_8(data: bytes) -> int:
    """Return how many sequences are no UTF-8; a sequence cut off at the end is none of them."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        if (
            error.end == len(data)
            and error.start > len(data) - 4
            and error.reason == "unexpected end of data"
        ):
            return 0
        text = codecs.getincrementaldecoder("utf-8")("replace").decode(data)
        return text.count(REPLACEMENT)
    return 0


def _declared(data: bytes, declared: str | None) -> str | None:
    if not declared:
        return None
    try:
        name = codecs.lookup(declared.strip()).name
    except (LookupError, ValueError):
        return None
    encoding = _WIDER.get(name, name)
    if encoding.startswith("utf") or "utf" in encoding:
        return None
    try:
        text = data[:_SAMPLE].decode(encoding, "replace")
    except (LookupError, ValueError, TypeError, AttributeError):
        return None
    return encoding if isinstance(text, str) and text.count(REPLACEMENT) * 50 <= len(text) else None


def _east_asian(sample: bytes) -> str | None:
    scored = [(_east_asian_score(sample, encoding, frequent), encoding) for encoding, frequent in _EAST_ASIAN]
    score, encoding = max(scored)
    return encoding if score >= 0.4 else None


def _east_asian_score(sample: bytes, encoding: str, frequent: frozenset[str]) -> float:
    """Return how well a decoding reads, from about 0 (noise) to 1; below 0 where it breaks."""
    text = _decoded_sample(sample, encoding)
    foreign = re.sub(r"[\x00-\x7f]+", "", text)
    if not foreign:
        return 0.0
    usual = _share(foreign, frequent)
    ideographs = len(_IDEOGRAPH.findall(foreign)) + len(_HANGUL.findall(foreign))
    other = max(0, ideographs - usual) * 0.15 + len(_EXPECTED.findall(foreign)) * 0.15
    wrong = 3 * text.count(REPLACEMENT) + len(_ODD.findall(foreign))
    if frequent is not JAPANESE:
        wrong += sum("\u3041" <= character <= "\u30fe" for character in foreign)
    return (usual + other - wrong) / len(foreign)


def _decoded_sample(sample: bytes, encoding: str) -> str:
    """Decode a piece that may end inside a character."""
    decoder: Callable[..., codecs.IncrementalDecoder] = codecs.getincrementaldecoder(encoding)
    return decoder("replace").decode(sample, final=False)


def _single_byte(sample: bytes) -> str:
    best = max(_CYRILLIC, key=lambda encoding: _cyrillic_score(sample, encoding))
    if _cyrillic_score(sample, best) > 0.7:
        return best
    western = sample.decode("cp1252", "replace")
    foreign = len(re.sub(r"[\x00-\x7f]+", "", western))
    odd = 2 * len(_ODD_LATIN.findall(western)) + 4 * western.count(REPLACEMENT)
    if foreign * 4 <= len(western) and odd * 10 <= foreign:
        return "cp1252"
    found = from_bytes(sample, cp_isolation=list(_SINGLE_BYTE)).best()
    return found.encoding if found else "cp1252"


def _cyrillic_score(sample: bytes, encoding: str) -> float:
    text = sample.decode(encoding, "replace")
    foreign = len(re.sub(r"[\x00-\x7f]+", "", text))
    letters = len(_CYRILLIC_ANY.findall(text))
    lower = len(_CYRILLIC_LOWER.findall(text))
    wrong = 4 * len(_CASE_BREAK.findall(text)) + 4 * len(_MIXED_WORD.findall(text))
    return (letters + lower - wrong) / (2 * foreign) if foreign else 0.0
