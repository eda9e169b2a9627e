"""Mistakes in a tool's arguments as sentences that a model can act on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pydantic import ValidationError

_SHOWN = 60


def unknown_arguments(tool: str, given: Collection[str], schema: Mapping[str, Any]) -> str | None:
    """Return a sentence about arguments that the tool does not take, or None."""
    known = schema.get("properties", {})
    strange = [name for name in given if name not in known]
    if not strange:
        return None
    return f"{tool} has no argument {strange[0][:_SHOWN]!r}. It takes {', '.join(known)}."


def invalid_arguments(error: ValidationError, schema: Mapping[str, Any]) -> str:
    """Return a sentence for each argument that cannot be used, with what is valid."""
    properties = schema.get("properties", {})
    sentences: dict[str, str] = {}
    for detail in error.errors():
        name = str(detail["loc"][0]) if detail["loc"] else ""
        if name in sentences:
            continue
        description = properties.get(name, {}).get("description", "")
        meaning = f" {name}: {description}" if description else ""
        if detail["type"] == "missing":
            sentences[name] = f"{name} is missing.{meaning}"
        else:
            shown = repr(detail["input"])[:_SHOWN]
            problem = detail["msg"][:1].lower() + detail["msg"][1:]
            sentences[name] = f"{name} cannot be {shown}: {problem}.{meaning}"
    return " ".join(sentences.values())
