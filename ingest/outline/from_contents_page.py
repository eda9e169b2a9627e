"""An outline from the printed contents, with the headings that its styles and numbers prove."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.domain.document import ContentsEntry, Extraction, LayoutHint
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.from_layout import heading_of
from ingest.outline.layout_styles import StyledHeading, headings_by_style, is_heavy
from ingest.outline.nesting import nested, with_lettered_titles

_LEAST_ENTRIES = 3
_INDENTED = 3.0
_THROUGHOUT, _LARGE, _SURE = 5, 1.07, 0.7
_MINOR = frozenset({"paren", "circle", "han-paren"})
_PARENTHESIS = re.compile(r"\s*[0-9０-９]{1,2}[)）]")
_LEAST_FOUND = 0.5
_FOUND_AND_STYLED, _FOUND, _PROMISED, _DEEPER, _EXTRA = 0.98, 0.88, 0.6, 0.8, 0.75


@dataclass(frozen=True, slots=True)
class _Leveled:
    """An entry with its level in the tree of the contents."""

    entry: ContentsEntry
    level: int


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return the outline by the printed contents, or None where too little of it is found."""
    hints = extraction.hints
    entries = hints.contents
    found = sum(entry.line is not None for entry in entries)
    if len(entries) < _LEAST_ENTRIES or found < _LEAST_FOUND * len(entries):
        return None
    styled = headings_by_style(hints.layout, pages=len(hints.pages), slides=hints.facts.slides)
    entries = _with_numbers_found(entries, styled)
    leveled = [_Leveled(e, level) for e, level in zip(entries, contents_levels(entries), strict=True)]
    headings = [*_from_entries(leveled, styled, hints.pages), *_extras(leveled, styled, extraction)]
    share = found / len(entries)
    sound = share > 0.8 and len(hints.pages) <= 5 * len(entries) + 20
    return tuple(nested(headings)), OutlineQuality.MEDIUM if sound or share > 0.65 else OutlineQuality.LOW


def _with_numbers_found(
    entries: Sequence[ContentsEntry], styled: Sequence[StyledHeading]
) -> tuple[ContentsEntry, ...]:
    """Give an entry whose title differs from the page the line of the heading there that has its number."""
    taken = {entry.line for entry in entries}
    by_number = {
        (item.hint.number.kind, item.hint.number.values, item.hint.page): item.hint
        for item in styled
        if item.hint.number and item.hint.line not in taken
    }
    result: list[ContentsEntry] = []
    titles = with_lettered_titles((entry.title, entry.number) for entry in entries)
    for entry, title in zip(entries, titles, strict=True):
        hint = None
        if entry.line is None and entry.number and entry.page:
            for page in (entry.page, entry.page + 1, entry.page - 1):
                hint = hint or by_number.pop((entry.number.kind, entry.number.values, page), None)
        line, style = (hint.line, hint.style) if hint else (entry.line, entry.style)
        result.append(replace(entry, title=title, line=line, style=style))
    return tuple(result)


def contents_levels(entries: Sequence[ContentsEntry]) -> list[int]:
    """Levels by number depth where most entries have one, else by indent, else by weight."""
    decimals = [e for e in entries if e.number and e.number.kind == "decimal"]
    depths = {e.number.depth for e in decimals if e.number}
    if len(decimals) >= 0.5 * len(entries) and len(depths) > 1:
        return _levels_by_number(entries)
    levels = _levels_by_indent(entries)
    if max(levels) == 1 and len({e.bold for e in entries}) == 2:
        return [1 if e.bold else 2 for e in entries]
    return levels


def _levels_by_number(entries: Sequence[ContentsEntry]) -> list[int]:
    parts = any(e.number and e.number.kind == "part" for e in entries)
    by_place: defaultdict[tuple[int, bool], Counter[int]] = defaultdict(Counter)
    for e in entries:
        if e.number and e.number.kind == "decimal":
            by_place[round(e.indent / 4), e.bold][e.number.depth] += 1
    levels: list[int] = []
    decimal: ContentsEntry | None = None
    for e in entries:
        kind = e.number.kind if e.number else ""
        beside = by_place.get((round(e.indent / 4), e.bold))
        if kind == "part":
            levels.append(1)
        elif _is_minor(e) and decimal and decimal.number and e.indent > decimal.indent + _INDENTED:
            levels.append(parts + decimal.number.depth + 1)  # `1)` under `2.3`
        elif e.number and kind == "decimal":
            decimal = e
            levels.append(parts + e.number.depth)
        elif kind in {"chapter", "appendix", "letter", "roman"} or not beside:
            levels.append(parts + 1)
        else:
            levels.append(parts + beside.most_common(1)[0][0])
    return levels


def _is_minor(entry: ContentsEntry) -> bool:
    """Whether an entry's number is of a kind that stands under decimal ones."""
    kind = entry.number.kind if entry.number else ""
    return kind in _MINOR or (kind == "decimal" and _PARENTHESIS.match(entry.title) is not None)


def _levels_by_indent(entries: Sequence[ContentsEntry]) -> list[int]:
    """Depth on a stack of indents, so that columns of the contents do no harm."""
    levels: list[int] = []
    stack: list[float] = []
    for e in entries:
        while stack and stack[-1] > e.indent + 3:
            stack.pop()
        if not stack or e.indent > stack[-1] + 3:
            stack.append(e.indent)
        levels.append(len(stack))
    return levels


