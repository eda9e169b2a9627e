"""What the pages say about structure, in the words of the domain: contents entries and layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from ingest.domain.document import ContentsEntry, HeadingHint, LayoutHint, Line
from ingest.domain.outline import Provenance
from ingest.extract.heading_numbers import split_number
from ingest.extract.pdf.candidate import Candidate
from ingest.extract.pdf.contents import Entry
from ingest.extract.pdf.rows import Page, Style, style_of
from ingest.extract.pdf.tags import Tagged

_TAGGED = 0.95
_LOOKS = attrgetter("relative", "bold", "italic", "color")

LineOf = Mapping[int, int]
"""From the id of a row to the 1-based line that holds it."""


def style_key(style: Style) -> str:
    """Name the looks of a row: size over the body, weight, slant, ink."""
    relative, bold, italic, color = style
    return f"{relative:.2f}{'b' if bold else ''}{'i' if italic else ''}{f'#{color:06x}' if color else ''}"


def layout_hints(
    candidates: Iterable[Candidate], pages: Sequence[Page], lines: LineOf
) -> tuple[LayoutHint, ...]:
    """Describe every candidate that reached a line."""
    totals = _style_counts(pages)
    hints: list[LayoutHint] = []
    for candidate in candidates:
        first = candidate.rows[0]
        line = lines.get(id(first))
        if line is None:
            continue
        style = Style(candidate.relative, first.bold, first.italic, candidate.color)
        hints.append(
            LayoutHint(
                line=line,
                title=candidate.text,
                page=candidate.page + 1,
                relative_size=candidate.relative,
                bold=candidate.bold,
                italic=first.italic,
                color=candidate.color,
                capitals=candidate.capitals,
                room_above=round(first.above, 2),
                apart=candidate.apart,
                style=style_key(style),
                style_rows=totals[style],
                rows=len(candidate.rows),
                number=candidate.number,
            )
        )
    return tuple(hints)


def _style_counts(pages: Sequence[Page]) -> Counter[Style]:
    """How many rows of text have each style. Looks are counted first: there are few, and many rows."""
    looks = Counter(map(_LOOKS, (row for page in pages for row in page.rows if not row.skip)))
    totals: Counter[Style] = Counter()
    for (relative, *rest), count in looks.items():
        totals[style_of(relative, *rest)] += count
    return totals


def tagged_hints(tagged: Iterable[Tagged], lines: Sequence[Line], line_of: LineOf) -> tuple[HeadingHint, ...]:
    """Describe every tagged heading that reached a line. An `H` without a level counts as the first."""
    found: dict[int, HeadingHint] = {}
    for heading in tagged:
        number = line_of.get(id(heading.rows[0]))
        if number is not None and number not in found:
            title = lines[number - 1].text
            found[number] = HeadingHint(number, max(1, heading.level), title, Provenance.MARKUP, _TAGGED)
    return tuple(found[number] for number in sorted(found))


def contents_hints(entries: Iterable[Entry], lines: LineOf, page_count: int) -> tuple[ContentsEntry, ...]:
    """Describe every entry of the printed contents, found or not."""
    hints: list[ContentsEntry] = []
    for entry in entries:
        numbered = split_number(entry.title)
        known = entry.page is not None and 0 <= entry.page < page_count
        hints.append(
            ContentsEntry(
                title=entry.title,
                indent=round(entry.indent, 1),
                bold=entry.row.bold,
                linked=entry.target is not None,
                number=numbered[0] if numbered else None,
                page=entry.page + 1 if entry.page is not None and known else None,
                line=lines.get(id(entry.rows[0])) if entry.rows else None,
                style=style_key(entry.rows[-1].style) if entry.rows else None,
            )
        )
    return tuple(hints)
