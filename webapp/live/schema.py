"""The JSON Schema of the live messages, from their dataclasses. The browser's types are generated from it.

`docs/reference/live.schema.json` is the committed copy; a test compares.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from webapp.jobs.messages import LiveEvent, LiveSnapshot

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


def _of(kind: Any) -> dict[str, Any]:
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_dataclass(kind):
        return {"$ref": f"#/$defs/{kind.__name__}"}  # type: ignore[union-attr]
    if get_origin(kind) is Literal:
        return {"const": get_args(kind)[0]}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _of(get_args(kind)[0])}
    raise TypeError(f"{kind} has no JSON Schema here; add it to webapp.live.schema.")


def _object(kind: type, definitions: dict[str, Any]) -> None:
    hints = get_type_hints(kind)
    definitions[kind.__name__] = {
        "type": "object",
        "description": (kind.__doc__ or "").splitlines()[0],
        "properties": {field.name: _of(hints[field.name]) for field in fields(kind)},
        "required": [field.name for field in fields(kind)],
        "additionalProperties": False,
    }
    for hint in hints.values():
        for part in (hint, *get_args(hint)):
            if is_dataclass(part) and isinstance(part, type) and part.__name__ not in definitions:
                _object(part, definitions)


def live_schema() -> dict[str, Any]:
    """Return the schema of a message that the server sends."""
    definitions: dict[str, Any] = {}
    for kind in (LiveSnapshot, LiveEvent):
        _object(kind, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "LiveMessage",
        "oneOf": [{"$ref": "#/$defs/LiveSnapshot"}, {"$ref": "#/$defs/LiveEvent"}],
        "$defs": definitions,
    }
