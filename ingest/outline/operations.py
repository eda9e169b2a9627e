"""Single changes that a caller asks for, carried out on an outline; and what every wanted outline must keep to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.domain.outline import Outline, Provenance, Section
from ingest.outline.edits import Wanted
from ingest.outline.tree import MAX_DEPTH, MAX_TITLE

MAX_SECTIONS = 20_000
"""Sections of an edited outline."""


class EditError(ValueError):
    """A change that cannot be made; the message says the mend."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a section another title."""

    section: str
    title: str


@dataclass(frozen=True, slots=True)
class Move:
    """Have a section begin at another line, or stand at another level with all that is below it."""

    section: str
    line: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Add:
    """Have a section begin at a line."""

    line: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a section out; its lines fall to the one before. branch: with all below it, else those move up."""

    section: str
    branch: bool = False


@dataclass(frozen=True, slots=True)
class Confirm:
    """Say that a section is right as it was found."""

    section: str


Operation = Rename | Move | Add | Remove | Confirm


def wanted_of(outline: Outline) -> list[Wanted]:
    """Return an outline as a list of wanted sections."""
    return [_wanted(section) for section in outline.walk()]


def _wanted(section: Section) -> Wanted:
    edited = section.provenance is Provenance.EDITED
    return Wanted(section.first_line, section.level, section.title, confirmed=edited)


def carried_out(outline: Outline, operations: Iterable[Operation]) -> list[Wanted]:
    """Return the outline after the operations, all of which name sections as they are numbered before.

    Raises EditError for a section that is not there or was removed by an operation before.
    """
    sections = {section.number: section for section in outline.walk()}
    state: dict[str, Wanted] = {number: _wanted(section) for number, section in sections.items()}
    added: list[Wanted] = []
    for operation in operations:
        if isinstance(operation, Add):
            added.append(Wanted(operation.line, operation.level, operation.title))
            continue
        section = sections.get(operation.section)
        if section is None:
            raise EditError(_unknown(operation.section, outline))
        if operation.section not in state:
            raise EditError(f"Section {operation.section} was removed by an operation before. Leave one out.")
        _carry_out(operation, section, state)
    return sorted((*state.values(), *added), key=lambda want: want.line)


def _carry_out(
    operation: Rename | Move | Remove | Confirm, section: Section, state: dict[str, Wanted]
) -> None:
    want = state[section.number]
    if isinstance(operation, Rename):
        state[section.number] = replace(want, title=operation.title)
    elif isinstance(operation, Confirm):
        state[section.number] = replace(want, confirmed=True)
    elif isinstance(operation, Remove):
        if operation.branch:
            for below in section.walk():
                state.pop(below.number, None)
        else:
            del state[section.number]
            _shift(section, state, -1)
    else:
        if operation.line is not None:
            state[section.number] = replace(want, line=operation.line)
        if operation.level is not None:
            _shift(section, state, operation.level - want.level)


def _shift(section: Section, state: dict[str, Wanted], by: int) -> None:
    for below in section.walk():
        if want := state.get(below.number):
            state[below.number] = replace(want, level=want.level + by)


def _unknown(number: str, outline: Outline) -> str:
    top = len(outline.sections)
    valid = (
        f"The outline has sections 1 to {top} and those below them" if top else "The outline has no sections"
    )
    return f"No section {number!r}. {valid}: see GET /outline of this document."


def check(wanted: Sequence[Wanted], line_count: int) -> None:
    """Raise EditError for a list that is no tree over the lines of the document."""
    if len(wanted) > MAX_SECTIONS:
        raise EditError(f"{len(wanted)} sections are too many. At most {MAX_SECTIONS} are kept.")
    previous = Wanted(0, 0, "")
    for want in wanted:
        if not 1 <= want.line <= line_count:
            raise EditError(f"{_name(want)}: the document has lines 1 to {line_count}.")
        if not want.title.strip():
            raise EditError(f"The section at line {want.line} has no title. Give it one, or leave it out.")
        if len(want.title) > MAX_TITLE:
            raise EditError(f"{_name(want)}: a title has at most {MAX_TITLE} characters.")
        if want.line == previous.line:
            raise EditError(
                f"{_name(previous)} and {_name(want)} begin at the same line and would overlap. Move one of them."
            )
        if want.line < previous.line:
            raise EditError(
                f"{_name(want)} comes after {_name(previous)}. Order the sections by their lines."
            )
        deepest = min(previous.level + 1, MAX_DEPTH)
        if not 1 <= want.level <= deepest:
            raise EditError(f"{_name(want)} has level {want.level}. Its level can be 1 to {deepest} there.")
        previous = want


def _name(want: Wanted) -> str:
    title = want.title if len(want.title) <= 60 else f"{want.title[:59]}…"
    return f"The section {title!r} at line {want.line}"
