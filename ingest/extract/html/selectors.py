"""Selectors of style sheets, matched against the elements of a page within a number of steps."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cssselect2 import ElementWrapper, compile_selector_list

_LONGEST = 2_000
_MOST_PARTS = 25
_MOST_TOGETHER = 50_000
"""Characters and parts of a selector, parts of all of them: beyond, neither compiling nor matching them is quick."""

_A_NODE = 10
_A_MATCH = 10
"""Steps that it takes to go to an element, and to follow a rule that holds for it."""

_PART = re.compile(r"[\s>+~(,]+")
_NAME = re.compile(r"\[[^\]]*\]|([.#][\w-]+)")
_NEVER = re.compile(
    r":(?:modal|popover-open|fullscreen|picture-in-picture|autofill|-webkit-autofill|placeholder-shown|indeterminate"
    r"|in-range|out-of-range|invalid|user-invalid|open|-webkit-full-screen)(?![\w(-])",
    re.I,
)
_ALWAYS = re.compile(r":(?:defined|read-only|valid|optional)(?![\w(-])|:dir\(\s*ltr\s*\)", re.I)
"""States that the library has no word for, as they are of an element that nobody touched."""


class TooManySteps(Exception):
    """Matching took more steps than it may."""


@dataclass(slots=True)
class Meter:
    """Counts the steps of matching a page."""

    left: int

    def spend(self, steps: int) -> None:
        """Count steps. Raises TooManySteps when none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooManySteps


class _Children(list[Any]):
    """The children of an element; looking over many of them counts."""

    def __init__(self, children: list[Any], meter: Meter) -> None:
        super().__init__(children)
        self._meter = meter

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        if isinstance(at, slice):
            self._meter.spend(len(found) // 2)
        return found

    def __iter__(self) -> Iterator[Any]:
        self._meter.spend(len(self) // 2)
        return super().__iter__()

    def unmetered(self) -> Iterator[Any]:
        """Yield the children without counting."""
        return super().__iter__()


class Node(ElementWrapper):  # type: ignore[misc]
    """An element of a page as selectors look at it: every way that they take through the page is counted."""

    def __init__(self, etree_element: Any, parent: Node | None, *rest: Any, **named: Any) -> None:
        """As the library makes them. A root gets its meter by `root_of`."""
        self.meter: Meter = parent.meter if parent is not None else Meter(0)
        self.folded: bool = parent is not None and parent.folded
        super().__init__(etree_element, parent, *rest, **named)
        self._know()

    def _know(self) -> None:
        """Look up what nearly every selector asks for, which the library would do one by one."""
        known = self.etree_element.attrib
        name, names = known.get("id"), known.get("class", "")
        if self.folded:
            name, names = name and name.lower(), names.lower()
        tag = self.etree_element.tag
        self.__dict__.update(local_name=tag, namespace_url="", id=name, classes=set(names.split()))

    @property
    def ancestors(self) -> Iterator[Node]:
        """The elements around this one, from the inside out."""
        around = self.parent
        while around is not None:
            self.meter.spend(1)
            yield around
            around = around.parent

    @property
    def previous_siblings(self) -> Iterator[Node]:
        """The elements before this one, the nearest first."""
        before = self.previous
        while before is not None:
            self.meter.spend(1)
            yield before
            before = before.previous

    @cached_property
    def etree_children(self) -> _Children:
        """The elements inside this one."""
        return _Children([child for child in self.etree_element if isinstance(child.tag, str)], self.meter)

    def iter_children(self) -> Iterator[Node]:
        """Yield the children, as selectors that look inside an element need them."""
        for child in self.inside():
            self.meter.spend(_A_NODE)
            yield child

    def inside(self) -> Iterator[Node]:
        """Yield the children without counting."""
        before: Node | None = None
        for index, child in enumerate(self.etree_children.unmetered()):
            before = Node(child, self, index, before, self.in_html_document)
            yield before


def root_of(page: Any, meter: Meter, *, folded: bool) -> Node:
    """Return the root of a page. meter: counts the steps of matching it. folded: whether case does not count."""
    root: Node = Node.from_html_root(page)
    root.meter, root.folded = meter, folded
    root._know()
    return root


@dataclass(slots=True)
class SelectorIndex:
    """Selectors with what holds for what they match, found by the id, class or tag that they ask for.

    folded: whether the case of classes and ids does not count. refused: selectors that are too long to be followed.
    """

    folded: bool = False
    refused: int = 0
    _parts: int = 0
    _by: dict[str, defaultdict[str, list[tuple[Any, ...]]]] = field(
        default_factory=lambda: {kind: defaultdict(list) for kind in ("id", "class", "tag", "any")}
    )

    def add(self, selectors: str, rule: object) -> None:
        """Take in a list of selectors. A list with one that is none holds for nothing, as in browsers."""
        parts = [len(_PART.findall(one)) + 1 for one in selectors.split(",")]
        self._parts += sum(parts)
        if max(parts) > _MOST_PARTS or len(selectors) > _LONGEST * len(parts) or self._parts > _MOST_TOGETHER:
            self.refused += 1
            return
        if self.folded:
            selectors = _NAME.sub(lambda match: match[0].lower() if match[1] else match[0], selectors)
        text = _ALWAYS.sub(":not(:hover)", _NEVER.sub(":hover", selectors))
        try:
            compiled = compile_selector_list(text)
        except (ValueError, TypeError, AttributeError, SyntaxError, NotImplementedError, RecursionError):
            return
        for one in compiled:
            if one.never_matches or one.pseudo_element is not None:
                continue
            entry = (one.test, one.specificity, rule)
            if one.id is not None:
                self._by["id"][one.id].append(entry)
            elif one.class_name is not None:
                self._by["class"][one.class_name].append(entry)
            elif one.local_name is not None:
                self._by["tag"][one.lower_local_name].append(entry)
            else:
                self._by["any"][""].append(entry)

    def matching(self, node: Node) -> list[tuple[tuple[int, int, int], Any]]:
        """Return specificity and rule of every selector that matches. Raises TooManySteps."""
        keys = [("tag", node.local_name.lower()), ("any", "")]
        keys += [("class", name) for name in node.classes]
        if node.id:
            keys.append(("id", node.id))
        found: list[tuple[tuple[int, int, int], Any]] = []
        for kind, key in keys:
            entries = self._by[kind].get(key)
            if not entries:
                continue
            node.meter.spend(len(entries))
            fitting = [(specificity, rule) for test, specificity, rule in entries if test(node)]
            node.meter.spend(_A_MATCH * len(fitting))
            found += fitting
        return found
