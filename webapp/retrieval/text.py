"""The exact texts that models read (SPEC 5). Facts in, text out: no database, no decisions about content."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.retrieval.answers import DocumentOutline, SearchMode, SearchResult, Spot
from webapp.retrieval.cost import count_tokens, shorten

TITLE_TOKENS = 24
SECTION_TOKENS = 20

_SHORTER = ((12, True), (9, True), (9, False), (6, False))
"""Tokens of the titles at the end of a list and whether their gaps are told, until the list fits."""

_INDENT = "\n    "

LIST_TOKENS = 1_220
"""What the results of a list may cost in all by our count, which errs high: ten in full, or twenty of which the first
few are. With what stands around them an answer keeps within 1,200 by the vocabularies of current models."""

LIST_LENGTH = 20
TOKENS_PER_RESULT = 70
"""What each further result of a longer list may cost on average."""


def search(results: Sequence[SearchResult], mode: SearchMode, *, hint: str) -> str:
    """Return the answer of `search`: a line that states the mode, then a block for each result.

    A long list keeps within its tokens: the first results are shown in full, the rest without snippet and
    section title, which the structured content has.
    """
    noun = "result" if len(results) == 1 else "results"
    parts = [f"Found {len(results)} {noun} ({mode}).", *_within_budget(results)]
    if hint:
        parts.append(hint)
    return "\n\n".join(parts)


def more_match(may_raise: bool) -> str:
    """Return what to do when the limit cut the list."""
    wider = "raise limit (up to 50), or " if may_raise else ""
    return f"More documents match: {wider}narrow the query or its filters."


def _within_budget(results: Sequence[SearchResult]) -> list[str]:
    """The first result in full, the next ones as far as there is room, the rest as short as it takes."""
    budget = LIST_TOKENS + TOKENS_PER_RESULT * max(0, len(results) - LIST_LENGTH)
    blocks: list[str] = []
    room = 0
    for title_tokens, noted in _SHORTER:
        blocks = [_bare(result, title_tokens, noted=noted) for result in results]
        blocks[:1] = map(_full, results[:1])
        room = budget - sum(map(_cost, blocks))
        if room >= 0:
            break
    for position, result in enumerate(results[1:], start=1):
        full = _full(result)
        cost = _cost(full) - _cost(blocks[position])
        if cost > room:
            break
        blocks[position], room = full, room - cost
    return blocks


def _cost(block: str) -> int:
    """Return what a block costs with the blank line behind it."""
    return count_tokens(f"{block}\n\n")


def _full(result: SearchResult) -> str:
    lines = [*_facts(result, TITLE_TOKENS), f"best: {_spot(result.best)}"]
    if result.snippet:
        lines.append(f'snippet: "{result.snippet}"')
    return _block(lines, result)


def _bare(result: SearchResult, title_tokens: int, *, noted: bool) -> str:
    spot = result.best
    section = f"[{spot.section}] " if spot.section is not None else ""
    lines = [*_facts(result, title_tokens), f"best: {section}L{spot.first_line}-{spot.last_line}"]
    return _block(lines, result) if noted else _INDENT.join(lines)


def _facts(result: SearchResult, title_tokens: int) -> list[str]:
    outline = "brief: yes" if result.brief else f"has_outline: {'yes' if result.has_outline else 'no'}"
    return [
        f"#{result.rank}  {shorten(result.title, title_tokens)}",
        f"doc_id: {result.document_id} | type: {result.file_type} | words: {result.word_count:,}"
        f" | lines: {result.line_count:,}",
        f"{outline} | relevance: {result.relevance:.2f}",
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
