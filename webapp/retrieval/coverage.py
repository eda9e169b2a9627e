"""What of an original could not be read, in words: an agent that reads a half-empty scan must be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_RUNS_NAMED = 6


def gaps(coverage: Mapping[str, Any]) -> str:
    """Return the gaps of a document's coverage as a clause without a full stop, or an empty text."""
    clauses = []
    if missing := coverage.get("pages_without_text"):
        clauses.append(f"{_pages(missing)} gave no text")
    if garbled := coverage.get("garbled_pages"):
        clauses.append(f"{_pages(garbled)} gave garbled text")
    return "; ".join(clauses)


def gaps_between(coverage: Mapping[str, Any], first_page: int, last_page: int) -> str:
    """Return the gaps that lie on or between two pages."""
    inside = {
        name: [page for page in coverage.get(name) or () if first_page <= page <= last_page]
        for name in ("pages_without_text", "garbled_pages")
    }
    return gaps(inside)


def _pages(numbers: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    named = [str(first) if first == last else f"{first}-{last}" for first, last in runs[:_RUNS_NAMED]]
    rest = sum(last - first + 1 for first, last in runs[_RUNS_NAMED:])
    if rest:
        named.append(f"{rest} more")
    return ("page " if len(set(numbers)) == 1 else "pages ") + ", ".join(named)
