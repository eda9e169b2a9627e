"""Judging requests and answers by an OpenAPI description: what it does not name is an error."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jsonschema import Draft202012Validator

FOLDER = Path(__file__).parent / "api"
SCHEMA_LISTS = ("oneOf", "anyOf")


class Api:
    """One description. `violations` gathers what was wrong, for a test to find empty."""

    def __init__(self, name: str) -> None:
        self._description = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        self._strict = _rewritten(self._description["components"], closed=True)
        self._loose = _rewritten(self._description["components"], closed=False)
        self._paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in self._description["paths"]
        ]
        self._validators: dict[str, Draft202012Validator] = {}
        self.violations: list[str] = []
        self.used: set[tuple[str, str]] = set()

    @property
    def operations(self) -> set[tuple[str, str]]:
        """Every operation of the description, as method and path."""
        return {(m.upper(), path) for path, methods in self._description["paths"].items() for m in methods}

    def check_request(self, method: str, path: str, query: str, body: Any) -> None:
        """Note everything about a request that the description does not allow."""
        found = self._operation(method, path)
        if found is None:
            self.violations.append(f"{method} {path} is not described")
            return
        name, operation = found
        self.used.add((method, name))
        known = {each["name"]: each for each in operation["parameters"] if each["in"] == "query"}
        for key, value in parse_qsl(query, keep_blank_values=True):
            if key not in known:
                self.violations.append(f"{method} {name}: no parameter {key}={value}")
        schema = _schema_of(operation.get("requestBody", {}))
        if schema is None:
            if body not in (None, b"", ""):
                self.violations.append(f"{method} {name}: a body where none is described")
        else:
            self._judge(f"{method} {name}", schema, body, closed=True)

    def check_answer(self, method: str, path: str, status: int, body: Any) -> None:
        """Note what a good answer of the stand-in has that the server's would not have, or lacks."""
        found = self._operation(method, path)
        if found is None or status >= 300:
            return
        schema = _schema_of(found[1]["responses"].get(str(status), {}))
        if schema is not None:
            self._judge(f"answer to {method} {found[0]}", schema, body, closed=False)

    def check_part(self, what: str, schema: str, body: Any) -> None:
        """Judge a part of an answer by a schema's name."""
        self._judge(what, {"$ref": f"#/components/schemas/{schema}"}, body, closed=False)

    def _operation(self, method: str, path: str) -> tuple[str, Mapping[str, Any]] | None:
        for pattern, name in self._paths:
            if pattern.fullmatch(path):
                operation = self._description["paths"][name].get(method.lower())
                if operation is not None:
                    return name, operation
        return None

    def _judge(self, what: str, schema: Any, body: Any, *, closed: bool) -> None:
        key = json.dumps([schema, closed])
        if key not in self._validators:
            components = self._strict if closed else self._loose
            whole = {**_rewritten(schema, closed=closed), "components": components}
            self._validators[key] = Draft202012Validator(whole)
        for error in self._validators[key].iter_errors(body):
            self.violations.append(f"{what}: {error.json_path}: {error.message[:300]}")


def _schema_of(part: Mapping[str, Any]) -> Any:
    return part.get("content", {}).get("application/json", {}).get("schema")


def _rewritten(schema: Any, *, closed: bool) -> Any:
    """Return a schema as JSON Schema, `nullable` spelt out, and its objects closed to unknown names.

    Parts of an allOf stay open: each of them sees the names of the others.
    """
    if isinstance(schema, list):
        return [_rewritten(each, closed=closed) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _rewritten(value, closed=closed and key != "allOf") for key, value in schema.items()}
    if closed and isinstance(schema.get("properties"), dict) and schema.get("type", "object") == "object":
        made.setdefault("additionalProperties", False)
    if made.pop("nullable", False) is True:
        made = {"anyOf": [{"type": "null"}, made]} if made else {"type": "null"}
    return made
