"""The exact texts that models read (SPEC 5). Facts in, text out: no database, no decisions about content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.domain.snippets import ELLIPSIS, best_snippet
from webapp.retrieval.answers import DocumentOutline, SearchMode, SearchResult, Spot
from webapp.retrieval.cost import count_tokens, shorten

TITLE_TOKENS = 24
SECTION_TOKENS = 20
SNIPPET_TOKENS = 32


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a result further down in a list is told: tokens of its title, and what else is kept."""

    title: int
    note: bool = False
    section: bool = False
    outline: bool = True


_SHAPES = (
    _Shape(12, note=True, section=True),
    _Shape(9, note=True, section=True),
    _Shape(9, section=True),
    _Shape(9),
    _Shape(9, outline=False),
    _Shape(6, outline=False),
    _Shape(3, outline=False),
)
"""Tried in order until a list fits. Lines stand for the section's number; `has_outline: yes` is what most have."""

_INDENT = "\n    "

ANSWER_TOKENS = 1_200
"""What an answer with up to LIST_LENGTH results may cost by our count, which errs high by 4 to 8 in a hundred for such
texts."""

LIST_LENGTH = 20
TOKENS_PER_RESULT = 70
"""What each further result of a longer list may cost on average."""


def search(results: Sequence[SearchResult], mode: SearchMode, *, hint: str, words: Sequence[str] = ()) -> str:
    """Return the answer of `search`: a line that states the mode, then a block for each result.

    A long list keeps within its tokens: the first results are shown in full, the rest without snippet and
    section title, which the structured content has.
    """
    noun = "result" if len(results) == 1 else "results"
    head = f"Found {len(results)} {noun} ({mode})."
    room = ANSWER_TOKENS + TOKENS_PER_RESULT * max(0, len(results) - LIST_LENGTH) - _cost(head) - _cost(hint)
    blocks = [_full(result, words) for result in results]
    costs = [_cost(block) for block in blocks]
    ends = [hint] if hint else []
    if sum(costs) > room:
        whole = _shorten(results, blocks, costs, room - _cost(_shortened(len(results))))
        ends.insert(0, _shortened(whole + 1))
    return "\n\n".join([head, *blocks, *ends])


def _shortened(rank: int) -> str:
    """Return what is said under a list that is short of room from this result on."""
    return f"Shortened from #{rank} on: a smaller limit shows all in full."


def more_match(may_raise: bool) -> str:
    """Return what to do when the limit cut the list."""
    wider = "raise limit (up to 50) or " if may_raise else ""
    return f"More match: {wider}narrow the query."


def _shorten(results: Sequence[SearchResult], blocks: list[str], costs: Sequence[int], tokens: int) -> int:
    """Shorten blocks, the last first, as far as it takes; the first stays as it is. Return how many stay."""
    room = tokens - costs[0]
    short: list[str] = []
    spent: list[int] = []
    for shape in _SHAPES:
        short = [_bare(result, shape) for result in results[1:]]
        spent = [_cost(block) for block in short]
        if sum(spent) <= room:
            break
    room -= sum(spent)
    whole = 1
    for cost, shortened in zip(costs[1:], spent, strict=True):
        room -= cost - shortened
        if room < 0:
            break
        whole += 1
    blocks[whole:] = short[whole - 1 :]
    return whole


def _cost(block: str) -> int:
    """Return what a block costs with the blank line behind it."""
    return count_tokens(f"{block}\n\n")


def _full(result: SearchResult, words: Sequence[str]) -> str:
    lines = [*_facts(result, TITLE_TOKENS), f"best: {_spot(result.best)}"]
    if snippet := _short(result.snippet, words):
        lines.append(f'snippet: "{snippet}"')
    return _block(lines, result)


def _short(snippet: str, words: Sequence[str]) -> str:
    """Return the part of a snippet that has the words, as far as a model needs it; people are shown the whole."""
    tokens = count_tokens(snippet)
    if tokens <= SNIPPET_TOKENS:
        return snippet
    width = max(1, len(snippet) * SNIPPET_TOKENS // tokens)
    part = best_snippet([snippet.removeprefix(ELLIPSIS)], words, width=width).text
    return shorten(part, SNIPPET_TOKENS)


def _bare(result: SearchResult, shape: _Shape) -> str:
    spot = result.best
    section = f"[{spot.section}] " if shape.section and spot.section is not None else ""
    lines = _facts(result, shape.title, outline=shape.outline)
    lines.append(f"best: {section}L{spot.first_line}-{spot.last_line}")
    return _block(lines, result) if shape.note else _INDENT.join(lines)


def _facts(result: SearchResult, title_tokens: int, *, outline: bool = True) -> list[str]:
    has_outline = f"has_outline: {'yes' if result.has_outline else 'no'} | "
    told = "brief: yes | " if result.brief else has_outline
    if not outline and result.has_outline and not result.brief:
        told = ""
    return [
        f"#{result.rank}  {shorten(result.title, title_tokens)}",
        f"doc_id: {result.document_id} | type: {result.file_type} | words: {result.word_count:,}"
        f" | lines: {result.line_count:,}",
        f"{told}relevance: {result.relevance:.2f}",
    ]


def _block(lines: list[str], result: SearchResult) -> str:
    if result.note:
        lines.append(f"note: {result.note}")
    return _INDENT.join(lines)


def _spot(spot: Spot) -> str:
    lines = f"L{spot.first_line}-{spot.last_line}"
    if spot.section is None:
        return lines
    return f"[{spot.section}] {shorten(spot.section_title or '', SECTION_TOKENS)} {lines}"


def outline_heading(document_id: int, title: str) -> str:
    """Return the line above one of several outlines."""
    return f"doc_id: {document_id} | {shorten(title, TITLE_TOKENS)}"


def outline(documents: Sequence[DocumentOutline], left: Sequence[int]) -> str:
    """Return the answer of `outline`: one tree alone, several under a heading each."""
    several = len(documents) + len(left) > 1
    parts = [
        f"{outline_heading(document.document_id, document.title)}\n{document.text}"
        if several
        else document.text
        for document in documents
    ]
    if left:
        parts.append(left_over(left))
    return "\n\n".join(parts)


def left_over(left: Sequence[int]) -> str:
    """Return how to get the outlines that did not fit."""
    return f"Not shown, for a next call: doc_ids={list(left)}"


def numbered(number: int, line: str) -> str:
    """Return a line of a document as `read` shows it."""
    return f"{number} | {line}" if line else f"{number} |"


def showing(first: int, last: int, total: int) -> str:
    """Return the last line of `read`."""
    return f"Showing lines {first}-{last} of {total}."
