"""Which rows are underlined: word processors draw a rule as long as the words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter

from ingest.extract.pdf.document import Box
from ingest.extract.pdf.rows import Page

_THIN = 2.0
_DROP = 0.4
_SPARE = 3.0
_BASE = attrgetter("base")


def mark_underlined(page: Page) -> None:
    """Set `underlined` on the rows that have a thin rule of their own length under their baseline."""
    rules = _joined(vector.box for vector in page.vectors if vector.box[3] - vector.box[1] < _THIN)
    if not rules:
        return
    rows = sorted(page.rows, key=_BASE)
    for x0, y0, x1, _ in rules:
        at = bisect_left(rows, y0 - _SPARE * 2, key=_BASE)
        for row in rows[at:]:
            if row.base > y0 + 1:
                break
            near = y0 - row.base < _DROP * (row.y1 - row.y0)
            if near and abs(row.x0 - x0) < _SPARE and abs(row.x1 - x1) < _SPARE:
                row.underlined = True


def _joined(boxes: Iterable[Box]) -> list[Box]:
    """Join the rules under the words of one line to one."""
    joined: list[Box] = []
    for box in sorted(boxes, key=lambda box: (round(box[1]), box[0])):
        last = joined[-1] if joined else None
        if last is not None and abs(last[1] - box[1]) < 1 and last[0] <= box[0] < last[2] + _SPARE:
            joined[-1] = (last[0], last[1], max(last[2], box[2]), last[3])
        else:
            joined.append(box)
    return joined
