"""Lines of prose that go on from one to the next, told by place and words, before anything is known of paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.rows import EAST_ASIAN, Row

_ENDS = frozenset(".!?。！？:：;；…")
_SAME_SIZE = 0.06
_BESIDE = 40
_INDENT = 4
_HALF = 0.5
_WIDE_EAST = 8


def passages(rows: Sequence[Row], usual: Usual) -> list[list[Row]]:
    """Return the runs of at least two rows, in the order of the file, of which each goes on in the next."""
    found: list[list[Row]] = []
    run: list[Row] = []
    edges: dict[float, float] = {}
    for row in rows:
        if run and _is_set_alike(run[-1], row, usual) and _goes_on(run[-1], row, _edge(run[-1], rows, edges)):
            run.append(row)
        else:
            found.append(run)
            run = [row]
    return [run for run in (*found, run) if len(run) > 1]


def is_sentence(row: Row) -> bool:
    """Whether the text of a row ends as sentences, salutations and the words before a list do."""
    words = len(row.text.split()) + len(EAST_ASIAN.findall(row.text)) // 3
    return words > 1 + 2 * row.text.isupper() and row.text[-1] in _ENDS | {",", "，", "、"}


def _edge(row: Row, rows: Sequence[Row], known: dict[float, float]) -> float:
    """Return how far to the right the rows reach that begin about where a row does; most begin at the same place."""
    if row.x0 not in known:
        known[row.x0] = max(each.x1 for each in rows if abs(each.x0 - row.x0) < _BESIDE and not each.cells)
    return known[row.x0]


def _goes_on(upper: Row, lower: Row, edge: float) -> bool:
    """Whether a row continues one that is set like it above: no end between them. edge: of the column."""
    if EAST_ASIAN.match(lower.text):
        return edge - upper.x1 < 2.2 * upper.size and upper.x1 - upper.x0 > _WIDE_EAST * upper.size
    word = lower.text.split(" ", 1)[0]
    room = edge - upper.x1
    if room < (lower.x1 - lower.x0) / len(lower.text) * (len(word) + 1) + 0.5 * lower.size:
        return len(upper.text) > len(word)
    wide = upper.x1 - upper.x0 > _HALF * (edge - upper.x0)
    return wide and lower.text[0].islower() and upper.text[-1] not in _ENDS


def _is_set_alike(upper: Row, lower: Row, usual: Usual) -> bool:
    """Whether two rows have one look, one left edge but for an indent, and the line gap of the text."""
    if upper.cells or lower.cells:
        return False
    gap = (lower.base - upper.base) / usual.body
    return (
        0.5 < gap <= usual.apart * max(1.0, upper.relative)
        and abs(upper.relative - lower.relative) < _SAME_SIZE
        and upper.bold == lower.bold
        and upper.color == lower.color
        and abs(upper.x0 - lower.x0) < _INDENT * upper.size
    )
