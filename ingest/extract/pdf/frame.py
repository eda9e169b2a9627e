"""The frame of a page: where its text runs from left to right and downwards, however it was turned."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ingest.extract.pdf.document import Box, RawPage

Point = tuple[float, float]
_STRAIGHT = 0.98
_LOOK_AT_BLOCKS = 12


@dataclass(frozen=True, slots=True)
class Frame:
    """Maps between the coordinates of the file, of the page as it is shown, and of reading.

    width, height: the page as the reader of its text holds it. direction: where text runs as shown.
    plain: whether nothing has to be mapped.
    """

    width: float
    height: float
    direction: tuple[int, int]
    matrix: tuple[float, float, float, float, float, float] | None
    plain: bool = field(init=False)

    def __post_init__(self) -> None:
        """Look once: it is asked for every line."""
        object.__setattr__(self, "plain", self.matrix is None and self.direction == (1, 0))

    @classmethod
    def of(cls, page: RawPage) -> Frame:
        """Return the frame of a page, by the direction in which most of its text runs."""
        direction = _main_direction(page)
        if direction[1]:
            return cls(page.height, page.width, direction, page.matrix)
        return cls(page.width, page.height, direction, page.matrix)

    def along(self, direction: Point) -> bool:
        """Whether a line of the file runs with the text of the page."""
        dx, dy = _turned(direction, self.matrix)
        return dx * self.direction[0] + dy * self.direction[1] >= _STRAIGHT

    def enter(self, box: Box, origin: Point) -> tuple[float, float, float, float, float]:
        """Map a box of the file and the origin of its first glyph to reading coordinates and a baseline."""
        x0, y0, x1, y1 = self.enter_box(box)
        point = _mapped(origin, self.matrix)
        return x0, y0, x1, y1, self._reading(point)[1]

    def enter_box(self, box: Box) -> Box:
        """Map a box of the file to reading coordinates."""
        a = self._reading(_mapped((box[0], box[1]), self.matrix))
        b = self._reading(_mapped((box[2], box[3]), self.matrix))
        return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])

    def leave(self, box: Box) -> Box:
        """Map a box in reading coordinates to the page as it is shown."""
        if self.direction == (1, 0):
            return box
        a, b = self._shown((box[0], box[1])), self._shown((box[2], box[3]))
        return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])

    def shows(self, box: Box) -> bool:
        """Whether any part of a box, in reading coordinates, lies on the page."""
        return box[2] > 0 and box[3] > 0 and box[0] < self.width and box[1] < self.height

    def _reading(self, point: Point) -> Point:
        x, y = point
        if self.direction == (0, -1):
            return self.width - y, x
        if self.direction == (0, 1):
            return y, self.height - x
        return (self.width - x, self.height - y) if self.direction == (-1, 0) else point

    def _shown(self, point: Point) -> Point:
        x, y = point
        if self.direction == (0, -1):
            return y, self.width - x
        if self.direction == (0, 1):
            return self.height - y, x
        return self.width - x, self.height - y


def _mapped(point: Point, matrix: tuple[float, float, float, float, float, float] | None) -> Point:
    if matrix is None:
        return point
    a, b, c, d, e, f = matrix
    return point[0] * a + point[1] * c + e, point[0] * b + point[1] * d + f


def _turned(direction: Point, matrix: tuple[float, float, float, float, float, float] | None) -> Point:
    if matrix is None:
        return direction
    a, b, c, d, _, _ = matrix
    return direction[0] * a + direction[1] * c, direction[0] * b + direction[1] * d


def _main_direction(page: RawPage) -> tuple[int, int]:
    """The direction of most characters in the first blocks; upright where nothing says otherwise."""
    if page.matrix is None and _upright(page):
        return 1, 0
    votes: Counter[tuple[int, int]] = Counter()
    texts = [block for block in page.blocks if block["type"] == 0]
    for block in texts[:_LOOK_AT_BLOCKS]:
        for line in block["lines"][:3]:
            dx, dy = _turned(line["dir"], page.matrix)
            lengths = (len(span["text"]) for span in line["spans"])
            votes[round(dx), round(dy)] += sum(n for n in lengths if n > 1 or dx > 0.9 or line["wmode"])
    if not votes:
        return 1, 0
    best = max(votes, key=votes.__getitem__)
    return best if best in {(0, -1), (0, 1), (-1, 0)} else (1, 0)


def _upright(page: RawPage) -> bool:
    """Whether the first blocks leave no doubt."""
    first = [block for block in page.blocks[:8] if block["type"] == 0][:3]
    return bool(first) and all(line["dir"][0] > 0.9 for block in first for line in block["lines"][:2])
