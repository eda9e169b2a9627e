"""Merged cells of a grid: which rows and columns tell them apart, and which texts may be repeated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

NOTHING = -1
"""The key of a cell without text."""

_LONGEST_LABEL = 24  # characters; labels make a row stand alone, sentences are read once
_LONGEST_REPEATED = 60
_ALLOWED = 40
_LABELS_SHARE = 1.5
_SHARE = 0.15
_BOXED = 0.4  # of the text; true tables were seen below a third, layouts and charts far above


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a table. Cells with the same key are one merged cell.

    rows: the rows of the grid that are kept, those in which a text begins.
    keys: row by row, the key of each cell; NOTHING where it has no text. texts: what stands in them, by key.
    crooked: the merged cells that are no rectangles.
    """

    rows: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]
    texts: Mapping[int, str]
    crooked: frozenset[int]

    def is_one_cell(self, row: int) -> bool:
        """Whether a row is one cell over the whole width: a caption or a note."""
        keys = self.keys[row]
        return len(keys) > 1 and keys[0] != NOTHING and len(set(keys)) == 1

    def is_page_layout(self) -> bool:
        """Whether much of the text stands in boxes on a page, as no table has them.

        Such are blocks of several rows and columns, and what is left around boxes that overlap.
        """
        boxed = sum(
            _size(text) for key, text in self.texts.items() if key in self.crooked or self._is_block(key)
        )
        return boxed > _BOXED * self._characters()

    def _is_block(self, key: int) -> bool:
        wide = [row.count(key) for row in self.keys if key in row]
        return len(wide) > 1 and max(wide) > 1

    def shown(self) -> list[list[str]]:
        """The texts, merged cells repeated as long as that adds little to the table.

        Short labels come first, headers before others; a long text stands in the first of its cells only.
        """
        repeated = self._repeated()
        seen = {NOTHING}
        rows: list[list[str]] = []
        for keys in self.keys:
            row: list[str] = []
            for key in keys:
                row.append(self.texts[key] if key in repeated or key not in seen else "")
                seen.add(key)
            rows.append(row)
        return rows

    def _characters(self) -> int:
        return sum(map(_size, self.texts.values()))

    def _repeated(self) -> set[int]:
        """The merged cells whose text is repeated. What stands in every row tells none from another."""
        table = [row for number, row in enumerate(self.keys) if not self.is_one_cell(number)]
        covered = Counter(key for row in table for key in row if key != NOTHING)
        everywhere = set(table[0]).intersection(*table[1:]) if table else set[int]()
        costs = {
            key: (count - 1) * _size(self.texts[key])
            for key, count in covered.items()
            if count > 1 and key not in everywhere and _size(self.texts[key]) <= _LONGEST_REPEATED
        }
        own = self._characters()
        labels = {key for key in costs if _size(self.texts[key]) <= _LONGEST_LABEL}
        headers = set(table[0]) & costs.keys() if table else set[int]()
        spent, repeated = 0, set[int]()
        for keys, share in (
            (headers & labels, _LABELS_SHARE),
            (labels - headers, _LABELS_SHARE),
            (headers - labels, _SHARE),
            (costs.keys() - headers - labels, _SHARE),
        ):
            cost = sum(costs[key] for key in keys)
            if spent + cost <= _ALLOWED + share * own:
                spent += cost
                repeated |= keys
        return repeated


def settle_cells(group: Sequence[int], width: int, texts: Mapping[int, str]) -> Cells:
    """Keep the rows and columns of a grid in which a text begins.

    group: for each cell, row by row, the number of the merged cell it belongs to. texts: by that number.
    """
    filled = {key: text for key, text in texts.items() if text}
    covered: dict[int, list[tuple[int, int]]] = {key: [] for key in filled}
    for cell, key in enumerate(group):
        if key in filled:
            covered[key].append(divmod(cell, width))
    rows = tuple(sorted({cells[0][0] for cells in covered.values()}))
    columns = tuple(sorted({cells[0][1] for cells in covered.values()}))
    lanes = _folded([[group[y * width + x] for y in rows] for x in columns], filled.keys())
    keys = tuple(zip(*lanes, strict=True))
    crooked = frozenset(key for key, cells in covered.items() if not _is_rectangle(cells))
    return Cells(rows, keys, filled, crooked)


def _folded(columns: Sequence[Sequence[int]], filled: Set[int]) -> list[list[int]]:
    """Join neighbouring columns that a line parts in a few rows only, and in none of them two texts."""
    lanes: list[list[int]] = []
    for column in columns:
        lane = [key if key in filled else NOTHING for key in column]
        if lanes and _is_one_column(lanes[-1], lane):
            lanes[-1] = [max(pair) for pair in zip(lanes[-1], lane, strict=True)]
        else:
            lanes.append(lane)
    return lanes


def _is_one_column(left: Sequence[int], right: Sequence[int]) -> bool:
    pairs = [pair for pair in zip(left, right, strict=True) if pair != (NOTHING, NOTHING)]
    together = sum(a == b for a, b in pairs)
    return 2 * together >= len(pairs) and all(a == b or NOTHING in (a, b) for a, b in pairs)


def _is_rectangle(cells: Sequence[tuple[int, int]]) -> bool:
    ys, xs = {y for y, _ in cells}, {x for _, x in cells}
    return (max(ys) - min(ys) + 1) * (max(xs) - min(xs) + 1) == len(cells)


def _size(text: str) -> int:
    """Characters without blanks."""
    return len("".join(text.split()))
