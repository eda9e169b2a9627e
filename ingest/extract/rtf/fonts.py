"""The font table of an RTF file, and the encodings that its fonts stand for."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from ingest.extract.east_asian_faces import is_gothic

_CHARSETS = {
    2: "cp1252",
    77: "mac_roman",
    78: "cp932",
    79: "cp949",
    80: "gb18030",
    81: "big5hkscs",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "big5hkscs",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_PAGES = {932: "cp932", 936: "gb18030", 949: "cp949", 950: "big5hkscs", 10000: "mac_roman", 65001: "utf-8"}
_ONE_WIDTH = re.compile(r"courier|consol|\bmono|menlo|monaco|lucida console|source code|typewriter", re.I)
_MULTI_BYTE = frozenset({"cp932", "cp949", "johab", "gb18030", "big5hkscs", "utf-8"})


@dataclass(slots=True)
class Font:
    """A font of the table. codec: a Python name, None for that of the file."""

    name: str = ""
    codec: str | None = None

    @property
    def one_width(self) -> bool:
        """Whether all its letters are equally wide: code is set in it."""
        return _ONE_WIDTH.search(self.name) is not None

    @property
    def gothic(self) -> bool:
        """Whether it is an East Asian Gothic."""
        return is_gothic(self.name)


class FontTable:
    """Fonts by number. codec: of text whose font does not say. default: number of the font that none is set for."""

    def __init__(self) -> None:
        self._fonts: dict[int, Font] = {}
        self._open: Font | None = None
        self.codec = "cp1252"
        self.default: int | None = None

    def font(self, number: int | None) -> Font:
        """Return a font, the default one for None; an unknown font says nothing."""
        return self._fonts.get(number if number is not None else self.default or 0) or _UNKNOWN

    def codec_of(self, number: int | None) -> str:
        """Return the codec of text in a font."""
        return self.font(number).codec or self.codec

    def open(self, number: int | None) -> None:
        """Begin an entry of the table."""
        self._open = self._fonts.setdefault(number or 0, Font())

    def set_charset(self, number: int | None) -> None:
        """Take the character set of the open entry."""
        if self._open is not None:
            self._open.codec = codec_of_charset(number)

    def set_page(self, number: int | None) -> None:
        """Take the code page of the open entry; it wins over its character set."""
        if number and self._open is not None:
            self._open.codec = codec_of_page(number)

    def close(self, name: str) -> None:
        """Name the open entry."""
        if self._open is not None:
            self._open.name = name.partition(";")[0]


_UNKNOWN = Font()


def codec_of_page(number: int | None) -> str:
    """Return the codec of a code page; the usual one for those that are unknown."""
    name = _PAGES.get(number or 0, f"cp{number}")
    try:
        codecs.lookup(name)
    except LookupError:
        return "cp1252"
    return name


def codec_of_charset(number: int | None) -> str | None:
    """Return the codec of a font's character set, None where the set is that of the file."""
    return _CHARSETS.get(number or 0)


def is_multi_byte(codec: str) -> bool:
    """Return whether characters of a codec may take several bytes."""
    return codec in _MULTI_BYTE


def joined(text: str) -> str:
    """Return text with its surrogates, which stand as two numbers, as one character each."""
    if not any("\ud800" <= character <= "\udfff" for character in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
