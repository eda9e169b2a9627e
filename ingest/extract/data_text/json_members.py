"""Where the members of a JSON text begin, found without building it: any size, any nesting, also broken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.extract.data_text.naming import LABELS, label_of

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_TOKEN = re.compile(_STRING + r"|[{}\[\],:]|//[^\n]*+|/\*.*?\*/", re.S)
_PIECE = re.compile(_STRING + r"|[{}\[\],:]|//[^\n]*+|/\*.*?\*/|[^\s{}\[\],:\"]++|\"", re.S)
_NESTED_IN_RECORDS = 4


def _container(depth: int) -> str:
    """Return a pattern of a list or an object of up to 100 pieces with so many levels inside. It never backtracks."""
    inner = rf'[^\[\]{{}}"\n]++|{_STRING}' + (f"|{_container(depth - 1)}" if depth else "")
    return rf"\[(?:{inner}){{0,100}}+\]|\{{(?:{inner}){{0,100}}+\}}"


_SMALL = re.compile(_container(0))
_RECORD = re.compile(_container(_NESTED_IN_RECORDS))
_MEMBER = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*:')
_LABELLED = re.compile(r'"(title|name|label|id|key)"\s*:\s*"([^"\\]{1,200})"')
_DEEPEST_INDENT = 40
_LOOKED_INTO = 3
_SHORT = 100
_SHORT_RECORD = 400


@dataclass(slots=True)
class Member:
    """A member of an object or an entry of a list. start: offset of its key or its value. name: its key."""

    start: int
    name: str | None
    end: int = 0
    label: str = ""
    label_rank: int = len(LABELS)
    text: str = ""
    kind: str = ""
    members: list[Member] = field(default_factory=list)


def find_members(text: str) -> tuple[Member, bool]:
    """Return the root with its members down to the second level, and whether comments stand in the text."""
    scanner = _Scanner(text)
    scanner.scan()
    return scanner.root, scanner.has_comments


class _Scanner:
    """Follows brackets; looks at keys only near the top."""

    def __init__(self, text: str) -> None:
        self.root = Member(0, None)
        self.has_comments = False
        self._text = text
        self._path: list[Member] = [self.root]
        """The members that are open, down to the level that is looked into."""
        self._kinds: list[str] = []
        self._key: str | None = None

    def scan(self) -> None:
        before = ""
        for match in _TOKEN.finditer(self._text):
            token = match[0]
            sign = token[0]
            if sign == "/":
                self.has_comments = True
                continue
            if len(self._kinds) <= _LOOKED_INTO:
                self._near(sign, token, match.start(), before)
            elif sign in "{[":
                self._kinds.append(sign)
            elif sign in "}]":
                self._kinds.pop()
            before = sign
        self._close(len(self._text))

    def _near(self, sign: str, token: str, start: int, before: str) -> None:
        if sign in "}]":
            if self._kinds:
                self._end_member(start)
                self._kinds.pop()
            return
        if sign == ",":
            self._end_member(start)
        elif sign != ":":
            self._value(sign, token, start, before)

    def _value(self, sign: str, token: str, start: int, before: str) -> None:
        kind = self._kinds[-1] if self._kinds else ""
        if kind == "{" and sign == '"' and before in "{,":
            self._begin_member(start, _decoded(token))
            return
        if kind == "[":
            self._begin_member(start, None)
        if sign == '"':
            self._said(_decoded(token) if len(token) < 4_000 else "")
            return
        if len(self._path) == len(self._kinds) + 1:
            self._path[-1].kind = sign
        self._kinds.append(sign)

    def _begin_member(self, start: int, name: str | None) -> None:
        if len(self._path) != len(self._kinds):
            return
        member = Member(start, name)
        if len(self._kinds) < _LOOKED_INTO:
            self._path[-1].members.append(member)
        self._path.append(member)

    def _end_member(self, end: int) -> None:
        if len(self._path) == len(self._kinds) + 1:
            self._path.pop().end = end

    def _said(self, value: str) -> None:
        """Take a string as the member's value, and as the label of the entry around it."""
        if len(self._path) != len(self._kinds) + 1:
            return
        member = self._path[-1]
        member.text = value
        name = (member.name or "").lower()
        if len(self._path) > 1 and name in LABELS and value.strip():
            around = self._path[-2]
            rank = LABELS.index(name)
            if rank < around.label_rank:
                around.label, around.label_rank = label_of(value), rank

    def _close(self, end: int) -> None:
        for member in self._path:
            member.end = member.end or end


def _decoded(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token.strip('"')


def indented(text: str, *, coarse: bool = False) -> Iterator[str]:
    """Yield the lines of a JSON text with one member a line; small lists and objects stay on theirs.

    coarse: records of up to 400 characters stay on theirs too, whatever is nested inside.
    """
    depth = 0
    line = ""
    position = 0
    pattern, short = (_RECORD, _SHORT_RECORD) if coarse else (_SMALL, _SHORT)
    while match := _PIECE.search(text, position):
        position = match.end()
        token = match[0]
        if token in "{[":
            small = pattern.match(text, match.start())
            if small and small.end() - small.start() <= short:
                line, position = line + small[0], small.end()
                continue
            yield _indent(depth) + line + token
            depth, line = depth + 1, ""
        elif token in "}]":
            if line:
                yield _indent(depth) + line
            depth, line = max(depth - 1, 0), token
        elif token == ",":
            yield _indent(depth) + line + ","
            line = ""
        else:
            line += ": " if token == ":" else token
    if line:
        yield _indent(depth) + line


def entries_by_indent(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield index and name of each line that begins a member of the root, by its indent alone; for large texts."""
    indent = next((_blanks(text) for text in lines[1:] if text.strip()), 0)
    for index in range(1, len(lines)):
        text = lines[index]
        if indent and _blanks(text) == indent and text[indent] not in "}],":
            member = _MEMBER.match(text[:2_000])
            labelled = None if member else _LABELLED.search(text[:2_000])
            yield index, label_of(_decoded(member[1]) if member else labelled[2] if labelled else "")


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip(" \t")) if text[:1] in " \t" and text.strip() else 0


def _indent(depth: int) -> str:
    return " " * min(depth, _DEEPEST_INDENT)
