"""What is usual in a document: body size per script, ink, line gap; and how each row differs from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.extract.pdf.faces import Face
from ingest.extract.pdf.rows import Page, Row

NO_ROOM_KNOWN = 99.0
"""Distance over the body size where no row is near."""

_FULL, _ENOUGH, _FEW = 0.9, 12, 0.25
_Plain = tuple[bool, int, float]
"""What a face says of a row that has no other: bold, ink, body size of its script."""


@dataclass(frozen=True, slots=True)
class Usual:
    """The usual looks of a document.

    body: type size of the text. east, latin: the same per script, since Japanese is set at 0.92 of its Latin.
    lead: usual distance of baselines over the body size. apart: from which distance on a row has room above.
    cjk: over a quarter is East Asian. bold_body: the text itself is bold. slides: landscape, little text.
    """

    body: float
    east: float
    latin: float
    ink: int
    gothic_is_weight: tuple[bool, bool]
    lead: float
    apart: float
    cjk: bool
    bold_body: bool
    slides: bool


def measure(pages: Sequence[Page]) -> Usual | None:
    """Fill in the measured fields of every row; None where no page has any."""
    usage: Counter[Face] = Counter()
    for page in pages:
        for row in page.rows:
            for count, face in row.runs:
                usage[face] += count
    total = sum(usage.values())
    if not total:
        return None
    usual = _usual(usage, total, pages)
    known: dict[Face, _Plain] = {}
    for page in pages:
        _measure_rows(page.rows, usual, known)
    lead = _usual_gap(pages)
    return Usual(
        body=usual.body,
        east=usual.east,
        latin=usual.latin,
        ink=usual.ink,
        gothic_is_weight=usual.gothic_is_weight,
        lead=lead,
        apart=max(1.18, lead * 1.12),
        cjk=usual.cjk,
        bold_body=usual.bold_body,
        slides=usual.slides,
    )


def _usual_gap(pages: Sequence[Page]) -> float:
    """The usual distance of baselines over the body size: inside paragraphs, as far as lines are full.

    Where paragraphs are short, as in minutes and manuals, the room between them is seen more often.
    """
    gaps: Counter[float] = Counter()
    inside: Counter[float] = Counter()
    for page in pages:
        full = _FULL * _usual_width(page.rows)
        for before, row in pairwise(page.rows):
            if row.above < 3 and 0.95 < row.relative < 1.05:
                gap = round(row.above, 1)
                gaps[gap] += 1
                inside[gap] += before.x1 - before.x0 > full
    if sum(inside.values()) >= _ENOUGH:
        gaps = inside
    return gaps.most_common(1)[0][0] if gaps else 1.2


def _usual_width(rows: Sequence[Row]) -> float:
    """The width of wide rows of the text of a page."""
    widths = sorted(row.x1 - row.x0 for row in rows if 0.95 < row.relative < 1.05)
    return widths[len(widths) * 4 // 5] if widths else 0.0


def _usual(usage: Counter[Face], total: int, pages: Sequence[Page]) -> Usual:
    main = _common_size(usage, lambda face: not face.mono) or _common_size(usage, lambda _: True)
    east_chars = sum(n for face, n in usage.items() if face.east)
    latin_chars = sum(n for face, n in usage.items() if not face.east and not face.mono)
    east = _common_size(usage, lambda face: face.east and not face.mono)
    latin = _common_size(usage, lambda face: not face.east and not face.mono)
    east_body = east if east_chars > 0.1 * total else main
    if east_chars > 0.25 * total:
        main = max(main, east)
    if latin_chars > 0.25 * total and latin > 0.95 * east_body * (east_chars > 0.25 * total):
        latin_body = latin
    else:
        latin_body = east_body / 0.925 if 0.9 < east_body / (latin or 1) < 1 else main
    ink: Counter[int] = Counter()
    bold = 0
    for face, n in usage.items():
        ink[face.color] += n
        bold += n * face.bold
    wide = sum(page.frame.width > 1.15 * page.frame.height and not page.frame.direction[1] for page in pages)
    return Usual(
        body=main or 1.0,
        east=east_body or main or 1.0,
        latin=latin_body or main or 1.0,
        ink=ink.most_common(1)[0][0],
        gothic_is_weight=(
            _gothic_is_weight(usage, main, east=False),
            _gothic_is_weight(usage, main, east=True),
        ),
        lead=1.2,
        apart=1.2,
        cjk=east_chars > 0.25 * total,
        bold_body=bold > 0.6 * total,
        slides=wide > 0.7 * len(pages) and total / max(1, len(pages)) < 1100,
    )


def _common_size(usage: Counter[Face], chosen: Callable[[Face], bool]) -> float:
    sizes: Counter[float] = Counter()
    for face, n in usage.items():
        if chosen(face):
            sizes[face.size] += n
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _gothic_is_weight(usage: Counter[Face], main: float, *, east: bool) -> bool:
    """Gothic type counts as bold where the body of the same script is not gothic."""
    near = [(face, n) for face, n in usage.items() if face.east == east and abs(face.size - main) < 1.5]
    gothic = sum(n for face, n in near if face.gothic)
    return gothic <= sum(n for face, n in near if not face.gothic)


def _measure_rows(rows: Sequence[Row], usual: Usual, known: dict[Face, _Plain]) -> None:
    for row in rows:
        face = row.runs[0][1]
        if all(other == face for _, other in row.runs):
            _measure_plain_row(row, face, usual, known)
        else:
            _measure_row(row, usual)
    for upper, row in pairwise(rows):
        if row.y0 > upper.y0 + 1 and row.x0 < upper.x1 + 60 and row.x1 > upper.x0 - 60:
            row.above = upper.below = (row.base - upper.base) / usual.body


def _measure_plain_row(row: Row, face: Face, usual: Usual, known: dict[Face, _Plain]) -> None:
    """Measure a row of one face, as most are. known: what each face says."""
    plain = known.get(face)
    if plain is None:
        bold = face.bold or (face.gothic and not face.mono and usual.gothic_is_weight[face.east])
        color = face.color if face.color != usual.ink else 0
        plain = known[face] = bold, color, usual.east if face.east else usual.latin
    bold, row.color, body = plain
    chars, weighed = 0, 0.0
    for count, _ in row.runs:
        chars += count
        weighed += count * face.size / body
    row.chars, row.size, row.relative = chars, face.size, weighed / chars
    row.italic = row.underlined or face.italic
    row.mono, row.bold, row.all_bold = face.mono, bold, bold
    row.above = row.below = NO_ROOM_KNOWN
    row.hot = row.relative > 1.07 or bold or bool(row.color)


def _least_size(runs: Sequence[tuple[int, Face]]) -> float:
    """The size below which characters are marks of notes and the like: they say nothing of a title's size."""
    if len(runs) < 2:
        return 0.0
    total = sum(count for count, _ in runs)
    largest = max(face.size for _, face in runs)
    of_it = sum(count for count, face in runs if face.size > 0.9 * largest)
    return 0.8 * largest if of_it > 0.3 * total else 0.0


