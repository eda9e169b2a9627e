"""Text that nobody can see on the page: white on white, microscopic, invisible, painted over,
of the colour of its ground, outside the page. It never reaches an agent.

White text on a dark ground (heads of tables, banners, pictures) is read. So is the invisible text that lies
over the picture of a scanned page: there it is what the page says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ingest.extract.pdf.covered import Unseen, covered_rows
from ingest.extract.pdf.document import Box
from ingest.extract.pdf.rows import Page, Row, Vector

_SCAN = 0.5


@dataclass(frozen=True, slots=True)
class Looks:
    """Ways to look at the page itself. They cost, so they are used only where it matters.

    pictures: the boxes of its pictures. grounds: whether the paper behind each box, in the coordinates of the
    page as shown, is painted darker than white. pasted: the boxes of text that pictures came over. unseen:
    whether the page looks the same without the text in each box; see PdfFile.unseen. cropped: the text beside what
    is shown of the page.
    """

    pictures: Callable[[], list[Box]]
    grounds: Callable[[list[Box]], list[bool]]
    pasted: Callable[[], list[Box]]
    unseen: Unseen
    cropped: Callable[[], str]


def settle_hidden(page: Page, looks: Looks) -> None:
    """Keep what can be seen on a page, drop and count what cannot."""
    page.hidden += sum(c.isalnum() for c in looks.cropped())
    hidden = {id(row) for row in covered_rows(page, looks.pasted, looks.unseen)}
    doubtful = [row for row in (*page.rows, *page.loose) if row.skip and id(row) not in hidden]
    if doubtful:
        hidden |= {id(row) for row in doubtful} - _visible(doubtful, page, looks)
    if not (hidden or doubtful):
        return
    for row in (*page.rows, *page.loose):
        row.skip = ""
        if id(row) in hidden:
            page.hidden += sum(c.isalnum() for c in row.text)
    page.rows[:] = [row for row in page.rows if id(row) not in hidden]
    page.loose[:] = [row for row in page.loose if id(row) not in hidden]


def _visible(rows: list[Row], page: Page, looks: Looks) -> set[int]:
    """The ids of the rows that can be seen after all."""
    seen: set[int] = set()
    if any(row.skip == "invisible" for row in rows) and _is_scan(page, looks):
        seen.update(id(row) for row in rows if row.skip == "invisible")
    white = [row for row in rows if row.skip == "white"]
    fills = [vector for vector in page.vectors if not vector.stroked]
    open_rows = []
    for row in white:
        ground = next((fill for fill in reversed(fills) if _lies_under(fill, row)), None)
        if ground is not None and not ground.light:
            seen.add(id(row))
        else:
            open_rows.append(row)
    if open_rows:
        grounds = looks.grounds([page.frame.leave((r.x0, r.y0, r.x1, r.y1)) for r in open_rows])
        seen.update(id(row) for row, ground in zip(open_rows, grounds, strict=True) if ground)
    return seen


def _lies_under(fill: Vector, row: Row) -> bool:
    x, y = (row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2
    return fill.box[0] <= x <= fill.box[2] and fill.box[1] <= y <= fill.box[3] and fill.order < row.block


def _is_scan(page: Page, looks: Looks) -> bool:
    """Whether a picture fills the page, so that invisible text is what was recognised on it."""
    area = page.frame.width * page.frame.height or 1.0
    return any((box[2] - box[0]) * (box[3] - box[1]) > _SCAN * area for box in looks.pictures())
