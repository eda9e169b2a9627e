"""How the lines of a plain text stand on the page: indents, blank lines around them, underlines, capitals."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

MAX_TITLE = 100
"""Display columns of a line that may still be a heading."""

_UNDERLINE = re.compile(r"^\s*([=\-~^*.+#\"'`:_])\1{2,}\s*$")
_GAPS = re.compile(r"\S(?:\s{3,}|\t)\S")
_LEADER = re.compile(r"(?:\.\s?){4,}\s*[0-9ivxlc]*\s*$|[…‥・]{3,}\s*\d*\s*$|\s{3,}\d{1,4}$")
_RULE_SIGNS = re.compile(r"^[\W_]+$")


class PlainLines:
    """The lines of a text with what is asked about them again and again. Numbers are 1-based."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.indents = [len(text.expandtabs(8)) - len(text.expandtabs(8).lstrip()) for text in texts]
        filled = [indent for text, indent in zip(texts, self.indents, strict=True) if text.strip()]
        self.is_hanging = bool(filled) and sum(indent >= 3 for indent in filled) >= len(filled) * 0.6
        """Whether the body is indented, so that headings stand out at the left."""
        weights: Counter[int] = Counter()
        for text, indent in zip(texts, self.indents, strict=True):
            weights[indent] += len(text.strip())
        self.body_indent = weights.most_common(1)[0][0] if filled else 0

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, number: int) -> str:
        """Return a line without the blanks around it; empty outside the text."""
        return self.texts[number - 1].strip() if 1 <= number <= len(self.texts) else ""

    def title(self, number: int) -> str:
        """Return a line, with the lines that carry it on where the body below them is indented further."""
        first = self.text(number)
        parts = [first]
        while len(parts) < 4 and self.text(number + len(parts)):
            parts.append(self.text(number + len(parts)))
            if self.indent(number + len(parts) - 1) != self.indent(number):
                return first
        last = number + len(parts) - 1
        ends = not self.text(last + 1) and self.stands_out(last)
        return " ".join(parts) if len(parts) > 1 and ends and columns(first) >= 50 else first

    def indent(self, number: int) -> int:
        """Return the columns before a line."""
        return self.indents[number - 1]

    def is_inside_body(self, number: int) -> bool:
        """Return whether a line is indented as far as the body of a text whose headings are not."""
        return self.is_hanging and self.indent(number) >= self.body_indent

    def is_alone(self, number: int) -> bool:
        """Return whether blank lines stand around a line."""
        return not self.text(number - 1) and not self.text(number + 1)

    def starts_block(self, number: int) -> bool:
        """Return whether nothing, a rule or a paragraph mark stands before a line."""
        before = self.text(number - 1)
        return not before or bool(_RULE_SIGNS.match(before))

    def next_filled(self, number: int) -> int:
        """Return the number of the next line with text, 0 at the end."""
        for following in range(number + 1, min(number + 60, len(self.texts)) + 1):
            if self.text(following):
                return following
        return 0

    def stands_out(self, number: int) -> bool:
        """Return whether the text that follows is indented more than a line."""
        following = self.next_filled(number)
        return bool(following) and self.indent(following) >= self.indent(number) + 2

    def underline(self, number: int) -> str:
        """Return the sign that underlines a line, empty where none does."""
        match = _UNDERLINE.match(self.texts[number]) if number < len(self.texts) else None
        title = self.text(number)
        if not match or not title or not self.starts_block(number) or _RULE_SIGNS.match(title):
            return ""
        length = len(self.text(number + 1))
        if (
            _GAPS.search(title)
            or columns(title) > MAX_TITLE
            or length < len(title) * 0.6
            or length > columns(title) + 8
        ):
            return ""
        return match[1]

    def overlined(self, number: int) -> bool:
        """Return whether a rule like the underline stands above a line."""
        return number > 1 and self.text(number - 1)[:3] == self.text(number + 1)[:3]


def columns(text: str) -> int:
    """Return the display width of a text: ideographs take two columns."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def is_rule(text: str) -> bool:
    """Return whether a line holds signs only."""
    return bool(_RULE_SIGNS.match(text))


def is_title_like(text: str, *, most: int = MAX_TITLE) -> bool:
    """Return whether a text could be a title: short, worded, no table row, no line of a contents list.

    most: display columns that a title may have.
    """
    if not text or columns(text) > most or _GAPS.search(text) or _LEADER.search(text):
        return False
    if text[-1] in ",;:、。；：，" or not any(character.isalpha() for character in text):
        return False
    return "://" not in text and not text.startswith(("-", "*", "•", "・", "·", "|", ">", "#", "$", "+"))


def is_capitals(text: str) -> bool:
    """Return whether a text is written in capitals: at least four letters or two words, no code."""
    letters = [character for character in text if character.isalpha()]
    if len(letters) < 4 or not all(character.isupper() for character in letters):
        return False
    return is_title_like(text) and not re.search(r"[_=<>{}\[\]|\\/$%]|\(\d\)", text) and text[-1] not in ".!"