def _measure_row(row: Row, usual: Usual) -> None:
    chars = heavy = plain = code = slanted = 0
    full, coded = [0, 0.0], [0, 0.0]
    least = _least_size(row.runs)
    gothic = usual.gothic_is_weight[1] and any(face.east and face.gothic for _, face in row.runs)
    for count, face in row.runs:
        bold = face.bold or (face.gothic and not face.mono and (gothic or usual.gothic_is_weight[face.east]))
        chars += count
        slanted += count * face.italic
        if face.size >= least:
            weighed = coded if face.mono else full
            weighed[0] += count
            weighed[1] += count * face.size / (usual.east if face.east else usual.latin)
        heavy += count * bold
        code += count * face.mono
        plain += count * (bold or not face.mono)  # code words inside a heading say nothing
    if full[0] < _FEW * (full[0] + coded[0]):  # else code words inside a title say nothing of its size
        full = [full[0] + coded[0], full[1] + coded[1]]
    main = max(row.runs)[1] if len(row.runs) > 1 else row.runs[0][1]
    row.chars, row.size, row.relative = chars, main.size, full[1] / full[0]
    row.italic = row.underlined or slanted > 0.85 * chars
    row.mono, row.bold, row.all_bold = code > 0.6 * chars, heavy > 0.55 * plain, heavy > 0.85 * plain
    row.color = main.color if main.color != usual.ink else 0
    row.above = row.below = NO_ROOM_KNOWN
    row.hot = row.relative > 1.07 or row.bold or bool(row.color)
