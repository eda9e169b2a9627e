"""Property storages of Outlook (MS-OXMSG) inside OLE files, by olefile: the one module that imports it."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

import olefile

from ingest.domain.errors import Damaged, ExtractionError
from ingest.extract.mail.words import text_of

_UNICODE, _STRING, _BINARY, _TIME, _LONG = 0x001F, 0x001E, 0x0102, 0x0040, 0x0003
_CODE_PAGES = (0x3FFD, 0x3FDE)
_PROPERTIES = "__properties_version1.0"
_HEADER_SIZES = (32, 24, 8)
"""Bytes before the entries: of a mail, of a mail inside another, of a recipient or an attachment."""

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_WINDOWS = {
    65001: "utf-8",
    20127: "ascii",
    50220: "iso-2022-jp",
    50221: "iso-2022-jp",
    51932: "euc-jp",
    54936: "gb18030",
}
_BROKEN = (OSError, ValueError, IndexError, struct.error, RecursionError, TypeError, KeyError)


class MailFile:
    """An open MSG file. Use as a context manager. Raises Damaged when it cannot be opened."""

    def __init__(self, path: Path) -> None:
        try:
            self._ole = olefile.OleFileIO(str(path), raise_defects=olefile.DEFECT_FATAL)
            self._entries = self._ole.listdir(streams=True, storages=True)
        except _BROKEN as error:
            raise _damaged() from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ole.close()

    def root(self) -> Storage:
        """Return the storage of the mail itself."""
        return Storage(self, (), _HEADER_SIZES[0])

    def inside(self, path: tuple[str, ...], prefix: str) -> list[tuple[str, ...]]:
        """Return the storages directly below a path whose names begin so, in order."""
        depth = len(path) + 1
        found = {
            tuple(entry[:depth])
            for entry in self._entries
            if len(entry) >= depth and tuple(entry[: depth - 1]) == path
        }
        return sorted(name for name in found if name[-1].lower().startswith(prefix))

    def read(self, path: tuple[str, ...]) -> bytes | None:
        """Return a stream, None where there is none. Raises Damaged when its chain is broken."""
        try:
            if self._ole.get_type(list(path)) != olefile.STGTY_STREAM:
                return None
            return bytes(self._ole.openstream(list(path)).read())
        except _BROKEN as error:
            raise _damaged() from error

    def size(self, path: tuple[str, ...]) -> int:
        """Return the size of a stream, 0 where there is none."""
        try:
            return int(self._ole.get_size(list(path)))
        except _BROKEN:
            return 0


@dataclass(slots=True)
class Storage:
    """The properties of a mail, a recipient or an attachment."""

    file: MailFile
    path: tuple[str, ...]
    header: int
    charset: str = ""

    def text(self, *tags: int) -> str:
        """Return the first of these properties that holds a text."""
        for tag in tags:
            data = self.file.read((*self.path, _stream(tag, _UNICODE)))
            if data is not None:
                found = data.decode("utf-16-le", "replace")
            else:
                data = self.file.read((*self.path, _stream(tag, _STRING)))
                found = text_of(data, self.charset or None) if data else ""
            if found := found.rstrip("\0"):
                return found
        return ""

    def data(self, tag: int) -> bytes:
        """Return a binary property, empty without one."""
        return self.file.read((*self.path, _stream(tag, _BINARY))) or b""

    def number(self, tag: int) -> int | None:
        """Return a property that is a number."""
        raw = self._fixed(tag, _LONG)
        return int(struct.unpack_from("<i", raw)[0]) if raw else None

    def time(self, tag: int) -> datetime | None:
        """Return a property that is a time."""
        raw = self._fixed(tag, _TIME)
        try:
            ticks = struct.unpack_from("<Q", raw)[0] if raw else 0
            return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
        except OverflowError:
            return None

    def below(self, prefix: str) -> list[Storage]:
        """Return the recipients or attachments of a mail."""
        return [
            Storage(self.file, path, _HEADER_SIZES[2], self.charset)
            for path in self.file.inside(self.path, prefix)
        ]

    def embedded(self, tag: int) -> Storage | None:
        """Return the mail that an attachment is."""
        path = (*self.path, _stream(tag, 0x000D))
        if self.file.read((*path, _PROPERTIES)) is None:
            return None
        return Storage(self.file, path, _HEADER_SIZES[1]).with_charset()

    def with_charset(self) -> Storage:
        """Return this storage, knowing in what encoding its texts of one byte a character are."""
        for tag in _CODE_PAGES:
            page = self.number(tag)
            if page and page > 0:
                self.charset = _WINDOWS.get(page, f"cp{page}")
                break
        return self

    def _fixed(self, tag: int, kind: int) -> bytes | None:
        """Return the eight bytes of a property that has no stream of its own."""
        table = self.file.read((*self.path, _PROPERTIES)) or b""
        wanted = struct.pack("<HH", kind, tag)
        for at in range(self.header, len(table) - 15, 16):
            if table[at : at + 4] == wanted:
                return table[at + 8 : at + 16]
        return None


def _stream(tag: int, kind: int) -> str:
    return f"__substg1.0_{tag:04X}{kind:04X}"


def _damaged() -> ExtractionError:
    return Damaged("Damaged: the mail cannot be opened. Save it again in its mail program.")
