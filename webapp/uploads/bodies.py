"""The bytes of a request becoming files on the disk, within the limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from webapp.library.errors import TooBig
from webapp.library.file_store import IncomingFile, IncomingWriter

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Arrival:
    """A whole file that has arrived, with the name its sender gave it, as it was given."""

    file: IncomingFile
    name: str


class Body(Protocol):
    """Takes the body of a request piece by piece. Its methods block: call them in a thread, one at a time."""

    fields: dict[str, str]

    def feed(self, data: bytes) -> None:
        """Take the next bytes. Raises BadRequest or TooBig."""
        ...

    def finish(self) -> list[Arrival]:
        """Return the files, whole and durable. Raises BadRequest when something is missing."""
        ...

    def discard(self) -> None:
        """Forget everything that came. Harmless when repeated."""
        ...


class RawBody:
    """A body that is the bytes of one file."""

    def __init__(self, name: str, writer: Callable[[], IncomingWriter], *, limit: int) -> None:
        """Take the name that the request gave. limit: bytes of the largest file."""
        self.fields: dict[str, str] = {}
        self._name, self._limit = name, limit
        self._writer = writer()
        self._arrival: Arrival | None = None

    def feed(self, data: bytes) -> None:
        """Take the next bytes. Raises TooBig over the limit."""
        if self._writer.size + len(data) > self._limit:
            raise too_large(self._limit)
        self._writer.write(data)

    def finish(self) -> list[Arrival]:
        """Return the one file."""
        self._arrival = Arrival(self._writer.finish(), self._name)
        return [self._arrival]

    def discard(self) -> None:
        """Forget what came."""
        self._writer.discard()


def too_large(limit: int) -> TooBig:
    """Return the error for a file over the limit, which it names."""
    return TooBig(f"Too large (limit {limit // MEGABYTE:,} MB). Split it, or raise MOKUJI_MAX_UPLOAD_MB.")
