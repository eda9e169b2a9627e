"""Foot- and endnotes: numbered as they are mentioned, written out after the block that mentions them."""

from __future__ import annotations

from ingest.domain.errors import Damaged
from ingest.extract.office_xml import Element, attribute, short
from ingest.extract.opc import Package


class Notes:
    """The notes of a document and those whose text is still owed to the reader."""

    def __init__(self, package: Package, main: str) -> None:
        self._bodies: dict[tuple[str, str], Element] = {}
        self._labels: dict[tuple[str, str], str] = {}
        self._owed: list[tuple[str, Element]] = []
        self.broken = False
        for kind in ("footnote", "endnote"):
            part = package.related(main, f"{kind}s")
            if part is None:
                continue
            try:
                root = package.read(part)
            except Damaged:
                self.broken = True
                continue
            for element in root:
                if short(element) == f"w:{kind}" and attribute(element, "w:type") in {None, "normal"}:
                    self._bodies[(kind, attribute(element, "w:id") or "")] = element

    def mention(self, kind: str, identifier: str) -> str:
        """Return the mark for a note (`[^3]`), empty when the note does not exist; owe its text once."""
        key = (kind, identifier)
        body = self._bodies.get(key)
        if body is None:
            return ""
        if key not in self._labels:
            self._labels[key] = str(len(self._labels) + 1)
            self._owed.append((self._labels[key], body))
        return f"[^{self._labels[key]}]"

    def take_owed(self) -> list[tuple[str, Element]]:
        """Return label and body of the notes mentioned since the last call."""
        owed, self._owed = self._owed, []
        return owed
