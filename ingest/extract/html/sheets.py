"""What the style sheets inside a page say, as far as it decides what can be seen.

Selectors of one type, class or id, and lists of them, are applied. Of others (and of what holds only in print or
on small screens) it is only known that a property may be another one: such a property hides nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.extract.html.elements import Element, attribute, tag_of

UNKNOWN = "?"
"""The value of a property that a selector which is not understood may set."""

_MOST = 1_000_000
_COMMENT = re.compile(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/")
_BRACE = re.compile(r"[{};]")
_SIMPLE = re.compile(r"([\w-]*)((?:[.#][\w-]+)*)")
_NAME = re.compile(r"([.#])([\w-]+)")
_EVERYWHERE = re.compile(r"@media\s+(?:only\s+)?(?:all|screen)\s*$", re.I)
_LAST_PART = re.compile(r"[\s>+~]+")
_STATE = re.compile(r":.*$|\[.*$", re.S)

Declarations = dict[str, str]


@dataclass(slots=True)
class _Rule:
    """Declarations for the elements of one compound selector. weight: specificity, then order."""

    tag: str
    names: frozenset[str]
    weight: tuple[int, int, int, int]
    declared: Declarations


@dataclass(slots=True)
class Sheet:
    """The rules of a page, found by the tag, class or id that they ask for."""

    rules: defaultdict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))
    count: int = 0

    def add(self, text: str) -> None:
        """Take in one style sheet."""
        for selectors, body, known in _blocks(_COMMENT.sub(" ", text[:_MOST])):
            declared = declarations(body)
            for selector in selectors.split(",") if declared else ():
                self._add_rule(selector.strip(), declared, known=known)

    def _add_rule(self, selector: str, declared: Declarations, *, known: bool) -> None:
        last = _LAST_PART.split(selector)[-1]
        bare = _STATE.sub("", last)
        match = _SIMPLE.fullmatch(bare)
        if not match or not bare:
            return
        if bare != selector or not known:
            declared = dict.fromkeys(declared, UNKNOWN)
        names = frozenset("".join(name) for name in _NAME.findall(match[2]))
        ids = sum(name.startswith("#") for name in names)
        self.count += 1
        weight = (ids, len(names) - ids, bool(match[1]), self.count)
        rule = _Rule(match[1].lower(), names, weight, declared)
        self.rules[min(names, default=rule.tag)].append(rule)

    def style_of(self, element: Element) -> Declarations:
        """Return what is declared for an element, its own style last."""
        tag = tag_of(element)
        names = {f".{name}" for name in attribute(element, "class").split()}
        if identity := attribute(element, "id"):
            names.add(f"#{identity}")
        fitting = [
            rule
            for key in (tag, *names)
            for rule in self.rules.get(key, ())
            if rule.tag in ("", tag) and rule.names <= names
        ]
        found: Declarations = {}
        for rule in sorted(fitting, key=lambda rule: rule.weight):
            found |= rule.declared
        own = attribute(element, "style")
        return found | declarations(own) if own else found


def declarations(text: str) -> Declarations:
    """Return the properties of a declaration block, names and values in lower case."""
    found: Declarations = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip().lower()
    return found


def _blocks(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield selectors and bodies of the rules, and whether they hold on a usual screen."""
    start, prelude = 0, ""
    around: list[bool] = []
    for brace in _BRACE.finditer(text):
        piece, sign = text[start : brace.start()].strip(), brace.group()
        if sign == ";" and (prelude or not piece.startswith("@")):
            continue
        start = brace.end()
        if sign == "{":
            if piece.startswith("@"):
                around.append(bool(_EVERYWHERE.match(piece)))
            else:
                prelude = piece
        elif sign == "}":
            if prelude:
                yield prelude, piece, all(around)
                prelude = ""
            elif around:
                around.pop()
