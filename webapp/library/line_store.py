"""Lines in the database: blocks of 64, each zlib-compressed JSON.

Layout of a block: {"t": [text, ...], "p": [place or 0, ...]} with place = [page, box, part, seconds].
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from ingest.domain.document import Line, Place
from webapp.library.models import LineBlock

BLOCK = 64
"""Small enough that a passage costs little to unpack; twice the size packs only a tenth better."""


def _pack_place(place: Place | None) -> Any:
    if place is None:
        return 0
    box = [round(edge, 1) for edge in place.box] if place.box else None
    return [place.page, box, place.part, place.seconds]


def _unpack_place(raw: Any) -> Place | None:
    if not raw:
        return None
    page, box, part, seconds = raw
    return Place(page=page, box=tuple(box) if box else None, part=part, seconds=seconds)


def save_lines(revision_id: int, lines: Sequence[Line]) -> None:
    """Store the lines of a revision, replacing what was there. Call inside a transaction."""
    LineBlock.objects.filter(revision_id=revision_id).delete()

    def blocks() -> Iterator[LineBlock]:
        for start in range(0, len(lines), BLOCK):
            run = lines[start : start + BLOCK]
            payload = {"t": [line.text for line in run], "p": [_pack_place(line.place) for line in run]}
            raw = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
            yield LineBlock(
                revision_id=revision_id,
                first_line=start + 1,
                last_line=start + len(run),
                data=zlib.compress(raw, 6),
            )

    LineBlock.objects.bulk_create(blocks(), batch_size=200)


def read_lines(revision_id: int, *, first: int = 1, last: int | None = None) -> list[Line]:
    """Return lines first to last (1-based, inclusive; None: to the end). Outside the document: nothing."""
    blocks = LineBlock.objects.filter(revision_id=revision_id, last_line__gte=first)
    if last is not None:
        blocks = blocks.filter(first_line__lte=last)
    lines: list[Line] = []
    for block in blocks.order_by("first_line").iterator():
        lines.extend(_unpack(block, first, last))
    return lines


def _unpack(block: LineBlock, first: int, last: int | None) -> list[Line]:
    """Return those lines of a block that lie from first to last."""
    payload = json.loads(zlib.decompress(bytes(block.data)))
    begin = max(0, first - block.first_line)
    end = None if last is None else max(0, last - block.first_line + 1)
    return [
        Line(text, _unpack_place(place))
        for text, place in zip(payload["t"][begin:end], payload["p"][begin:end], strict=True)
    ]


def read_ranges(ranges: Sequence[tuple[int, int, int]]) -> list[list[Line]]:
    """Return the lines of many (revision id, first line, last line), in their order, with one query."""
    found: dict[int, list[LineBlock]] = {}
    if ranges:
        one = "(revision_id = %s AND last_line >= %s AND first_line <= %s)"
        rows = LineBlock.objects.raw(
            f"SELECT * FROM {LineBlock._meta.db_table} WHERE {' OR '.join([one] * len(ranges))}"  # noqa: S608
            " ORDER BY revision_id, first_line",
            [number for wanted in ranges for number in wanted],
        )
        for block in rows:
            found.setdefault(block.revision_id, []).append(block)
    return [
        [
            line
            for block in found.get(revision_id, ())
            if block.first_line <= last and block.last_line >= first
            for line in _unpack(block, first, last)
        ]
        for revision_id, first, last in ranges
    ]