def _from_entries(
    leveled: Sequence[_Leveled], styled: Sequence[StyledHeading], page_starts: Sequence[int]
) -> Iterator[Heading]:
    styled_lines = {item.hint.line for item in styled}
    found = sum(item.entry.line is not None for item in leveled)
    taken: set[int] = set()
    for item in leveled:
        entry = item.entry
        if entry.line is not None:
            confidence = _FOUND_AND_STYLED if entry.line in styled_lines else _FOUND
            taken.add(entry.line)
            yield _heading(item, entry.line, confidence)
        elif entry.page is not None and found >= (0.6 if entry.linked else 0.8) * len(leveled):
            line = page_starts[entry.page - 1]
            if line not in taken:
                taken.add(line)
                yield _heading(item, line, _PROMISED)


def _heading(item: _Leveled, line: int, confidence: float) -> Heading:
    return Heading(line, item.level, item.entry.title, Provenance.CONTENTS_PAGE, confidence)


class _Proof:
    """What the located entries prove: styles and kinds of numbers that are headings, and at which level."""

    def __init__(self, leveled: Sequence[_Leveled], styled: Sequence[StyledHeading], pages: int) -> None:
        self.styles: defaultdict[str, list[_Leveled]] = defaultdict(list)
        self.numbers: defaultdict[tuple[str, int], Counter[int]] = defaultdict(Counter)
        for item in leveled:
            number = item.entry.number
            if number:
                self.numbers[number.kind, number.depth][item.level] += 1
            if item.entry.style:
                self.styles[item.entry.style].append(item)
        self.deepest_decimal = max((d for kind, d in self.numbers if kind == "decimal"), default=0)
        self.deepest = max(item.level for item in leveled)
        self.parts = any(kind == "part" for kind, _ in self.numbers)
        by_line = {item.hint.line: item.level for item in styled}
        shifts = Counter(
            item.level - by_line[item.entry.line] for item in leveled if item.entry.line in by_line
        )
        self.shift = shifts.most_common(1)[0][0] if shifts else 0
        self.flat = self.deepest - self.parts <= 1
        self.pages = pages
        self.pages_of: defaultdict[str, set[int]] = defaultdict(set)
        for each in styled:
            self.pages_of[each.hint.style].add(each.hint.page)
        self.coarse = pages > 5 * len(leveled)

    def level_of(self, item: StyledHeading) -> tuple[int, float] | None:
        """Level and confidence of a heading that the contents do not name, None if nothing speaks for it."""
        hint, number = item.hint, item.hint.number
        known = self.styles.get(hint.style, [])
        if self._lacks_number(hint, known):
            return None
        if number and number.kind == "decimal" and number.depth > self.deepest_decimal > 0:
            if item.confidence >= 0.6:
                base = self.numbers["decimal", self.deepest_decimal].most_common(1)[0][0]
                return base + number.depth - self.deepest_decimal, min(item.confidence, _DEEPER)
        elif number and (number.kind, number.depth) in self.numbers and self._loud(item):
            return self.numbers[number.kind, number.depth].most_common(1)[0][0], _EXTRA
        if len(known) >= 2:
            return Counter(e.level for e in known).most_common(1)[0][0], min(item.confidence, 0.7)
        if (self.coarse and item.confidence >= 0.6) or self._below_contents(item):
            return max(item.level + self.shift, self.deepest + 1), min(item.confidence, 0.7)
        return None

    def _below_contents(self, item: StyledHeading) -> bool:
        """Whether the contents name chapters alone, or stop above a large style that goes through the document."""
        hint = item.hint
        if hint.style in self.styles or len(self.pages_of[hint.style]) < _THROUGHOUT:
            return False
        if self.flat:
            return True
        often = len(self.pages_of[hint.style]) >= 0.15 * self.pages
        plain = not is_heavy(hint) and (not hint.color or item.confidence < _SURE)
        return often and not plain and hint.relative_size >= _LARGE

    @staticmethod
    def _loud(item: StyledHeading) -> bool:
        return item.confidence >= 0.7 and item.hint.relative_size >= 1.07

    def _lacks_number(self, hint: LayoutHint, known: Sequence[_Leveled]) -> bool:
        """No number where the headings of its style have one."""
        if hint.number or not known:
            return False
        level = Counter(e.level for e in known).most_common(1)[0][0]
        numbered = sum(bool(e.entry.number and e.entry.number.depth) for e in known)
        return level > 1 + self.parts and numbered > 0.7 * len(known)


def _extras(
    leveled: Sequence[_Leveled], styled: Sequence[StyledHeading], extraction: Extraction
) -> Iterator[Heading]:
    proof = _Proof(leveled, styled, len(extraction.hints.pages))
    named = {item.entry.line for item in leveled}
    start = extraction.hints.facts.contents_line or 0
    for item in styled:
        if item.hint.line in named or _above_contents(item.hint, start, extraction):
            continue
        judged = proof.level_of(item)
        if judged:
            yield replace(heading_of(item), level=judged[0], confidence=round(judged[1], 2))


def _above_contents(hint: LayoutHint, start: int, extraction: Extraction) -> bool:
    """On the page of the contents and above its first entry, other than its own title."""
    if hint.line >= start:
        return False
    page = next((i for i, line in enumerate(extraction.hints.pages, 1) if line > start), None)
    same_page = page is not None and hint.page == page - 1
    return same_page and start - hint.line > 1
