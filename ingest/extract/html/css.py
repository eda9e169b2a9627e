"""The grammar of style sheets: rules, declarations and colours, written the one way however they were spelt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import tinycss2
from tinycss2.color4 import D50, D65
from tinycss2.color4 import parse_color as parse_colour

_DEEPEST = 24
"""Levels to which blocks are followed into each other."""

_TIGHT = re.compile(r"(?<=\() | (?=\))| ?([,/]) ?")
_SIDE = re.compile(r" +")

_TO_LINEAR = {
    D65: ((3.2409699, -1.5373832, -0.4986108), (-0.9692436, 1.8759675, 0.0415551), (0.0556301, -0.2039770, 1.0569715)),
    D50: ((3.1341359, -1.6173863, -0.4906619), (-0.9787955, 1.9162543, 0.0334427), (0.0719554, -0.2289768, 1.4053860)),
}  # fmt: skip
"""From CIE XYZ to the three lights of a screen, by the white that XYZ is of."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one property is set to. name, value: lower case, without comments and escapes, blanks single."""

    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A rule. keyword: of an at-rule, empty for one of selectors. prelude: selectors or conditions, as written.

    inside: what stands in its braces besides declarations; None for an at-rule without braces.
    """

    keyword: str
    prelude: str
    declared: tuple[Declaration, ...] = ()
    inside: tuple[Block, ...] | None = None


def sheet_of(text: str) -> Iterator[Block]:
    """Yield the rules of a style sheet; what is broken is passed over, as browsers do."""
    yield from _blocks(tinycss2.parse_stylesheet(text, skip_whitespace=True), 0)


def declarations_of(text: str) -> tuple[Declaration, ...]:
    """Return the declarations of a `style` attribute."""
    return _declared(tinycss2.parse_blocks_contents(text, skip_whitespace=True))


def written(text: str) -> str:
    """Return a value in the one way of writing, as in `Declaration.value`."""
    return _written(tinycss2.parse_component_value_list(text))


def colour_parts(text: str) -> tuple[tuple[float, float, float], float] | str | None:
    """Return the three lights of a colour from 0 to 1 and its alpha, `currentcolor`, or None where it is unknown."""
    try:
        found = parse_colour(text)
        if found is None or isinstance(found, str):
            return found
        return _lights(found), float(found.alpha)
    except (ValueError, TypeError, AttributeError, IndexError, ArithmeticError, NotImplementedError):
        return None


def _lights(colour: Any) -> tuple[float, float, float]:
    if colour.space in ("srgb", "hsl", "hwb"):
        return tuple(colour.to("srgb").coordinates)
    white = D50 if colour.space in ("lab", "lch", "xyz-d50") else D65
    xyz = colour.to("xyz-d50" if white is D50 else "xyz-d65").coordinates
    red, green, blue = (
        sum(part * of for part, of in zip(row, xyz, strict=True)) for row in _TO_LINEAR[white]
    )
    return _curved(red), _curved(green), _curved(blue)


def _curved(light: float) -> float:
    light = min(1.0, max(0.0, light))
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _blocks(nodes: Iterable[Any], depth: int) -> Iterator[Block]:
    for node in nodes:
        try:
            if node.type == "qualified-rule":
                yield _rule(node, depth)
            elif node.type == "at-rule":
                yield _at_rule(node, depth)
        except RecursionError:  # Brackets in brackets without end are nothing that a browser would take.
            continue


def _rule(node: Any, depth: int) -> Block:
    inner = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
    inside = tuple(_blocks(inner, depth + 1)) if depth < _DEEPEST else ()
    return Block("", _as_written(node.prelude), _declared(inner), inside)


def _at_rule(node: Any, depth: int) -> Block:
    prelude = _as_written(node.prelude)
    if node.content is None or depth >= _DEEPEST:
        return Block(node.lower_at_keyword, prelude)
    if depth and node.lower_at_keyword in ("media", "supports", "layer", "container"):
        # Inside the rule of a selector declarations may stand in it as well.
        inner = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        if declared := _declared(inner):
            return Block(node.lower_at_keyword, prelude, declared, tuple(_blocks(inner, depth + 1)))
    rules = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
    declared = (
        _declared(tinycss2.parse_blocks_contents(node.content)) if node.lower_at_keyword == "property" else ()
    )
    return Block(node.lower_at_keyword, prelude, declared, tuple(_blocks(rules, depth + 1)))


def _declared(nodes: Iterable[Any]) -> tuple[Declaration, ...]:
    return tuple(
        Declaration(
            node.name if node.name.startswith("--") else node.lower_name, _written(node.value), node.important
        )
        for node in nodes
        if node.type == "declaration"
    )


def _as_written(tokens: Iterable[Any]) -> str:
    return str(tinycss2.serialize([token for token in tokens if token.type != "comment"])).strip()


def _written(tokens: Iterable[Any]) -> str:
    try:
        text = "".join(_word(token) for token in tokens)
    except RecursionError:
        return "\ufffd"
    return _TIGHT.sub(lambda match: match[1] or "", _SIDE.sub(" ", text)).strip()


def _word(token: Any) -> str:
    kind = token.type
    if kind in ("whitespace", "comment"):
        return " "
    if kind == "ident":
        return str(token.value if token.value.startswith("--") else token.lower_value)
    if kind in ("number", "percentage", "dimension"):
        number = int(token.value) if token.is_integer else token.value
        return f"{number}{'%' if kind == 'percentage' else getattr(token, 'lower_unit', '')}"
    if kind == "function":
        return f"{token.lower_name}({_written(token.arguments)})"
    return _sign(token, kind)


def _sign(token: Any, kind: str) -> str:
    if kind in ("() block", "[] block", "{} block"):
        return f"{kind[0]}{_written(token.content)}{kind[1]}"
    if kind == "hash":
        return f"#{token.value.lower()}"
    return {"string": '""', "url": "url()"}.get(kind) or (token.value if kind == "literal" else "\ufffd")
