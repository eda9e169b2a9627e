"""Bytes of text files to characters: which encoding, and what could not be decoded.

Order of trust: a byte order mark; escape sequences of ISO-2022-JP; the characters of UTF-16; UTF-8, which no
other encoding imitates; what the file declares; then the multi-byte encodings of East Asia, scored by the
characters they give; then single-byte encodings.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from charset_normalizer import from_bytes

from ingest.extract.cesu_8 import without_surrogates
from ingest.extract.frequent_characters import JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL
from ingest.extract.half_width import half_width_score
from ingest.extract.utf_16 import utf_16_without_mark

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
_STRAY = 3
"""Control characters that even a note of a few words may hold."""

_EAST_ASIAN = (
    ("cp932", JAPANESE),
    ("euc_jp", JAPANESE),
    ("gb18030", SIMPLIFIED),
    ("big5hkscs", TRADITIONAL),
    ("cp949", KOREAN),
)
_PLAUSIBLE = 0.4
"""Score from which an East Asian decoding is taken."""

_POSSIBLE = 0.1
"""The same where Western encodings do not decode the bytes: enough for rare ideographs and nothing odd."""

_LIKELIER = 0.25
"""The same where what Western encodings give is full of signs: names without a frequent ideograph."""

_CYRILLIC = ("koi8-r", "cp1251", "iso8859-5", "cp866")
_CYRILLIC_LEAST = 0.7
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

_EXPECTED = re.compile("[\u3001-\u301f\u3040-\u30ff\uff01-\uff5e\u2010-\u2026\u2460-\u2473\u3000\u00b7]")
_IDEOGRAPH = re.compile("[\u4e00-\u9fff\uf900-\ufa2d]")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")
_IN_LATIN_WORD = re.compile("[a-z][^\x00-\x7f]|[^\x00-\x7f][a-z]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_ODD = re.compile("[\x80-\x9f\ue000-\uf8ff\ufffd\u0370-\u05ff\u2500-\u257f]")
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
    body = without_surrogates(data[skip:]) if encoding == "utf-8" else data[skip:]
    text = body.decode(encoding, "replace")
    return Decoded(text, encoding, text.count(REPLACEMENT))


def guess(data: bytes, *, declared: str | None = None) -> tuple[str, int]:
    """Return the encoding and the length of the byte order mark."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    sample = data[:_SAMPLE]
    found = utf_16_without_mark(sample) or _ascii(data) or _utf_8(data) or _declared(data, declared)
    return found or _east_asian(sample) or _single_byte(sample), 0


def looks_like_text(sample: bytes) -> bool:
    """Return whether a piece of a file is text in some encoding, not binary data."""
    if any(sample.startswith(mark) for mark, _ in _MARKS):
        return True
    if utf_16_without_mark(sample):
        return True
    control = len(_CONTROL.findall(sample))
    if _broken_utf_8(sample) == 0:
        return control * 20 <= len(sample) or (control <= _STRAY and control * 5 <= len(sample))
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


def _share(text: str, frequent: frozenset[str]) -> int:
    return sum(character in frequent for character in text)


def _utf_8(data: bytes) -> str | None:
    """Return UTF-8 where the bytes are, or nearly are: a few broken bytes do not make another encoding."""
    if _broken_utf_8(data) == 0 or _broken_utf_8(without_surrogates(data)) == 0:
        return "utf-8"
    good = len(_MULTI_BYTE.findall(data[:_SAMPLE]))
    broken = _broken_utf_8(data[:_SAMPLE])
    if good < 2 or good * 2 < broken:
        return None
    return "utf-8" if good * 2 >= broken * 3 or not _exact_east_asian(data[:_SAMPLE], _PLAUSIBLE) else None


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
    return encoding if score >= _PLAUSIBLE else None


def _exact_east_asian(sample: bytes, least: float) -> str | None:
    """Return the best encoding that decodes every byte and no word half Latin, where it reads so well at least."""
    whole = []
    for encoding, frequent in _EAST_ASIAN:
        text = _decoded_sample(sample, encoding)
        if REPLACEMENT not in text and not _IN_LATIN_WORD.search(text):
            whole.append((_east_asian_score(sample, encoding, frequent), encoding))
    score, encoding = max(whole, default=(0.0, ""))
    return encoding if whole and score >= least else None


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
    narrow = len(_HALF_WIDTH.findall(foreign))
    if narrow:
        other += -narrow if _is_other_alphabet(sample) else half_width_score(text)
    return (usual + other - wrong) / len(foreign)


def _is_other_alphabet(sample: bytes) -> bool:
    """Return whether bytes that could be half-width katakana are Thai or Cyrillic as well."""
    thai = _decoded_sample(sample, "cp874")
    return (
        REPLACEMENT not in thai or max(_cyrillic_score(sample, each) for each in _CYRILLIC) > _CYRILLIC_LEAST
    )


def _decoded_sample(sample: bytes, encoding: str) -> str:
    """Decode a piece that may end inside a character."""
    decoder: Callable[..., codecs.IncrementalDecoder] = codecs.getincrementaldecoder(encoding)
    return decoder("replace").decode(sample, final=False)


def _single_byte(sample: bytes) -> str:
    best = max(_CYRILLIC, key=lambda encoding: _cyrillic_score(sample, encoding))
    if _cyrillic_score(sample, best) > _CYRILLIC_LEAST:
        return best
    western = sample.decode("cp1252", "replace")
    if REPLACEMENT in western and (exact := _exact_east_asian(sample, _POSSIBLE)):
        return exact
    foreign = len(re.sub(r"[\x00-\x7f]+", "", western))
    odd = 2 * len(_ODD_LATIN.findall(western)) + 4 * western.count(REPLACEMENT)
    if foreign * 4 <= len(western) and odd * 10 <= foreign:
        return "cp1252"
    if not _is_other_alphabet(sample) and (exact := _exact_east_asian(sample, _LIKELIER)):
        return exact
    found = from_bytes(sample, cp_isolation=list(_SINGLE_BYTE)).best()
    return found.encoding if found else "cp1252"


def _cyrillic_score(sample: bytes, encoding: str) -> float:
    text = sample.decode(encoding, "replace")
    foreign = len(re.sub(r"[\x00-\x7f]+", "", text))
    letters = len(_CYRILLIC_ANY.findall(text))
    lower = len(_CYRILLIC_LOWER.findall(text))
    wrong = 4 * len(_CASE_BREAK.findall(text)) + 4 * len(_MIXED_WORD.findall(text))
    return (letters + lower - wrong) / (2 * foreign) if foreign else 0.0
