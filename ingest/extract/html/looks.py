"""How the text of an element looks: what is declared for it, with variables filled in, and what it inherits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ingest.extract.html.properties import WIDE, is_valid, longhand_value
from ingest.extract.html.sheets import UNKNOWN, Declared

_CALL = re.compile(r"(?<![\w-])(var|env)\(")
_LONGEST = 1_000
_MOST = 300
"""Variables that one element may set."""

_DEEPEST = 20
_INITIAL = {
    "color": "canvastext",
    "-webkit-text-fill-color": "currentcolor",
    "font-size": "medium",
    "visibility": "visible",
    "text-shadow": "none",
    "-webkit-text-stroke": "0",
    "text-indent": "0",
    "display": "inline",
}

Variables = Mapping[str, str]


@dataclass(slots=True)
class Style:
    """What is said of one element, properties by name. variables: with those of the elements around it."""

    declared: Declared
    variables: Variables
    _found: dict[str, str] = field(default_factory=dict)

    def __call__(self, name: str) -> str:
        """Return what a property is set to; empty where nothing is said, UNKNOWN where it may be anything."""
        if name not in self.declared:
            return ""
        if name not in self._found:
            self._found[name] = self._value(name)
        return self._found[name]

    def _value(self, name: str) -> str:
        setting = self.declared[name]
        value: str | None = setting.value
        if value == UNKNOWN:
            return UNKNOWN
        if "var(" in setting.value or "env(" in setting.value:
            value = filled(setting.value, self.variables)
            if value is None or not is_valid(setting.name, value):
                return ""
        value = longhand_value(name, setting.name, value or "")
        if value == "initial" or (value == "unset" and name == "display"):
            return _INITIAL.get(name, "")
        return "" if value in WIDE else value


def style_of(declared: Declared, around: Variables) -> Style:
    """Return the style of an element. around: the variables of the element that it stands in."""
    own = {name: setting.value for name, setting in declared.items() if name.startswith("--")}
    if not own:
        return Style(declared, around)
    variables = {name: value for name, value in around.items() if name not in own}
    begun: set[str] = set()
    for name in own:
        _define(name, own, variables, around, begun)
    return Style(declared, variables)


def _define(name: str, own: Variables, variables: dict[str, str], around: Variables, begun: set[str]) -> None:
    """Put a variable, and before it those that it names, into variables; one that names itself stays undefined."""
    if name in begun or len(begun) > _MOST:
        return
    begun.add(name)
    value: str | None = own[name]
    if value in WIDE:
        value = around.get(name) if value != "initial" else None
    elif value and _CALL.search(value):
        for other in re.findall(r"--[^\s,()]+", value):
            if other in own and other != name:
                _define(other, own, variables, around, begun)
        value = filled(value, variables)
    if value is not None:
        variables[name] = value


def filled(value: str, variables: Variables, depth: int = _DEEPEST) -> str | None:
    """Return a value with its variables filled in, None where one is not there and has no fallback."""
    pieces: list[str] = []
    start = 0
    while call := _CALL.search(value, start):
        end = _closing(value, call.end())
        name, comma, fallback = value[call.end() : end].partition(",")
        found = variables.get(name.strip()) if call[1] == "var" else None
        if found == UNKNOWN:
            return None
        if found is None and comma and depth:
            found = filled(fallback, variables, depth - 1)
        if found is None:
            return None
        pieces += [value[start : call.start()], found]
        if sum(map(len, pieces)) > _LONGEST:
            return None
        start = end + 1
    return ("".join(pieces) + value[start:]).strip()


def _closing(value: str, start: int) -> int:
    depth = 1
    for at in range(start, len(value)):
        depth += {"(": 1, ")": -1}.get(value[at], 0)
        if not depth:
            return at
    return len(value)
