"""Pages that gave no text, or nonsense, are recognised: what is found takes the place of a text layer.

A recognised line becomes what MuPDF would have said of it, so that running heads, columns, headings, contents
and paragraphs are judged by the same eyes as those of any PDF.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import Any

from ingest.domain.progress import Progress, ProgressSink
from ingest.extract.ocr.protocol import Picture, RecognisedLine, Recogniser
from ingest.extract.pdf.document import RawPage
from ingest.extract.protocol import Limits

_OF_BOX = 0.92
"""Type size over the height of the box around its line."""

_EQUAL = 1.2
"""Sizes nearer to the usual one than this factor are the usual one: boxes are not exact."""

_DESCENT = 0.22
_DOUBTFUL = 0.75
_DARK = 0
_FILLED = 16


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page as a picture: scale is pixels for a point, width and height of the picture are in points.

    turn: degrees by which the page was turned clockwise.
    """

    picture: Picture
    width: float
    height: float
    scale: float
    turn: int = 0


@dataclass(slots=True)
class Recognition:
    """What was recognised, by 0-based page. doubtful: pages that may hold mistakes. left: not tried any more."""

    pages: dict[int, RawPage] = field(default_factory=dict)
    doubtful: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)

    def notes(self) -> tuple[str, ...]:
        """Return sentences for people, with 1-based pages."""
        notes = []
        if self.pages:
            notes.append(f"Recognised by OCR: {_named(self.pages)}.")
        if self.doubtful:
            notes.append(f"OCR is not sure of {_named(self.doubtful)}: expect wrong characters there.")
        if self.empty:
            notes.append(f"OCR found no text on {_named(self.empty)}.")
        if self.left:
            notes.append(
                f"OCR stopped at its limit: {_named(self.left)} still to be recognised. Split the file."
            )
        return tuple(notes)


def recognise_pages(
    wanted: Sequence[int],
    render: Callable[[int, int], Rendered | None],
    recogniser: Recogniser,
    *,
    limits: Limits,
    progress: ProgressSink,
) -> Recognition:
    """Recognise pages (0-based) until done, or until a limit of pages or seconds is reached.

    render: makes a picture of a page, turned clockwise by some degrees; None where it cannot.
    """
    made = Recognition()
    read: dict[int, tuple[Rendered, list[RecognisedLine]]] = {}
    ends = time.monotonic() + limits.recognition_seconds
    for done, index in enumerate(wanted):
        if done >= limits.recognised_pages or time.monotonic() > ends:
            made.left = list(wanted[done:])
            break
        progress(Progress(done, len(wanted)))
        rendered, lines = _upright(index, render, recogniser)
        if not rendered or not lines:
            made.empty.append(index)
            continue
        read[index] = replace(rendered, picture=_NO_PIXELS), lines
        if _confidence(lines) < _DOUBTFUL:
            made.doubtful.append(index)
    progress(Progress(len(wanted), len(wanted)))
    usual = _usual_size(read.values())
    made.pages = {index: _as_page(rendered, lines, usual) for index, (rendered, lines) in read.items()}
    return made


_NO_PIXELS = Picture(0, 0, b"")


def _upright(
    index: int, render: Callable[[int, int], Rendered | None], recogniser: Recogniser
) -> tuple[Rendered | None, list[RecognisedLine]]:
    """A page as it was read best: one that makes no sense may lie upside down, or on its side."""
    best: tuple[Rendered | None, list[RecognisedLine]] = (None, [])
    for turn in (0, 180, 90, 270):
        rendered = render(index, turn)
        lines = recogniser.recognise(rendered.picture) if rendered else []
        if _confidence(lines) > _confidence(best[1]):
            best = rendered, lines
        if not lines or _confidence(best[1]) >= _DOUBTFUL:
            break
    return best


def _confidence(lines: Sequence[RecognisedLine]) -> float:
    """How sure the characters of some lines are, 0 where there are none."""
    size = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / size if size else 0.0


def _usual_size(pages: Iterable[tuple[Rendered, list[RecognisedLine]]]) -> float:
    """The size of most of the text of the whole file, in points."""
    sizes = [
        _size(line, rendered.scale) for rendered, lines in pages for line in lines for _ in line.text[::8]
    ]
    return round(median(sizes), 1) if sizes else 1.0


def _size(line: RecognisedLine, scale: float) -> float:
    left, top, right, bottom = line.box
    return max(1.6, _OF_BOX * (line.thickness or min(right - left, bottom - top)) / scale)


def _as_page(rendered: Rendered, lines: list[RecognisedLine], usual: float) -> RawPage:
    vertical = sum(len(line.text) for line in lines if line.vertical)
    if 2 * vertical > sum(len(line.text) for line in lines):
        lines = sorted(lines, key=lambda line: (-line.box[2], line.box[1]))
    blocks = [_as_block(line, rendered, usual) for line in lines]
    if rendered.turn % 180:
        return RawPage(rendered.height, rendered.width, blocks, None)
    return RawPage(rendered.width, rendered.height, blocks, None)


def _as_block(line: RecognisedLine, rendered: Rendered, usual: float) -> dict[str, Any]:
    left, top, right, bottom = (value / rendered.scale for value in line.box)
    size = _size(line, rendered.scale)
    size = usual if usual / _EQUAL < size < usual * _EQUAL else round(size * 2) / 2
    base = bottom - _DESCENT * (bottom - top)
    start = ((left + right) / 2, top) if line.vertical else (left, base)
    (x0, y0), (x1, y1) = _turned_back((left, top), rendered), _turned_back((right, bottom), rendered)
    box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    span = {
        "text": line.text,
        "font": "recognised",
        "size": size,
        "flags": 0,
        "char_flags": _FILLED,
        "color": _DARK,
        "alpha": 255,
        "bbox": box,
        "origin": _turned_back(start, rendered),
    }
    direction = _DIRECTIONS[(rendered.turn + 270 * line.vertical) % 360]
    return {
        "type": 0,
        "bbox": box,
        "lines": [{"bbox": box, "dir": direction, "wmode": int(line.vertical), "spans": [span]}],
    }


_DIRECTIONS = {0: (1.0, 0.0), 90: (0.0, -1.0), 180: (-1.0, 0.0), 270: (0.0, 1.0)}
"""Where the text of a page runs that was turned clockwise by so much to be read."""


def _turned_back(point: tuple[float, float], rendered: Rendered) -> tuple[float, float]:
    """Map a point of the turned picture, in points, to the page as it is shown."""
    x, y = point
    if rendered.turn == 90:
        return y, rendered.width - x
    if rendered.turn == 180:
        return rendered.width - x, rendered.height - y
    return (rendered.height - y, x) if rendered.turn == 270 else point


def _named(indexes: Iterable[int]) -> str:
    """Return "page 3" or "pages 1-4, 9" for 0-based pages."""
    numbers = sorted({index + 1 for index in indexes})
    starts = [numbers[0], *(b for a, b in pairwise(numbers) if b != a + 1)]
    ends = [*(a for a, b in pairwise(numbers) if b != a + 1), numbers[-1]]
    runs = [str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    return ("page " if len(numbers) == 1 else "pages ") + ", ".join(runs)
