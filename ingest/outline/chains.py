"""Numbered lines to headings: those whose numbers count on from each other and that have text under them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.outline.numbers import Numbered, Rank, as_letter
from ingest.outline.plain_lines import PlainLines, columns

MIN_HEADINGS = 2
_MAX_STEP = 3
_OPEN_CHAINS = 12
_TEXT = 8
"""Columns of text under a heading that stands alone; a list has none between its items."""
_FEW = 4
_LONG = 60
"""Columns at which a numbered line is text rather than an entry of a list."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that may be a heading. rank: how high it stands, the lowest number highest."""

    line: int
    rank: int
    title: str
    confidence: float
    number: Numbered | None = None


def chained(
    lines: PlainLines, candidates: Sequence[Candidate], numbers: Mapping[int, Numbered]
) -> list[Candidate]:
    """Keep the candidates whose numbers count on from each other and that have text under them.

    numbers: every line that begins with a number, heading or not. One of the same kind is no text of a heading.
    """
    chains: dict[str, list[list[Candidate]]] = defaultdict(list)
    for candidate in candidates:
        _append(chains, candidate)
    kept = [c for series in chains.values() for c in series if _is_sound(lines, c, numbers)]
    return _by_nesting(sorted(_without_contents(lines, kept, numbers), key=lambda candidate: candidate.line))


def _append(chains: dict[str, list[list[Candidate]]], candidate: Candidate) -> None:
    """Put a candidate behind the last chain that it follows, or begin a new one with it."""
    number = candidate.number
    if not number:
        return
    letter = as_letter(number)
    if letter and any(_follows(chain[-1].number, letter) for chain in chains["letter"][-1:]):
        number = letter
        candidate = replace(candidate, number=letter, rank=letter.rank)
    series = chains[number.series]
    begins = number.value[-1] <= 1
    for chain in reversed(series[-1 if begins else -_OPEN_CHAINS :]):
        if _follows(chain[-1].number, number) and _is_marked_alike(chain, number):
            chain.append(candidate)
            return
    if begins or number.spelled:
        series.append([candidate])


def _follows(before: Numbered | None, after: Numbered) -> bool:
    """Return whether a number counts on from another: 1.2 to 1.3, 1.2 to 1.2.1, 1.2.4 to 1.3 or 2."""
    if before is None:
        return False
    old, new = before.value, after.value
    if len(new) > len(old):
        return new[: len(old)] == old and all(part <= 1 for part in new[len(old) :])
    return new[:-1] == old[: len(new) - 1] and 0 < new[-1] - old[len(new) - 1] <= _MAX_STEP


def _is_marked_alike(chain: list[Candidate], number: Numbered) -> bool:
    """Return whether the mark behind a number is that of the chain: `1.` is no first step to `2`."""
    alike = (c.number.mark for c in reversed(chain) if c.number and len(c.number.value) == len(number.value))
    return next(alike, number.mark) == number.mark


def _is_sound(lines: PlainLines, chain: list[Candidate], numbers: Mapping[int, Numbered]) -> bool:
    own = [candidate.number for candidate in chain if candidate.number]
    if len(chain) < MIN_HEADINGS and not own[0].spelled:
        return False
    if own[0].rank == Rank.ARTICLE:
        return True
    asked = chain if own[0].spelled else chain[:-1]  # text follows the last entry of any list
    filled = sum(_has_text(lines, candidate, numbers) for candidate in asked)
    deeper = sum(len(number.value) > 1 for number in own)
    return filled * 2 >= len(asked) - deeper * 0.3


def _has_text(lines: PlainLines, candidate: Candidate, numbers: Mapping[int, Numbered]) -> bool:
    """Return whether text stands between a heading and the next line that is numbered like it."""
    own = candidate.number
    if own is None or len(candidate.title) < len(own.title):
        return True
    room = _TEXT
    for number in range(candidate.line + 1, min(len(lines) + 1, candidate.line + 30)):
        other = numbers.get(number)
        if other and other.series == own.series and len(other.value) <= len(own.value):
            return False
        if other is None or own.spelled or columns(lines.text(number)) >= _LONG:
            room -= columns(lines.text(number))
        if room <= 0:
            return True
    return False


def _without_contents(
    lines: PlainLines, chains: list[list[Candidate]], numbers: Mapping[int, Numbered]
) -> Iterator[Candidate]:
    """Drop printed contents: titles that all come again later, with next to no text here or another kind of number."""
    last: dict[str, int] = {}
    kinds: dict[str, set[str]] = defaultdict(set)
    for chain in chains:
        for candidate in chain:
            key = _key(candidate)
            last[key] = max(last.get(key, 0), candidate.line)
            kinds[key].add(_series(candidate))
    for chain in chains:
        again = [candidate for candidate in chain if last[_key(candidate)] > candidate.line]
        elsewhere = sum(len(kinds[_key(candidate)]) > 1 for candidate in again)
        listed = elsewhere * 2 > len(chain) or _is_dense(lines, chain, numbers)
        if len(again) * 2 <= len(chain) or not listed:
            yield from chain


def _series(candidate: Candidate) -> str:
    return candidate.number.series if candidate.number else ""


def _is_dense(lines: PlainLines, chain: list[Candidate], numbers: Mapping[int, Numbered]) -> bool:
    """Return whether hardly a line without a number stands between a chain's first and its last."""
    between = range(chain[0].line, chain[-1].line)
    filled = sum(bool(lines.text(number)) and number not in numbers for number in between)
    return filled < len(chain) - (1 if len(chain) < _FEW else 0)


def _key(candidate: Candidate) -> str:
    named = candidate.number.name if candidate.number else ""
    return "".join(character for character in (named or candidate.title).casefold() if character.isalnum())


def _by_nesting(candidates: list[Candidate]) -> list[Candidate]:
    """Rank the numbers that no word explains by the order in which their kinds first appear.

    `I.`, `A.` and `1.` may stand in any order, and so may `一、` and `1.`: what comes first holds the others. So
    do articles the sections that follow them.
    """
    order: dict[str, int] = {}
    for candidate in candidates:
        if candidate.number:
            order.setdefault(_kind(candidate.number), len(order))
    swapped = "article" in order and order["article"] < order.get("section", 0)
    return [_ranked(candidate, order, swapped=swapped) for candidate in candidates]


def _ranked(candidate: Candidate, order: Mapping[str, int], *, swapped: bool) -> Candidate:
    number = candidate.number
    if number and candidate.rank >= Rank.DECIMAL:
        depth = len(number.value) - 1 if _kind(number) == "decimal" else 0
        return replace(candidate, rank=Rank.DECIMAL + 10 * order[_kind(number)] + depth)
    if number and swapped and number.series in ("article", "section"):
        return replace(candidate, rank=Rank.SECTION if number.series == "article" else Rank.ARTICLE)
    return candidate


def _kind(number: Numbered) -> str:
    """Return the series of a number; `A.1` counts as `1.1` does."""
    return "decimal" if number.series == "lettered" else number.series
