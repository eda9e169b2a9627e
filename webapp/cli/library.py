"""What commands ask of the library, whether it is in this process or behind a running server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Told:
    """What a verb answered: the exact text, the facts, and whether anything was found."""

    text: str
    facts: Mapping[str, Any]
    found: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an added document stands. reason: why it failed, or empty."""

    document_id: int
    state: str
    reason: str
    done: bool


class Library(Protocol):
    """What commands need, either way."""

    def search(self, query: str, arguments: Mapping[str, Any]) -> Told:
        """Run the verb."""
        ...

    def outline(self, document_ids: Sequence[int], arguments: Mapping[str, Any]) -> Told:
        """Run the verb."""
        ...

    def read(self, document_id: int, arguments: Mapping[str, Any]) -> Told:
        """Run the verb."""
        ...

    def grep(self, pattern: str, arguments: Mapping[str, Any]) -> Told:
        """Run the verb."""
        ...

    def browse(self, arguments: Mapping[str, Any]) -> Told:
        """Run the verb."""
        ...

    def add(self, path: Path, *, collection: str | None) -> tuple[int, str]:
        """Hand in a file; return its document id and `added`, `revised` or `skipped`."""
        ...

    def standing(self, document_ids: Sequence[int]) -> list[Standing]:
        """Return where documents stand."""
        ...
