"""Lines in the database: blocks of 64, each zlib-compressed JSON.

Layout of a block: {"t": [text, ...], "p": [place or 0, ...]} with place = [page, box, part, seconds].
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection

from ingest.domain.document import Line, Place
from webapp.library.models import LineBlock

BLOCK = 64
"""Small enough that a passage costs little to unpack; twice the size packs only a tenth better."""

_BLOCKS_KEPT = 512
"""Unpacked for searches, about 10 kB each."""


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


def read_blocks(revision_id: int, *, first: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Yield the stored blocks from the one that holds line `first` on: its first line's number, and its texts."""
    blocks = LineBlock.objects.filter(revision_id=revision_id, last_line__gte=first).order_by("first_line")
    for begin, data in blocks.values_list("first_line", "data").iterator():
        yield begin, json.loads(zlib.decompress(bytes(data)))["t"]


def _unpack(block: LineBlock, first: int, last: int | None) -> list[Line]:
    """Return those lines of a block that lie from first to last."""
    payload = json.loads(zlib.decompress(bytes(block.data)))
    begin = max(0, first - block.first_line)
    end = None if last is None else max(0, last - block.first_line + 1)
    return [
        Line(text, _unpack_place(place))
        for text, place in zip(payload["t"][begin:end], payload["p"][begin:end], strict=True)
    ]


def read_texts(ranges: Sequence[tuple[int, int, int]]) -> list[tuple[list[str], int | None]]:
    """Return text lines of many (revision id, first line, last line), and the first page that they name.

    In the order asked for, with one query and nothing but what is told: a search asks it for each result.
    """
    if not ranges:
        return []
    one = "(revision_id = %s AND last_line >= %s AND first_line <= %s)"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT revision_id, first_line, last_line, data"  # noqa: S608
            f" FROM {LineBlock._meta.db_table} WHERE {' OR '.join([one] * len(ranges))}"
            " ORDER BY revision_id, first_line",
            [number for wanted in ranges for number in wanted],
        )
        rows = cursor.fetchall()
    found: dict[int, list[tuple[int, int, bytes]]] = {}
    for revision_id, begin, end, data in rows:
        found.setdefault(revision_id, []).append((begin, end, data))
    return [
        _texts(
            [block for block in found.get(revision_id, ()) if block[0] <= last and block[1] >= first],
            first,
            last,
        )
        for revision_id, first, last in ranges
    ]


def _texts(blocks: Sequence[tuple[int, int, bytes]], first: int, last: int) -> tuple[list[str], int | None]:
    texts: list[str] = []
    page: int | None = None
    for begin, _, data in blocks:
        known, pages = _texts_and_pages(bytes(data))
        inside = slice(max(0, first - begin), max(0, last - begin + 1))
        texts += known[inside]
        if page is None:
            page = next(filter(None, pages[inside]), None)
    return texts, page


@lru_cache(maxsize=_BLOCKS_KEPT)
def _texts_and_pages(data: bytes) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
    """Return the texts of a block and the page of each, if any. Searches come back to the same blocks."""
    payload = json.loads(zlib.decompress(data))
    return tuple(payload["t"]), tuple(place[0] if place else None for place in payload["p"])
