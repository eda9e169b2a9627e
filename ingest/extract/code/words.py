"""What source code says in a human language: its comments and docstrings, without marks, licences and code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ingest.extract.code.sections import Definition
from ingest.extract.code.syntax import Node

_MARKS = re.compile(r"^\s*(?:/\*+!?|\*+/|\*(?=\s|$)|//+!?|#+!?|--+|;+|<!--|\"\"\"|''')?\s*")
_END_MARKS = ("*/", "-->", '"""', "'''")
_LONGEST = 2_000
_CODE_LINE = re.compile(
    r"[;{}]\s*$|^\s*(?:if|for|while|return|import|from|const|let|var|def|class|public|private)\b.*[(:=]"
    r"|\w\(.*\)\s*$|^\s*@\w|^[-=*#~_+/ ]{3,}$"
)
_XML_TAG = re.compile(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>")
_LICENCE = re.compile(r"copyright|licen[cs]e|all rights reserved|spdx", re.I)
_DIRECTIVE = re.compile(
    r"^(?:!/|eslint|pylint|noqa|type:\s|prettier|@ts-|ts-|global\s|pragma|region|endregion|-\*-|vim:|coding[:=]|go:|\+build|nolint|cspell)",
    re.I,
)
_HEAD_ROWS = 5
_PREFIX = re.compile(r"^[rRbBuUfF]{0,2}(?=[\"'])")


class Words:
    """Collects the words of a source by rows."""

    def __init__(self, rows: int) -> None:
        """rows: number of lines of the source."""
        self.prose = [""] * rows

    def add_comments(self, nodes: Iterable[Node]) -> None:
        """Take the words of comments; a licence at the head of the file is left out."""
        blocks: list[list[Node]] = []
        for node in sorted(nodes, key=lambda node: node.start_point):
            if blocks and node.start_point[0] - blocks[-1][-1].end_point[0] <= 1:
                blocks[-1].append(node)
            else:
                blocks.append([node])
        for block in blocks:
            text = b"\n".join(node.text or b"" for node in block[:200])[:20_000].decode("utf-8", "replace")
            if block[0].start_point[0] < _HEAD_ROWS and _LICENCE.search(text):
                continue
            for node in block:
                self._add(node)

    def add_docstring(self, node: Node) -> None:
        """Take the words of a string that documents what it stands in."""
        self._add(node)

    def _add(self, node: Node) -> None:
        text = (node.text or b"")[:100_000].decode("utf-8", "replace")
        for offset, line in enumerate(text.split("\n")):
            row = node.start_point[0] + offset
            said = spoken_in(line)
            if said and row < len(self.prose):
                self.prose[row] = f"{self.prose[row]} {said}".strip()

    def lead(self, definitions: Sequence[Definition]) -> None:
        """Move what stands above a definition to its own line, where its section begins to be read."""
        for definition in definitions:
            if definition.row <= definition.first_row:
                continue
            above = [self.prose[row] for row in range(definition.first_row, definition.row)]
            for row in range(definition.first_row, definition.row):
                self.prose[row] = ""
            text = " ".join(said for said in [*above, self.prose[definition.row]] if said)
            self.prose[definition.row] = text


def spoken_in(line: str) -> str:
    """Return the words of one line of a comment; empty for code, rules and directives of tools."""
    line = line.strip()[:_LONGEST]
    if line.startswith("#!"):
        return ""
    bare = _MARKS.sub("", _PREFIX.sub("", line))
    for mark in _END_MARKS:
        bare = bare.removesuffix(mark).rstrip("*").rstrip()
    bare = bare.strip("\"'").strip()
    if not any(map(str.isalpha, bare)) or _DIRECTIVE.match(bare) or _CODE_LINE.search(bare[:400]):
        return ""
    return _XML_TAG.sub("", bare).strip()


def docstrings(root: Node, definitions: Iterable[Definition]) -> Iterable[Node]:
    """Yield the docstrings of a Python module, its classes and its functions."""
    bodies = [
        root,
        *(body for definition in definitions if (body := definition.node.child_by_field_name("body"))),
    ]
    for body in bodies:
        first = next((child for child in body.named_children if child.type != "comment"), None)
        if first is not None and first.type == "expression_statement" and first.named_children:
            first = first.named_children[0]
        if first is not None and first.type == "string":
            yield first
