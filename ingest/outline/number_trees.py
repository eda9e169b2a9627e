"""Decimal numbers that prove each other: under `1.`, `1.1`, `1.2`, `2.`, `2.1` text stands, however close to them."""

from __future__ import annotations

from collections.abc import Mapping

from ingest.outline.numbers import Numbered
from ingest.outline.plain_lines import PlainLines, columns, is_title_like

_LONGEST = 60
"""Columns of such a title: where no blank line sets it off, a longer one may be a numbered clause."""

_DEEPEST_INDENT = 4
_LEAST = 2
"""Subsections that a text has at least, so that its numbers prove anything."""

_LEAST_APART = 3
"""Titles, one of them a subsection, that prove each other where each stands apart with text under it."""


def rooted(lines: PlainLines, numbers: Mapping[int, Numbered]) -> set[int]:
    """Return the lines short enough for titles whose numbers count on in a tree: what holds others, these, and what
    stands beside them.

    numbers: every line that begins with a number.
    """
    latest: dict[tuple[int, ...], int] = {}
    family: set[tuple[int, ...]] = set()
    proven: set[int] = set()
    deeper = 0
    for number, numbered in numbers.items():
        value, above = numbered.value, numbered.value[:-1]
        if numbered.series != "decimal":
            continue
        worded = _is_worded(lines, number, numbered)
        if above and value[-1] == 1 and above in latest:
            proven.add(latest[above])
            family.add(above)
        elif not ((*above, value[-1] - 1) in family and (above or _is_beside(lines, number, numbers))):
            if worded:
                latest[value] = number
            continue
        deeper += bool(above)
        family.add(value)
        if worded:  # a clause of a contract proves what it stands under, but is no title
            latest[value] = number
            proven.add(number)
    enough = deeper >= _LEAST or (
        deeper and len(proven) >= _LEAST_APART and all(_is_apart(lines, number, numbers) for number in proven)
    )
    return proven if enough else set()


def _is_worded(lines: PlainLines, number: int, numbered: Numbered) -> bool:
    text = lines.text(number)
    return (
        bool(numbered.name)
        and columns(text) <= _LONGEST
        and lines.indent(number) <= _DEEPEST_INDENT
        and is_title_like(text)
    )


def _is_apart(lines: PlainLines, number: int, numbers: Mapping[int, Numbered]) -> bool:
    """Whether a line has a blank one or nothing before it and its own text right under it, as few lists have."""
    return lines.starts_block(number) and bool(lines.text(number + 1)) and number + 1 not in numbers


def _is_beside(lines: PlainLines, number: int, numbers: Mapping[int, Numbered]) -> bool:
    """Whether a number without subsections stands as a title does, not as an item of a list."""
    before = numbers.get(number - 1)
    listed = before is not None and len(before.value) == 1
    return not listed and number + 1 not in numbers and bool(lines.next_filled(number))
