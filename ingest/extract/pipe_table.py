"""A grid of texts as a pipe table whose rows keep the line limit."""

from __future__ import annotations

from ingest.extract.wrapping import wrap

_NARROWEST = 8
"""Characters below which a column of a split row can hold nothing."""


def pipe_table(grid: list[list[str]], limit: int) -> list[str]:
    """Return a grid as a Markdown table: the first row is its head.

    A row over the limit continues on rows below, cell by cell, as a printed table does; a table too wide for
    that becomes one line for each cell.
    """
    if not grid:
        return []
    escaped = [[" ".join(text.replace("|", "\\|").split()) for text in row] for row in grid]
    width = len(escaped[0])
    if width * (_NARROWEST + 3) + 1 > limit and any(len(_row(row)) > limit for row in escaped):
        return [piece for row in escaped for cell in row if cell for piece in wrap(f"- {cell}", limit)]
    lines: list[str] = []
    for position, row in enumerate(escaped):
        lines.extend(_fitted(row, limit))
        if position == 0:
            lines.append("|" + "---|" * width)
    return lines


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _fitted(cells: list[str], limit: int) -> list[str]:
    whole = _row(cells)
    if len(whole) <= limit:
        return [whole]
    room = _share(cells, limit - 3 * len(cells) - 1)
    pieces = [wrap(cell, width) if cell else [] for cell, width in zip(cells, room, strict=True)]
    height = max(map(len, pieces))
    return [_row([piece[at] if at < len(piece) else "" for piece in pieces]) for at in range(height)]


def _share(cells: list[str], total: int) -> list[int]:
    """Divide the width of a line among cells: short ones get what they need, long ones share the rest."""
    room = [0] * len(cells)
    open_cells = sorted(range(len(cells)), key=lambda at: len(cells[at]))
    left = total
    for done, at in enumerate(open_cells):
        fair = left // (len(cells) - done)
        room[at] = max(min(len(cells[at]), fair), _NARROWEST)
        left -= min(len(cells[at]), fair)
    return room
