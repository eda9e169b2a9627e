"""The one place that knows tree-sitter: source to a tree, whose nodes the rest sees by a small protocol."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator, Sequence
from typing import Protocol

import tree_sitter

from ingest.extract.code.languages import Language

PARSE_SECONDS = 10.0
"""Processor seconds after which a source counts as one that cannot be parsed."""

_PIECE = 65_536
_MAX_NODES = 200_000
_COMMENTS = (
    "comment",
    "line_comment",
    "block_comment",
    "multiline_comment",
    "html_comment",
)
_grammars: dict[str, tree_sitter.Language] = {}


class Node(Protocol):
    """A node of a tree. Points are (0-based row, column in bytes)."""

    @property
    def type(self) -> str:
        """What the grammar calls it."""
        ...

    @property
    def text(self) -> bytes | None:
        """Its source."""
        ...

    @property
    def start_point(self) -> tuple[int, int]:
        """Where it begins."""
        ...

    @property
    def end_point(self) -> tuple[int, int]:
        """Where it ends."""
        ...

    @property
    def children(self) -> Sequence[Node]:
        """Its children in order."""
        ...

    @property
    def named_children(self) -> Sequence[Node]:
        """Its children without punctuation."""
        ...

    @property
    def has_error(self) -> bool:
        """Whether something inside could not be parsed."""
        ...

    @property
    def parent(self) -> Node | None:
        """The node around it."""
        ...

    @property
    def prev_sibling(self) -> Node | None:
        """The node before it."""
        ...

    def child_by_field_name(self, name: str, /) -> Node | None:
        """Return the child in a named role."""
        ...


def parse(source: bytes, language: Language, *, seconds: float = PARSE_SECONDS) -> Node | None:
    """Return the root of a source's tree; broken code gives a tree with holes. None where it takes too long."""
    parser = tree_sitter.Parser(_grammar(language))
    deadline = time.process_time() + seconds

    def piece(offset: int, _: object) -> bytes:
        return source[offset : offset + _PIECE]

    def is_late(_offset: int, _has_error: bool) -> bool:
        return time.process_time() > deadline

    try:
        return parser.parse(piece, progress_callback=is_late).root_node
    except ValueError:
        return None


def broken_rows(root: Node) -> Iterator[range]:
    """Yield the rows that could not be parsed, from the outermost errors of a tree."""
    stack = [root]
    seen = 0
    while stack and seen < _MAX_NODES:
        node = stack.pop()
        seen += 1
        if node.type == "ERROR":
            yield range(node.start_point[0], node.end_point[0] + 1)
        elif node.has_error:
            stack.extend(node.children)


def comments(root: Node, language: Language) -> Iterator[Node]:
    """Yield the comments of a tree in order."""
    grammar = _grammar(language)
    if not isinstance(root, tree_sitter.Node):
        return
    for kind in _COMMENTS:
        if grammar.id_for_node_kind(kind, True):
            query = tree_sitter.Query(grammar, f"({kind}) @found")
            yield from tree_sitter.QueryCursor(query).captures(root).get("found", ())


def _grammar(language: Language) -> tree_sitter.Language:
    known = _grammars.get(language.grammar)
    if known is None:
        module, _, function = language.grammar.partition(":")
        known = tree_sitter.Language(getattr(importlib.import_module(module), function)())
        _grammars[language.grammar] = known
    return known
