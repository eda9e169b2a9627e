"""Text that nobody can see on the page: white on white, microscopic, invisible. It never reaches an agent.

White text on a dark ground (heads of tables, banners, pictures) is read. So is the invisible text that lies
over the picture of a scanned page: there it is what the page says.
"""

from __future__ import annotations

from collections.abc import Callable

from ingest.extract.pdf.document import Box
from ingest.extract.pdf.rows import Page, Row

_SCAN = 0.5
Pictures = Callable[[], list[Box]]
"""Looks up the boxes of the pictures on the page; it costs, so it is asked for only where it matters."""


def settle_hidden(page: Page, pictures: Pictures) -> None:
    """Keep what can be seen on a page, drop and count what cannot."""
    for rows in (page.rows, page.loose):
        if not any(row.skip for row in rows):
            continue
        seen: list[Row] = []
        for row in rows:
            if row.skip and not _visible(row, page, pictures):
                page.hidden += len(row.text)
            else:
                row.skip = ""
                seen.append(row)
        rows[:] = seen


def _visible(row: Row, page: Page, pictures: Pictures) -> bool:
    if row.skip == "tiny":
        return False
    x, y = (row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2
    if row.skip == "white":
        grounds = (v.box for v in page.vectors if not v.light and not v.stroked)
        return any(_around(box, x, y) for box in grounds) or any(_around(box, x, y) for box in pictures())
    area = page.frame.width * page.frame.height or 1.0
    return any((box[2] - box[0]) * (box[3] - box[1]) > _SCAN * area for box in pictures())


def _around(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
