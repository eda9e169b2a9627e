"""How loud text is: weight and size by script, as styles of OpenDocument say them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ingest.extract.east_asian_faces import is_gothic
from ingest.extract.office_xml import Element, attribute

_LEAST_BOLD = 600
_LARGEST = 10_000
_MOST_TIMES = 100.0
"""How many times the size below a size may be; shares of shares in a hostile file would leave all numbers behind."""

_LENGTH = re.compile(r"(\d{1,5}(?:\.\d{1,6})?)(pt|px|pc|in|inch|cm|mm|%)")
_HALF_POINTS = {
    "pt": 2.0,
    "px": 1.5,
    "pc": 24.0,
    "in": 144.0,
    "inch": 144.0,
    "cm": 144 / 2.54,
    "mm": 14.4 / 2.54,
}
_STRONG = re.compile(
    "([\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]+)"
    "|([\u0590-\u0dff\u0e00-\u0fff\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufeff]+)"
    r"|([^\W\d_]+)"
)


class Script(StrEnum):
    """The three kinds of writing that a style speaks of on its own."""

    WESTERN = "western"
    ASIAN = "asian"
    COMPLEX = "complex"


_SCRIPTS = tuple(Script)
_BY_GROUP = {1: Script.ASIAN, 2: Script.COMPLEX, 3: Script.WESTERN}


@dataclass(frozen=True, slots=True)
class Loud:
    """Weight and size of one script; None where nothing is said.

    size: half-points. share: of the size below, where size is None. gothic: whether its font is a Gothic.
    """

    bold: bool | None = None
    size: int | None = None
    share: float = 1.0
    gothic: bool | None = None

    @property
    def says_size(self) -> bool:
        """Whether anything is said of the size."""
        return self.size is not None or self.share != 1.0

    def over(self, below: Loud) -> Loud:
        """Return this with what it leaves open taken from what is below."""
        bold = below.bold if self.bold is None else self.bold
        gothic = below.gothic if self.gothic is None else self.gothic
        if self.size is not None:
            return Loud(bold, self.size, gothic=gothic)
        if below.size is not None:
            return Loud(bold, _sensible(below.size * self.share), gothic=gothic)
        share = min(max(self.share * below.share, 1 / _MOST_TIMES), _MOST_TIMES)
        return Loud(bold, None, share, gothic)

    def sized(self, usual: int) -> int | None:
        """Return the size in half-points, None where nothing is said. usual: that of which it may be a share."""
        return _sensible(usual * self.share) if self.size is None and self.share != 1.0 else self.size


_UNSAID = Loud()


@dataclass(frozen=True, slots=True)
class TextLook:
    """How loud text is in each script."""

    western: Loud = _UNSAID
    asian: Loud = _UNSAID
    complex: Loud = _UNSAID

    def over(self, below: TextLook) -> TextLook:
        """Return this look with what it leaves open taken from the one below."""
        if self == PLAIN:
            return below
        return TextLook(
            self.western.over(below.western), self.asian.over(below.asian), self.complex.over(below.complex)
        )

    def of(self, script: Script) -> Loud:
        """Return the look of a script; what nothing says of it is as in Western text."""
        if script is Script.WESTERN:
            return self.western
        said = self.asian if script is Script.ASIAN else self.complex
        if said.bold is None:
            said = replace(said, bold=self.western.bold)
        if not said.says_size:
            said = replace(said, size=self.western.size, share=self.western.share)
        return said


PLAIN = TextLook()


def look_of(properties: Element) -> TextLook:
    """Return what the text properties of a style say."""
    return TextLook(*(_loud(properties, script) for script in _SCRIPTS))


def scripts_of(text: str, before: Script | None) -> Iterator[tuple[Script, int]]:
    """Yield the scripts of a text with how many characters are in each.

    Digits and signs belong to the script in front of them. before: that of the text in front, None at the start.
    """
    if text.isascii() and before in (None, Script.WESTERN):
        if count := len(text.strip()):
            yield Script.WESTERN, count
        return
    at, script = 0, before
    for match in _STRONG.finditer(text):
        found = _BY_GROUP[match.lastindex or 3]
        count = len(text[at : match.start()].strip())
        if count:
            yield script or found, count
        at, script = match.start(), found
    count = len(text[at:].strip())
    if count:
        yield script or Script.WESTERN, count


def _loud(properties: Element, script: Script) -> Loud:
    weight, size, face = "fo:font-weight", "fo:font-size", "style:font-name"
    if script is not Script.WESTERN:
        weight, size, face = (f"style:font-{said}-{script}" for said in ("weight", "size", "name"))
    name = attribute(properties, face)
    gothic = is_gothic(name) if name else None
    return Loud(_bold(attribute(properties, weight)), *_size(attribute(properties, size)), gothic)


def _bold(said: str | None) -> bool | None:
    if not said:
        return None
    return said == "bold" or (len(said) == 3 and said.isdecimal() and int(said) >= _LEAST_BOLD)


def _size(said: str | None) -> tuple[int | None, float]:
    """Return a size in half-points, or the share of the size below that it is."""
    found = _LENGTH.fullmatch((said or "").strip())
    if found is None or not float(found[1]):
        return None, 1.0
    if found[2] == "%":
        return None, float(found[1]) / 100
    return _sensible(float(found[1]) * _HALF_POINTS[found[2]]), 1.0


def _sensible(size: float) -> int:
    return max(1, min(round(size), _LARGEST))
