"""The style sheets in the container of an e-book."""

from __future__ import annotations

from ingest.domain.errors import Damaged
from ingest.extract.encoding import decode
from ingest.extract.opc import Package


class SheetFiles:
    """Reads each style sheet of a book once."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._texts: dict[str, str | None] = {}

    def text_of(self, path: str) -> str | None:
        """Return the text of a style sheet; None where it is not in the book or is damaged."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def _read(self, path: str) -> str | None:
        if not self._package.has(path):
            return None
        try:
            return decode(self._package.data(path)).text
        except Damaged:
            return None
