"""The outline as text for a model, within a token budget whatever the document (SPEC 4 and 5).

In order, the first that fits: everything (summaries and keywords); titles and ranges; titles down to level
5, 4, 3, 2, 1; as many lines as fit, with the number of sections left out. Branches named in `expand` stay
open. Where one section holds all others, its line alone would be no map: what lies right in it is cut instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ingest.domain.outline import Outline, OutlineQuality, Section
from ingest.domain.tokens import count_tokens

NO_OUTLINE = "No reliable outline available. Use read to browse this document line by line."
"""The whole answer for a document without an outline."""

DEFAULT_BUDGET = 600
"""Tokens of one document's outline when the caller names no budget."""

_DEEPEST_CUT = 5
_TITLE_LENGTH = 120
_SUMMARY_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Unit:
    """The word for lines in the caller's language. spaced: whether a blank stands before it."""

    singular: str
    plural: str
    spaced: bool = True

    def count(self, number: int) -> str:
        """Return the number with its unit, such as `1 line`, `24 lines`, `24行`."""
        word = self.singular if number == 1 else self.plural
        return f"{number} {word}" if self.spaced else f"{number}{word}"


LINES = Unit("line", "lines")
UNITS = {
    "en": LINES,
    "ja": Unit("行", "行", spaced=False),
    "zh": Unit("行", "行", spaced=False),
    "ko": Unit("줄", "줄", spaced=False),
    "de": Unit("Zeile", "Zeilen"),
    "fr": Unit("ligne", "lignes"),
    "es": Unit("línea", "líneas"),
}


def unit_for(locale: str) -> Unit:
    """Return the unit of a BCP 47 locale; English for one that is unknown."""
    return UNITS.get(locale.replace("_", "-").split("-")[0].lower(), LINES)


class Mode(StrEnum):
    """How much of an outline was shown."""

    NONE = "none"
    FULL = "full"
    TITLES = "titles"
    LEVELS = "levels"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class RenderedOutline:
    """An outline's text and what it leaves out.

    shown: numbers of the sections in the text, in document order. left_out: how many sections are not.
    levels: the depth down to which all is shown, 0 where even level 1 is cut. unknown: numbers asked for
    that do not exist.
    """

    text: str
    tokens: int
    mode: Mode
    shown: tuple[str, ...] = ()
    left_out: int = 0
    levels: int = 0
    unknown: tuple[str, ...] = ()


def render(
    outline: Outline,
    *,
    budget: int = DEFAULT_BUDGET,
    expand: Sequence[str] = (),
    unit: Unit = LINES,
) -> RenderedOutline:
    """Return the outline's text in at most `budget` tokens.

    A budget too small for even one line gives a text that is empty. `expand` takes section numbers, with or
    without brackets.
    """
    if outline.quality is OutlineQuality.NONE or not outline.sections:
        return _fitting(NO_OUTLINE, Mode.NONE, budget)
    sections = list(outline.walk())
    known = {section.number for section in sections}
    wanted = [number.strip().strip("[]") for number in expand]
    opened = [number for number in wanted if number in known]
    unknown = tuple(number for number in wanted if number not in known)
    page = _Page(sections, opened, budget, unit)
    return replace(page.full() or page.titles() or page.by_level() or page.cut(), unknown=unknown)


def _fitting(text: str, mode: Mode, budget: int) -> RenderedOutline:
    tokens = count_tokens(text)
    if tokens > budget:
        return RenderedOutline("", 0, mode)
    return RenderedOutline(text, tokens, mode)


