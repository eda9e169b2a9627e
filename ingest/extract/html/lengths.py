"""Lengths of style sheets in pixels."""

from __future__ import annotations

import ast
import operator
import re
from dataclasses import dataclass
from functools import lru_cache

_SIMPLE = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)")
_UNITS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
    "vw": 12.8, "svw": 12.8, "lvw": 12.8, "dvw": 12.8, "vi": 12.8, "vmax": 12.8,
    "vh": 7.2, "svh": 7.2, "lvh": 7.2, "dvh": 7.2, "vb": 7.2, "vmin": 7.2,
}  # fmt: skip
_OF_LETTERS = {"em": 1.0, "ex": 0.5, "ch": 0.5, "ic": 1.0, "lh": 1.2, "cap": 0.7}
_FUNCTION = re.compile(r"(?:-webkit-)?(calc|min|max|clamp)\(")
_NUMBER = re.compile(r"(?<![\w.])((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)")
_SUM = re.compile(r"(?:[-+*/(),.\d\s]|e[+-]|min\(|max\(|clamp\()*")
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Measures:
    """What lengths are relative to, in pixels. letters: the font's size; root: that of the page; whole: of 100 %."""

    letters: float
    root: float
    whole: float = 1280.0


@lru_cache(maxsize=4_096)
def pixels(length: str, measures: Measures) -> float | None:
    """Return a length in pixels, a number without a unit as it is; None for what is no length."""
    if match := _SIMPLE.fullmatch(length):
        factor = _factor(match[2], measures)
        return None if factor is None else float(match[1]) * factor
    if not _FUNCTION.match(length) or len(length) > _LONGEST:
        return None
    text = _FUNCTION.sub(lambda found: "(" if found[1] == "calc" else f"{found[1]}(", length)

    def in_pixels(number: re.Match[str]) -> str:
        factor = _factor(number[2], measures)
        return "?" if factor is None else f"({float(number[1]) * factor!r})"

    text = _NUMBER.sub(in_pixels, text)
    if not _SUM.fullmatch(text):
        return None
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None


def _factor(unit: str, measures: Measures) -> float | None:
    if unit == "%":
        return measures.whole / 100
    if unit in ("rem", "rlh"):
        return measures.root
    if unit in _OF_LETTERS:
        return _OF_LETTERS[unit] * measures.letters
    return _UNITS.get(unit)


def _value(node: ast.expr) -> float:
    """Return the value of sums, products, min, max and clamp. Raises ValueError for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        return _value(node.operand) * (-1 if isinstance(node.op, ast.USub) else 1)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return float(_OPERATORS[type(node.op)](_value(node.left), _value(node.right)))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args and not node.keywords:
        numbers = [_value(argument) for argument in node.args]
        if node.func.id == "clamp" and len(numbers) == 3:
            return max(numbers[0], min(numbers[1], numbers[2]))
        if node.func.id in ("min", "max"):
            return min(numbers) if node.func.id == "min" else max(numbers)
    raise ValueError("no length")
