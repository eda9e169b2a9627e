"""Fields: the result is text, the instruction is not. A field may span paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RUBY = re.compile(r"\\s\\?\s*\\?up\s*-?\d+\s*\(([^()]*)\)\s*[,;]\s*([^()]*)\)?", re.IGNORECASE)
_FRACTION = re.compile(r"\\f\s*\(([^(),;]*)[,;]([^(),;]*)\)", re.IGNORECASE)
_SWITCH = re.compile(r"\\\*\s*\S+|\\[a-z]+\s*-?\d*|\"[^\"]*\"", re.IGNORECASE)


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    in_result: bool = False
    has_result: bool = False


class FieldStack:
    """The fields that are open at a place of the document."""

    def __init__(self) -> None:
        self._open: list[_Field] = []

    @property
    def in_instruction(self) -> bool:
        """Whether text here is an instruction."""
        return any(not field.in_result for field in self._open)

    @property
    def in_contents(self) -> bool:
        """Whether text here is part of a generated table of contents or index."""
        return any(
            field.in_result and field.instruction.split()[:1] in (["TOC"], ["INDEX"], ["TOA"])
            for field in self._open
        )

    def instruct(self, text: str) -> None:
        """Take a piece of an instruction."""
        if self._open and not self._open[-1].in_result:
            self._open[-1].instruction += text

    def show(self) -> None:
        """Note that the innermost field has shown some text."""
        if self._open:
            self._open[-1].has_result = True

    def mark(self, kind: str | None) -> str:
        """Take a `w:fldChar` and return the text that a field without a result shows at its end."""
        if kind == "begin":
            if len(self._open) < 200:
                self._open.append(_Field())
        elif kind == "separate" and self._open:
            self._open[-1].in_result = True
        elif kind == "end" and self._open:
            field = self._open.pop()
            if not field.has_result and not self.in_instruction:
                return shown_by_instruction(field.instruction)
        return ""


def shown_by_instruction(instruction: str) -> str:
    """Return what fields show that keep their text in the instruction: EQ (old ruby, fractions), buttons."""
    words = instruction.split(None, 2)
    if not words:
        return ""
    if words[0].upper() == "MACROBUTTON" and len(words) == 3:
        return words[2].strip()
    if words[0].upper() != "EQ":
        return ""
    ruby = _RUBY.search(instruction)
    if ruby:
        return f"{ruby.group(2).strip()}（{ruby.group(1).strip()}）"
    rest = _FRACTION.sub(r"\1/\2", instruction.split(None, 1)[1] if len(words) > 1 else "")
    return " ".join(_SWITCH.sub(" ", rest).replace("(", " ").replace(")", " ").split())
