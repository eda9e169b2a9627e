"""Paragraphs that are made to look like headings: bold, or larger than the text, without a heading style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.domain.document import HeadingHint, Hints, LayoutFacts, LayoutHint, Line
from ingest.extract.heading_numbers import split_number
from ingest.extract.no_titles import is_no_title

_USUAL_SIZE = 20
"""Half-points of a text of which nothing says how large it is."""

_LONGEST = 120
_SAME = 0.5
"""Share of a text in one weight or size from which that is its weight or size."""

_PAGE = 1_800
"""Characters of a page, for a format that has none; East Asian ones take the room of two."""

_FEW_STYLED = 4
_MANY_BY_HAND = 8
_TIMES_AS_MANY = 4
"""Loud paragraphs from which a few heading styles are those of the title page, and the headings are made by hand."""


class Look(NamedTuple):
    """Weight and size in half-points; None where nothing says so. gothic: None for text that is not East Asian."""

    bold: bool | None = None
    size: int | None = None
    gothic: bool | None = None


Loudness = Counter[Look]
"""Characters by their look."""


@dataclass(frozen=True, slots=True)
class _Paragraph:
    line: int
    text: str
    bold: bool
    gothic: bool
    size: int
    may_head: bool


class ParagraphLooks:
    """How the paragraphs of a document look. bold, size: of text of which nothing else is said.

    A paragraph in a Gothic stands out of an East Asian text that is in other faces, as a bold one does.
    """

    def __init__(self, *, bold: bool | None, size: int | None) -> None:
        self._bold = bool(bold)
        self._size = size or _USUAL_SIZE
        self._paragraphs: list[_Paragraph] = []
        self._sizes: Counter[int] = Counter()
        self._faces: Counter[bool] = Counter()
        self._heavy = 0

    def add(self, line: int, text: str, loudness: Loudness, *, may_head: bool) -> None:
        """Take note of a paragraph. line: its first, from 1. may_head: whether a heading may stand there."""
        total = loudness.total()
        if not total:
            return
        sizes: Counter[int] = Counter()
        faces: Counter[bool] = Counter()
        heavy = 0
        for look, count in loudness.items():
            sizes[look.size or self._size] += count
            heavy += count if (self._bold if look.bold is None else look.bold) else 0
            if look.gothic is not None:
                faces[look.gothic] += count
        self._sizes.update(sizes)
        self._faces.update(faces)
        self._heavy += heavy
        size = sizes.most_common(1)[0][0]
        even = sizes[size] > _SAME * total
        gothic = even and bool(faces[True]) and not faces[False]
        self._paragraphs.append(_Paragraph(line, text, even and heavy == total, gothic, size, may_head))

    @property
    def pages(self) -> int:
        """About how many pages the paragraphs fill."""
        return 1 + (self._sizes.total() + self._faces.total()) // _PAGE

    def hints(self) -> tuple[LayoutHint, ...]:
        """Return the paragraphs that stand out and those with a number; nothing where none stands out."""
        if not self._sizes:
            return ()
        body = self._sizes.most_common(1)[0][0]
        by_weight = self._heavy <= _SAME * self._sizes.total()
        by_face = self._faces[False] > _SAME * self._sizes.total()
        heavy = [(by_weight and one.bold) or (by_face and one.gothic) for one in self._paragraphs]
        rows = Counter((one.size, loud) for one, loud in zip(self._paragraphs, heavy, strict=True))
        hints = [
            hint
            for one, loud in zip(self._paragraphs, heavy, strict=True)
            if (hint := _hint(one, body, heavy=loud, rows=rows[one.size, loud]))
        ]
        return tuple(hints) if any(hint.strong for hint in hints) else ()


def line_behind(lines: Sequence[Line], before: int) -> int:
    """Return the line, from 1, of a paragraph that was just written behind so many lines."""
    return 1 + next((at for at in range(before, len(lines)) if lines[at].text.strip()), before)


def believed(headings: Sequence[HeadingHint], paragraphs: ParagraphLooks) -> Hints:
    """Believe the styles of headings, and the looks of paragraphs where hardly any has such a style."""
    styled = {heading.line for heading in headings}
    looks = paragraphs.hints() if len(styled) <= _FEW_STYLED else ()
    by_hand = sum(hint.strong and hint.line not in styled for hint in looks)
    if looks and (not styled or by_hand >= max(_MANY_BY_HAND, _TIMES_AS_MANY * len(styled))):
        return Hints(layout=looks, facts=LayoutFacts(pages=paragraphs.pages))
    return Hints(headings=tuple(headings))


def _hint(paragraph: _Paragraph, body: int, *, heavy: bool, rows: int) -> LayoutHint | None:
    text = paragraph.text
    if not paragraph.may_head or len(text) > _LONGEST or not any(letter.isalpha() for letter in text):
        return None
    found = split_number(text)
    number, behind = found if found else (None, None)
    if is_no_title(text, behind_number=behind):
        return None
    relative = round(paragraph.size / body, 2)
    if not (number or heavy or relative > 1):
        return None
    letters = [letter for letter in text if letter.isalpha()]
    return LayoutHint(
        line=paragraph.line,
        title=text,
        page=1,
        relative_size=relative,
        bold=heavy,
        capitals=len(letters) > 3 and all(letter.isupper() for letter in letters),
        apart=True,  # a paragraph of its own
        style=f"{relative:.2f}{'b' if heavy else ''}",
        style_rows=rows,
        number=number,
    )
