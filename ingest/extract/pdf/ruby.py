"""Ruby: small kana that tell how the characters beside them are read. Left in, they tear words apart."""

from __future__ import annotations

import re

from ingest.extract.pdf.rows import Page, Row, join_rows

_KANA = re.compile("[\u3041-\u30ff\uff66-\uff9f\\s]+")
_SMALL = 0.62


def drop_ruby(page: Page) -> int:
    """Take the ruby out of a page and mend the rows that it tore. Returns how many characters went."""
    small = [row for row in page.rows if _KANA.fullmatch(row.text)]
    if not small:
        return 0
    ruby = {id(row) for row in small if any(_above(row, other) for other in page.rows)}
    if not ruby:
        return 0
    dropped = sum(len(row.text) for row in page.rows if id(row) in ruby)
    rest = [row for row in page.rows if id(row) not in ruby]
    page.rows[:] = join_rows(rest)
    return dropped


def _above(ruby: Row, row: Row) -> bool:
    """Whether a row of kana sits right on top of a row of twice its size."""
    size = row.runs[0][1].size
    if ruby.runs[0][1].size > _SMALL * size or row is ruby:
        return False
    over = ruby.x1 > row.x0 - size and ruby.x0 < row.x1 + size
    return over and -0.5 * size < row.y0 - ruby.y1 < 0.8 * size
