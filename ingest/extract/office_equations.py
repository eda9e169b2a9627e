"""Office equations as one line of text: `x^2`, `(a+b)/c`, `√(x)`, `∑_(i=1)^n i`."""

from __future__ import annotations

from collections.abc import Callable

from ingest.extract.office_xml import Element, attribute, child, descendants, short

_MAX_DEPTH = 60


def linear(element: Element, depth: int = 0) -> str:
    """Return the text of an `m:oMath` or `m:oMathPara`, or of any part of one."""
    name = short(element)
    if name == "m:t":
        return element.text or ""
    if name.endswith("Pr"):
        return ""
    if depth > _MAX_DEPTH:
        return "".join(text.text or "" for text in descendants(element, "m:t"))
    writer = _WRITERS.get(name)
    if writer is not None:
        return writer(element, depth + 1)
    return "".join(linear(inner, depth + 1) for inner in element)


def _part(element: Element, name: str, depth: int) -> str:
    inner = child(element, name)
    return "" if inner is None else linear(inner, depth).strip()


def _grouped(text: str) -> str:
    """Return a text in brackets unless it is one character, one number or one word."""
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _property(element: Element, group: str, name: str, default: str) -> str:
    found = child(child(element, group), name)
    return default if found is None else attribute(found, "m:val") or ""


def _fraction(element: Element, depth: int) -> str:
    return f"{_grouped(_part(element, 'm:num', depth))}/{_grouped(_part(element, 'm:den', depth))}"


def _scripts(element: Element, depth: int) -> str:
    text = _part(element, "m:e", depth)
    below, above = _part(element, "m:sub", depth), _part(element, "m:sup", depth)
    return text + (f"_{_grouped(below)}" if below else "") + (f"^{_grouped(above)}" if above else "")


def _before(element: Element, depth: int) -> str:
    below, above = _part(element, "m:sub", depth), _part(element, "m:sup", depth)
    return f"_{_grouped(below)}^{_grouped(above)}{_part(element, 'm:e', depth)}"


def _root(element: Element, depth: int) -> str:
    degree = _part(element, "m:deg", depth)
    return f"{_grouped(degree) + ' ' if degree else ''}√({_part(element, 'm:e', depth)})"


def _nary(element: Element, depth: int) -> str:
    sign = _property(element, "m:naryPr", "m:chr", "∫")
    below, above = _part(element, "m:sub", depth), _part(element, "m:sup", depth)
    limits = (f"_{_grouped(below)}" if below else "") + (f"^{_grouped(above)}" if above else "")
    return f"{sign}{limits} {_part(element, 'm:e', depth)}"


def _delimited(element: Element, depth: int) -> str:
    begin = _property(element, "m:dPr", "m:begChr", "(")
    end = _property(element, "m:dPr", "m:endChr", ")")
    between = _property(element, "m:dPr", "m:sepChr", "|")
    inner = [linear(part, depth) for part in element if short(part) == "m:e"]
    return f"{begin}{between.join(inner)}{end}"


def _function(element: Element, depth: int) -> str:
    argument = _part(element, "m:e", depth)
    return f"{_part(element, 'm:fName', depth)}{argument if argument.startswith('(') else f'({argument})'}"


def _limit(mark: str) -> Callable[[Element, int], str]:
    def write(element: Element, depth: int) -> str:
        return f"{_part(element, 'm:e', depth)}{mark}{_grouped(_part(element, 'm:lim', depth))}"

    return write


def _matrix(element: Element, depth: int) -> str:
    rows = [
        ", ".join(linear(cell, depth) for cell in row if short(cell) == "m:e")
        for row in element
        if short(row) == "m:mr"
    ]
    return f"[{'; '.join(rows)}]"


def _stacked(element: Element, depth: int) -> str:
    return "; ".join(linear(line, depth) for line in element if short(line) == "m:e")


_WRITERS: dict[str, Callable[[Element, int], str]] = {
    "m:f": _fraction,
    "m:sSup": _scripts,
    "m:sSub": _scripts,
    "m:sSubSup": _scripts,
    "m:sPre": _before,
    "m:rad": _root,
    "m:nary": _nary,
    "m:d": _delimited,
    "m:func": _function,
    "m:limLow": _limit("_"),
    "m:limUpp": _limit("^"),
    "m:m": _matrix,
    "m:eqArr": _stacked,
}
