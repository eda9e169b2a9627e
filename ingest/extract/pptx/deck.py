"""The slides of a presentation in the order they are shown, and the sections that its author made."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.domain.errors import Damaged, Unsupported
from ingest.extract.office_xml import Element, attribute, descendants, short
from ingest.extract.opc import Package

_USUAL_MAIN = "ppt/presentation.xml"
_NO_DECK = "The file holds no presentation. Save it again in PowerPoint."


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide by its part. number: from 1, its place in the deck. section: that begins with it."""

    number: int
    part: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """The slides in order. sectioned: whether they lie in sections. missing: slides that are named but not there."""

    slides: tuple[Slide, ...]
    sectioned: bool = False
    missing: int = 0


def read_deck(package: Package) -> Deck:
    """Return the slides of a presentation. Raises Damaged or Unsupported where it is none."""
    main = package.related("", "officeDocument") or _USUAL_MAIN
    if not package.has(main):
        raise Damaged(_NO_DECK)
    kind = package.content_type(main)
    if "wordprocessingml" in kind or "spreadsheetml" in kind:
        raise Unsupported(
            "The file is no presentation inside. Give it the ending of its program and add it again."
        )
    root = package.read(main)
    if short(root) != "p:presentation":
        raise Damaged(_NO_DECK)
    links = package.relationships(main)
    starts, sectioned = _sections(root)
    slides: list[Slide] = []
    missing = 0
    waiting = ""
    for number, entry in enumerate(descendants(root, "p:sldId"), start=1):
        link = links.get(attribute(entry, "r:id") or "")
        waiting = starts.get(entry.get("id") or "", waiting)
        if link is None or link.target is None or not package.has(link.target):
            missing += 1
            continue
        slides.append(Slide(number, link.target, waiting))
        waiting = ""
    return Deck(tuple(slides), sectioned, missing)


def _sections(root: Element) -> tuple[dict[str, str], bool]:
    """Return the names of sections by the id of their first slide; a single one around all slides is none."""
    starts: dict[str, str] = {}
    for section in descendants(root, "p14:section"):
        first = next((entry.get("id") for entry in descendants(section, "p14:sldId")), None)
        name = " ".join((section.get("name") or "").split())
        if first and name:
            starts[first] = name
    return (starts, True) if len(starts) > 1 else ({}, False)