class _Page:
    """The lines of one outline and what they cost."""

    def __init__(self, sections: list[Section], opened: list[str], budget: int, unit: Unit) -> None:
        self.sections = sections
        self.budget = budget
        self.opened = opened
        self.deepest = max(section.level for section in sections)
        self.trunk = self._trunk()
        self.bare = [_title_line(section, unit) for section in sections]
        self.costs = [count_tokens(line + "\n") for line in self.bare]
        self.branches = self._branches()

    def _trunk(self) -> int:
        """Return how many levels from the top have a single section that holds all the others."""
        by_level = Counter(section.level for section in self.sections)
        trunk = 0
        while by_level[trunk + 1] == 1 and trunk + 1 < self.deepest:
            trunk += 1
        return trunk

    def _branches(self) -> list[int]:
        """Return the sections to keep open, most wanted first: the branch itself, then what is in it."""
        index = {section.number: position for position, section in enumerate(self.sections)}
        wanted: list[int] = []
        for number in self.opened:
            parts = number.split(".")
            wanted += [index[".".join(parts[: end + 1])] for end in range(len(parts))]
        inside = [
            (section.level, position)
            for position, section in enumerate(self.sections)
            if any(section.number.startswith(f"{number}.") for number in self.opened)
        ]
        wanted += [position for _, position in sorted(inside)]
        return list(dict.fromkeys(wanted))

    def full(self) -> RenderedOutline | None:
        if sum(self.costs) > self.budget:
            return None
        lines = [bare + _details(section) for bare, section in zip(self.bare, self.sections, strict=True)]
        return self._answer(lines, Mode.FULL, range(len(self.sections)))

    def titles(self) -> RenderedOutline | None:
        if sum(self.costs) > self.budget:
            return None
        everything = range(len(self.sections))
        opened = set(self.branches)
        detailed = [
            bare + (_details(section) if position in opened else "")
            for position, (bare, section) in enumerate(zip(self.bare, self.sections, strict=True))
        ]
        found = self._answer(detailed, Mode.TITLES, everything)
        return found or self._answer(self.bare, Mode.TITLES, everything)

    def by_level(self) -> RenderedOutline | None:
        opened = set(self.branches)
        for level in range(min(_DEEPEST_CUT, self.deepest - 1), min(self.trunk, _DEEPEST_CUT - 1), -1):
            shown = [
                position
                for position, section in enumerate(self.sections)
                if section.level <= level or position in opened
            ]
            if sum(self.costs[position] for position in shown) > self.budget:
                continue
            found = self._with_note(shown, Mode.LEVELS, level)
            if found:
                return found
        return None

    def cut(self) -> RenderedOutline:
        top = sorted(
            (position for position, section in enumerate(self.sections) if section.level <= self.trunk + 1),
            key=lambda position: (self.sections[position].level > self.trunk, position),
        )
        order = list(dict.fromkeys([*self.branches, *top]))
        room = self.budget - count_tokens(self._note(self.branches, cut=True))
        taken: list[int] = []
        for position in order:
            room -= self.costs[position]
            if room < 0:
                break
            taken.append(position)
        while taken:
            found = self._with_note(sorted(taken), Mode.CUT, min(self.trunk, len(taken)))
            if found:
                return found
            taken.pop()
        note = _note(len(self.sections), "", cut=True)
        found = _fitting(note, Mode.CUT, self.budget)
        return RenderedOutline(found.text, found.tokens, Mode.CUT, (), len(self.sections))

    def _with_note(self, shown: list[int], mode: Mode, level: int) -> RenderedOutline | None:
        left_out = len(self.sections) - len(shown)
        lines = [self.bare[position] for position in shown]
        if left_out:
            lines.append(self._note(shown, cut=mode is Mode.CUT))
        found = self._answer(lines, mode, shown)
        if found is None:
            return None
        return RenderedOutline(found.text, found.tokens, mode, found.shown, left_out, level)

    def _answer(self, lines: list[str], mode: Mode, shown: Iterable[int]) -> RenderedOutline | None:
        text = "\n".join(lines)
        tokens = count_tokens(text)
        if tokens > self.budget:
            return None
        numbers = tuple(self.sections[position].number for position in shown)
        return RenderedOutline(text, tokens, mode, numbers, 0, self.deepest)

    def _note(self, shown: Iterable[int], *, cut: bool) -> str:
        """Return how many sections are missing, and how to see them: more room, or a branch."""
        seen = {self.sections[position].number for position in shown}
        missing = [section.number for section in self.sections if section.number not in seen]
        hints = []
        if cut and any(self._stands_open(number) for number in missing):
            hints.append(f"budget={2 * self.budget} shows more")
        if closed := self._closed(seen, missing):
            hints.append(f'expand=["{closed}"] opens a branch')
        return _note(len(missing), ", ".join(hints), cut=cut)

    def _stands_open(self, number: str) -> bool:
        """Whether opening no branch brings a section up: it is at the top, or inside an open one."""
        parent = number.rpartition(".")[0]
        return number.count(".") <= self.trunk or any(
            f"{parent}.".startswith(f"{each}.") for each in self.opened
        )

    def _closed(self, seen: set[str], missing: Sequence[str]) -> str:
        """Return the first section that is shown without what is in it, and was not opened."""
        parents = (number.rpartition(".")[0] for number in missing)
        return next((parent for parent in parents if parent in seen and parent not in self.opened), "")


def _title_line(section: Section, unit: Unit) -> str:
    title = section.title
    if len(title) > _TITLE_LENGTH:
        title = title[: _TITLE_LENGTH - 1].rstrip() + "…"
    indent = "  " * (section.level - 1)
    lines = f"L{section.first_line}-{section.last_line}, {unit.count(section.line_count)}"
    return f"{indent}[{section.number}] {title} [{lines}]"


def _details(section: Section) -> str:
    """Return summary and keywords as lines; without keywords that title and summary say already."""
    indent = "\n" + "  " * section.level
    summary = section.summary
    if len(summary) > _SUMMARY_LENGTH:
        cut = summary[: _SUMMARY_LENGTH - 1]
        blank = cut.rfind(" ")
        summary = (cut[:blank] if blank > _SUMMARY_LENGTH // 2 else cut).rstrip(" ,;:、，…") + "…"
    said = f"{section.title} {summary}".casefold()
    told = [keyword for keyword in section.keywords if keyword.casefold() not in said]
    lines = f"{indent}> {summary}" if summary else ""
    return lines + (f"{indent}keywords: {', '.join(told)}" if told else "")


def _note(left_out: int, hint: str, *, cut: bool) -> str:
    sections = "1 section" if left_out == 1 else f"{left_out:,} sections"
    kind = "left out" if cut else "deeper down left out"
    return f"… {sections} {kind}" + (f" ({hint})" if hint else "")
