"""Text that was painted over, or that has the colour of the ground it stands on.

Most pages have neither, and are done with after a look at the shapes that were read with the text. Where
something is suspected the page itself decides: it is painted with the text and without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ingest.extract.pdf.document import Box
from ingest.extract.pdf.rows import Page, Row, Vector

ALIKE = 24
"""Levels (of 255) by which no channel of two colours differs, when one is lost on the other."""

_LEAST_WIDTH = 12.0
_LEAST_HEIGHT = 4.0
_MARGIN = 0.1
_BAND = 0.3

Unseen = Callable[[list[Box], list[Box]], list[bool | None]]
"""Whether a page looks the same without the text in each of some boxes; see PdfFile.unseen."""


def covered_rows(page: Page, pasted_over: Callable[[], list[Box]], unseen: Unseen) -> list[Row]:
    """Return the rows of a page that cannot be seen for what lies over or under them.

    pasted_over: the boxes of text that pictures were painted over.
    """
    shapes = [vector for vector in page.vectors if _may_cover(vector)]
    rows = [row for row in (*page.rows, *page.loose) if row.skip != "invisible"]
    painted = [row for row in rows if shapes and _is_lost_among(row, shapes)]
    known = set(map(id, painted))
    over = pasted_over()
    pasted = [row for row in rows if id(row) not in known and any(_meets(row, box) for box in over)]
    suspects = [*painted, *pasted]
    if not suspects:
        return []
    known.update(map(id, pasted))
    others = [_shown(page, row) for row in rows if id(row) not in known]
    judged = unseen([_shown(page, row) for row in suspects], others)
    # where other text stands on the same place, pictures may shine through, but opaque shapes do not
    hidden = [row for row, same in zip(painted, judged, strict=False) if same is not False]
    return hidden + [row for row, same in zip(pasted, judged[len(painted) :], strict=True) if same]


def _is_lost_among(row: Row, shapes: Sequence[Vector]) -> bool:
    """Whether an opaque shape came over a row, or the last one under it has its colour."""
    ground: Vector | None = None
    for shape in shapes:
        if _covers(shape.box, row):
            if shape.order > row.block:
                return True
            ground = shape
    if ground is None or row.skip:
        return False  # white text is doubted already
    return all(_alike(face.color, ground.color) for _, face in row.runs)


def _may_cover(vector: Vector) -> bool:
    box = vector.box
    wide, high = box[2] - box[0], box[3] - box[1]
    return vector.solid and wide > _LEAST_WIDTH and high > _LEAST_HEIGHT


def _covers(box: Box, row: Row) -> bool:
    across, down = _MARGIN * (row.x1 - row.x0), _BAND * (row.y1 - row.y0)
    return (
        box[0] <= row.x0 + across
        and box[2] >= row.x1 - across
        and box[1] <= row.y0 + down
        and box[3] >= row.y1 - down
    )


def _meets(row: Row, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return row.x0 <= x <= row.x1 and row.y0 <= y <= row.y1


def _alike(one: int, other: int) -> bool:
    return all(abs((one >> at & 255) - (other >> at & 255)) <= ALIKE for at in (0, 8, 16))


def _shown(page: Page, row: Row) -> Box:
    return page.frame.leave((row.x0, row.y0, row.x1, row.y1))
