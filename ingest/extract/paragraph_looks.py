"""Paragraphs that are made to look like headings: bold, or larger than the text, without a heading style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.domain.document import HeadingHint, Hints, LayoutFacts, LayoutHint
from ingest.extract.pdf.candidate import is_no_title
from ingest.extract.pdf.numbering import split_number

_USUAL_SIZE = 20
"""Half-points of a text of which nothing says how large it is."""

_LONGEST = 120
_SAME = 0.5
"""Share of a text in one weight or size from which that is its weight or size."""

_PAGE = 1_800
"""Characters of a page, for a format that has none."""

_FEW_STYLED = 4
_MANY_BY_HAND = 8
_TIMES_AS_MANY = 4
"""Loud paragraphs from which a few heading styles are those of the title page, and the headings are made by hand."""

Loudness = Counter[tuple[bool | None, int | None]]
"""Characters by weight and size in half-points; None where nothing says so."""


@dataclass(frozen=True, slots=True)
class _Paragraph:
    line: int
    text: str
    bold: bool
    size: int
    may_head: bool


class ParagraphLooks:
    """How the paragraphs of a document look. bold, size: of text of which nothing else is said."""

    def __init__(self, *, bold: bool | None, size: int | None) -> None:
        self._bold = bool(bold)
        self._size = size or _USUAL_SIZE
        self._paragraphs: list[_Paragraph] = []
        self._sizes: Counter[int] = Counter()
        self._heavy = 0

    def add(self, line: int, text: str, loudness: Loudness, *, may_head: bool) -> None:
        """Take note of a paragraph. line: its first, from 1. may_head: whether a heading may stand there."""
        total = loudness.total()
        if not total:
            return
        sizes: Counter[int] = Counter()
        heavy = 0
        for (bold, size), count in loudness.items():
            sizes[size or self._size] += count
            heavy += count if (self._bold if bold is None else bold) else 0
        self._sizes.update(sizes)
        self._heavy += heavy
        size = sizes.most_common(1)[0][0]
        whole = heavy == total and sizes[size] > _SAME * total
        self._paragraphs.append(_Paragraph(line, text, whole, size, may_head))

    @property
    def pages(self) -> int:
        """About how many pages the paragraphs fill."""
        return 1 + self._sizes.total() // _PAGE

    def hints(self) -> tuple[LayoutHint, ...]:
        """Return the paragraphs that stand out and those with a number; nothing where none stands out."""
        if not self._sizes:
            return ()
        body = self._sizes.most_common(1)[0][0]
        all_heavy = self._heavy > _SAME * self._sizes.total()
        styles = Counter((one.size, one.bold) for one in self._paragraphs)
        hints = [
            hint
            for one in self._paragraphs
            if (hint := _hint(one, body, heavy=one.bold and not all_heavy, rows=styles[one.size, one.bold]))
        ]
        return tuple(hints) if any(hint.strong for hint in hints) else ()


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
