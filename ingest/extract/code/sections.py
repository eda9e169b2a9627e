"""Classes and functions of a tree as headings, at the first line of what is written above them about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.extract.code.languages import Language
from ingest.extract.code.syntax import Node

MAX_SECTIONS = 3_000
MAX_DEPTH = 9
_MAX_NODES = 400_000
_LONGEST_NAME = 120
_NAMES = frozenset(
    {
        "identifier",
        "type_identifier",
        "simple_identifier",
        "field_identifier",
        "constant",
        "name",
        "namespace_identifier",
        "qualified_identifier",
        "property_identifier",
        "destructor_name",
        "operator_name",
        "scope_resolution",
        "word",
    }
)
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function", "generator_function"})
_ABOVE = frozenset({"attribute_item", "attribute_list", "decorator", "attribute"})
_WRAPPERS = frozenset(
    {
        "decorated_definition",
        "export_statement",
        "template_declaration",
        "type_declaration",
        "ambient_declaration",
    }
)
_NO_CALL = frozenset(
    {
        "type_spec",
        "enum_declaration",
        "enum_specifier",
        "enum_item",
        "struct_item",
        "union_item",
        "type_item",
        "type_alias_declaration",
        "rule_set",
        "keyframes_statement",
        "concept_definition",
        "macro_definition",
    }
)
_LOOKS_DEFINED = re.compile(
    r"(\s*)(?:(?:export|default|pub(?:\([\w ]+\))?|public|private|protected|internal|static|async|abstract"
    r"|final|open|override|data|sealed|virtual|partial|unsafe|inline|local)\s+)*(class|def|function|func|fun|fn|interface|struct|enum|trait|module|namespace|impl|sub)"
    r"\s+([A-Za-z_$\u0080-\uffff][\w$.:]{0,100})"
)
_CALLED = frozenset({"def", "function", "func", "fun", "fn", "sub"})
_DECLARES = frozenset({"declaration", "field_declaration"})


@dataclass(frozen=True, slots=True)
class Definition:
    """A class or a function. first_row: 0-based, of the comment or the decorator above; row: of its own first line."""

    first_row: int
    row: int
    level: int
    title: str
    node: Node


def find_definitions(root: Node, language: Language) -> Iterator[Definition]:
    """Yield the classes and functions of a tree in order; what stands inside of functions is left out."""
    stack: list[tuple[Node, int]] = [(root, 1)]
    seen = found = 0
    while stack and seen < _MAX_NODES and found < MAX_SECTIONS:
        node, level = stack.pop()
        seen += 1
        title = _title(node, language)
        if title:
            found += 1
            outer = _outermost(node)
            yield Definition(_first_row(outer), node.start_point[0], level, title, node)
            if node.type not in language.holders or level >= MAX_DEPTH:
                continue
        inner = level + 1 if title else level
        stack.extend((child, inner) for child in reversed(node.named_children))


def guess_definitions(lines: Sequence[str], rows: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    """Yield row, level and title of lines that look like definitions, for code that could not be parsed."""
    for row in rows:
        found = _LOOKS_DEFINED.match(lines[row][:400]) if row < len(lines) else None
        if found:
            title = f"{found[3]}()" if found[2] in _CALLED else found[3]
            yield row, 2 if found[1] else 1, title


def _title(node: Node, language: Language) -> str:
    """Return the title of a node that is a section, empty for all others."""
    kind = node.type
    if kind in language.leaves:
        name = _name(node)
        return name if kind in _NO_CALL or not name else f"{name}()"
    if kind in language.holders:
        has_body = not kind.endswith("_specifier") or node.child_by_field_name("body") is not None
        return _name(node) if has_body else ""
    if kind in (
        "variable_declarator",
        "assignment_expression",
        "pair",
        "public_field_definition",
        "field_definition",
    ):
        return _function_value(node)
    if kind in _DECLARES and "tree_sitter_c" in language.grammar:
        declarator = _function_declarator(node)
        return f"{_name(declarator)}()" if declarator else ""
    return ""


def _function_value(node: Node) -> str:
    """Return the name of a variable or a property that holds a function."""
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    if value is None or value.type not in _FUNCTIONS:
        return ""
    name = next(
        (
            found
            for field in ("name", "left", "key", "property")
            if (found := node.child_by_field_name(field))
        ),
        None,
    )
    return f"{_text(name)}()" if name else ""


def _function_declarator(node: Node) -> Node | None:
    """Return the declarator of a prototype in C and C++."""
    current = node.child_by_field_name("declarator")
    for _ in range(4):
        if current is None or current.type == "function_declarator":
            return current
        current = current.child_by_field_name("declarator")
    return None


def _name(node: Node) -> str:
    kind = node.type
    if kind == "impl_item":
        trait, of = node.child_by_field_name("trait"), node.child_by_field_name("type")
        return f"impl {_text(trait)} for {_text(of)}" if trait else f"impl {_text(of)}"
    if kind in ("rule_set", "media_statement", "supports_statement", "keyframes_statement"):
        return _text(node).partition("{")[0].strip()
    if kind == "method_declaration" and (receiver := node.child_by_field_name("receiver")):
        owner = _text(receiver).strip("()").split()
        return (
            f"{owner[-1].lstrip('*').partition('[')[0]}.{_text(node.child_by_field_name('name'))}"
            if owner
            else ""
        )
    if kind in ("init_declaration", "deinit_declaration"):
        return kind.partition("_")[0]
    if kind == "secondary_constructor":
        return "constructor"
    named = node.child_by_field_name("name")
    if named is None and (declarator := node.child_by_field_name("declarator")):
        return _declared_name(declarator)
    if named is None:
        named = next((child for child in node.named_children if child.type in _NAMES), None)
    if named is None and kind in ("companion_object", "namespace_definition"):
        return "companion object" if kind == "companion_object" else "namespace"
    return _text(named)


def _declared_name(declarator: Node) -> str:
    """Return the name inside a declarator of C: pointers, references and parameters around it are skipped."""
    current: Node | None = declarator
    for _ in range(8):
        if current is None or current.type in _NAMES:
            break
        current = current.child_by_field_name("declarator") or next(
            (
                child
                for child in current.named_children
                if child.type in _NAMES or child.type.endswith("declarator")
            ),
            None,
        )
    return _text(current)


def _text(node: Node | None) -> str:
    source = (node.text or b"")[: _LONGEST_NAME * 4] if node else b""
    text = " ".join(source.decode("utf-8", "replace").split())
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def _outermost(node: Node) -> Node:
    """Return the decorated, exported or otherwise wrapped whole of a definition."""
    while (parent := node.parent) is not None and parent.type in _WRAPPERS:
        node = parent
    return node


def _before(node: Node) -> Node | None:
    """Return the node before one, also where it is the first inside of a body that begins with it."""
    before = node.prev_sibling
    parent = node.parent
    if before is None and parent is not None and parent.start_point == node.start_point:
        return parent.prev_sibling
    return before


def _first_row(node: Node) -> int:
    """Return the row of the first comment or attribute that stands directly above a node."""
    row = node.start_point[0]
    before = _before(node)
    while before is not None and ("comment" in before.type or before.type in _ABOVE):
        end = before.end_point[0] - (before.end_point[1] == 0 and before.end_point[0] > before.start_point[0])
        if end < row - 1 or end >= row or _shares_row(before):
            break
        row = before.start_point[0]
        before = before.prev_sibling
    return row


def _shares_row(comment: Node) -> bool:
    """Return whether a comment stands behind code on its line."""
    before = comment.prev_sibling
    return (
        before is not None and before.end_point[0] == comment.start_point[0] and "comment" not in before.type
    )
