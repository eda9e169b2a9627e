"""What people changed of an outline, kept apart from what was extracted, and laid over it anew each time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.domain.document import Line
from ingest.domain.outline import Heading, Outline, OutlineQuality, Provenance, Section
from ingest.outline.anchors import Anchor, Landmarks
from ingest.outline.summaries import summarise
from ingest.outline.tree import grow

_BACKGROUND = 200
"""Unchanged sections that changed ones are compared with."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A section as a person wants it. It ends where the next one of its level or above begins.

    confirmed: it is as it was extracted, and a person said that this is right.
    """

    line: int
    level: int
    title: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """One change at one place. title and level are None where they stay as extracted.

    seen_title and seen_level: what had been extracted there; empty and 0 where a person added the section.
    """

    anchor: Anchor
    title: str | None = None
    level: int | None = None
    removed: bool = False
    seen_title: str = ""
    seen_level: int = 0


@dataclass(frozen=True, slots=True)
class Marks:
    """All changes of one document, in the order of its lines."""

    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Edited:
    """An outline with the changes on it, and the changes whose place is not in this text."""

    outline: Outline
    lost: tuple[Mark, ...] = ()


def marks_between(extracted: Outline, wanted: Iterable[Wanted], landmarks: Landmarks) -> tuple[Mark, ...]:
    """Return the changes that lead from the extracted outline to the wanted one."""
    left = {section.first_line: section for section in extracted.walk()}
    marks: list[Mark] = []
    for want in wanted:
        was = left.pop(want.line, None)
        if was is None:
            marks.append(Mark(landmarks.anchor(want.line), want.title, want.level))
            continue
        title = want.title if want.title != was.title else None
        level = want.level if want.level != was.level else None
        if title is not None or level is not None or want.confirmed:
            marks.append(_mark(landmarks, was, title=title, level=level))
    marks.extend(_mark(landmarks, section, removed=True) for section in left.values())
    return tuple(sorted(marks, key=lambda mark: mark.anchor.line))


def _mark(
    landmarks: Landmarks,
    was: Section,
    *,
    title: str | None = None,
    level: int | None = None,
    removed: bool = False,
) -> Mark:
    return Mark(landmarks.anchor(was.first_line), title, level, removed, was.title, was.level)


def lay_over(
    extracted: Outline,
    marks: Sequence[Mark],
    lines: Sequence[Line],
    *,
    landmarks: Landmarks | None = None,
    known: Sequence[Outline] = (),
) -> Edited:
    """Return the extracted outline with the changes on it.

    Summaries and keywords are made again for sections whose own text or title is in none of the known outlines.
    """
    landmarks = landmarks or Landmarks(line.text for line in lines)
    headings = {section.first_line: _heading(section) for section in extracted.walk()}
    places = landmarks.locate([mark.anchor for mark in marks])
    lost: list[Mark] = []
    hit = False
    for mark, line in zip(marks, places, strict=True):
        if line is None:
            lost.append(mark)
        elif mark.removed:
            hit = headings.pop(line, None) is not None or hit
        else:
            headings[line] = _changed(mark, line, headings.get(line))
            hit = True
    if not hit:
        return Edited(extracted, tuple(lost))
    sections = grow(headings.values(), line_count=extracted.line_count)
    quality = OutlineQuality.HIGH if sections else OutlineQuality.NONE
    described = _described(sections, lines, (extracted, *known))
    return Edited(Outline(described, quality, extracted.line_count), tuple(lost))


def _heading(section: Section) -> Heading:
    return Heading(section.first_line, section.level, section.title, section.provenance, section.confidence)


def _changed(mark: Mark, line: int, now: Heading | None) -> Heading:
    title, level = (now.title, now.level) if now else (mark.seen_title, mark.seen_level)
    return Heading(line, mark.level or level, mark.title or title, Provenance.EDITED)


_Own = tuple[int, int, str]
"""First and last line of a section's own text, and its title: what a summary and keywords are made from."""


def _own(section: Section) -> _Own:
    last = section.children[0].first_line - 1 if section.children else section.last_line
    return section.first_line, last, section.title


def _described(
    sections: tuple[Section, ...], lines: Sequence[Line], known: Iterable[Outline]
) -> tuple[Section, ...]:
    kept = {_own(section): section for outline in known for section in outline.walk()}
    everything = [section for top in sections for section in top.walk()]
    new = [section for section in everything if _own(section) not in kept]
    old = [section for section in everything if _own(section) in kept]
    described = {section.number: kept[_own(section)] for section in old}
    if new:
        # keywords are what sets a section off from others: a sample of them does
        sample = old[:: max(1, len(old) // _BACKGROUND)]
        alone = sorted((*new, *sample), key=lambda section: section.first_line)
        fresh = summarise(tuple(replace(s, last_line=_own(s)[1], children=()) for s in alone), lines)
        described = {section.number: section for section in fresh} | described

    def finish(section: Section) -> Section:
        words = described[section.number]
        return replace(
            section,
            summary=words.summary,
            keywords=words.keywords,
            children=tuple(finish(child) for child in section.children),
        )

    return tuple(finish(section) for section in sections)
