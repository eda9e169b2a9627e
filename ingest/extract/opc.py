"""Open Packaging: the zip of parts and relationships that Office files are made of, read without trust.

Sizes are checked before anything is unpacked and again while it is; nothing outside the file is ever fetched;
document type declarations, which Office never writes, are refused.
"""

from __future__ import annotations

import importlib
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from lxml import etree

from ingest.domain.errors import Damaged, EmptyFile, PasswordNeeded, TooLarge, Unsupported
from ingest.extract.office_xml import Element, full_names, short

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ENCRYPTED_PART = "Encrypted with a password. Save a copy without the password in its program."
_DECRYPTION = "ingest.extract.office_encryption"
"""Imported only for an encrypted file: its library is large."""

_MAX_MEMBERS = 50_000
_CHUNK = 256 * 1024

_BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
"""What zipfile raises on broken, encrypted or strangely packed members."""


@dataclass(frozen=True, slots=True)
class Relationship:
    """A link of a part. kind: the last word of its type (`styles`). target: a part, None if outside."""

    kind: str
    target: str | None


class Package:
    """An open Office file. Use as a context manager.

    password: opens a file that is encrypted with it. Raises EmptyFile, PasswordNeeded, Unsupported (the old
    binary formats) or Damaged at opening.
    """

    def __init__(self, path: Path, *, unpacked_bytes: int, password: str | None = None) -> None:
        self._limit = unpacked_bytes
        self._unpacked = 0
        self._source = _opened(path, password)
        try:
            self._zip = zipfile.ZipFile(self._source)
            members = self._zip.infolist()
        except _BROKEN_ZIP as error:
            self._close_source()
            raise Damaged from error
        if len(members) > _MAX_MEMBERS:
            self.close()
            raise TooLarge(f"The file unpacks to {len(members):,} parts. Save it again in its program.")
        self._members = {member.filename.replace("\\", "/").lstrip("/"): member for member in members}
        self._folded = {name.casefold(): name for name in self._members}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()
        self._close_source()

    def _close_source(self) -> None:
        if not isinstance(self._source, Path):
            self._source.close()

    @property
    def unpacked(self) -> int:
        """Bytes unpacked so far, over all parts."""
        return self._unpacked

    def has(self, part: str) -> bool:
        """Whether the package holds a part, whatever the case of its name."""
        return part.casefold() in self._folded

    def size(self, part: str) -> int:
        """Return the unpacked size that the package claims for a part."""
        return self._members[self._folded[part.casefold()]].file_size

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts, in the order of the container."""
        return tuple(self._members)

    def data(self, part: str) -> bytes:
        """Return the bytes of a part. Raises Damaged when it is missing or cannot be unpacked."""
        pieces: list[bytes] = []
        with self._open(part) as source:
            try:
                while chunk := source.read(_CHUNK):
                    self._count(len(chunk))
                    pieces.append(chunk)
            except _BROKEN_ZIP as error:
                raise Damaged from error
        return b"".join(pieces)

    def relationships(self, part: str = "") -> dict[str, Relationship]:
        """Return the relationships of a part (of the package itself by default) by id."""
        folder, name = posixpath.split(part)
        source = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.has(source):
            return {}
        found: dict[str, Relationship] = {}
        for link in self.read(source):
            if short(link) != "rel:Relationship":
                continue
            kind = (link.get("Type") or "").rsplit("/", 1)[-1]
            target = link.get("Target") or ""
            outside = link.get("TargetMode") == "External" or not target
            found[link.get("Id") or ""] = Relationship(kind, None if outside else _resolve(folder, target))
        return found

    def related(self, part: str, kind: str) -> str | None:
        """Return the first part of a kind that another part links to and that exists."""
        return next(
            (
                link.target
                for link in self.relationships(part).values()
                if link.kind == kind and link.target and self.has(link.target)
            ),
            None,
        )

    def content_type(self, part: str) -> str:
        """Return the declared content type of a part, empty when it has none."""
        if not self.has("[Content_Types].xml"):
            return ""
        ending = posixpath.splitext(part)[1].lstrip(".").casefold()
        default = ""
        for entry in self.read("[Content_Types].xml"):
            if (entry.get("PartName") or "").lstrip("/").casefold() == part.casefold():
                return entry.get("ContentType") or ""
            if (entry.get("Extension") or "").casefold() == ending:
                default = entry.get("ContentType") or ""
        return default

    def read(self, part: str) -> Element:
        """Return the root of a small part. Raises Damaged when it is missing or not well-formed."""
        root: Element | None = None
        for element in self.stream(part):
            root = element
        if root is None:
            raise Damaged
        return root

    def stream(self, part: str, *, names: tuple[str, ...] = ()) -> Iterator[Element]:
        """Yield the elements of a part as each ends: a large part need not fit in memory.

        names: prefixed names of the elements to hear of; all by default.
        """
        tags = [full for name in names for full in full_names(name)]
        with self._open(part) as source:
            parser = etree.XMLPullParser(
                events=("end",),
                tag=tags or None,
                resolve_entities=False,
                no_network=True,
                load_dtd=False,
                huge_tree=True,
            )
            checked = False
            try:
                while chunk := source.read(_CHUNK):
                    self._count(len(chunk))
                    parser.feed(chunk)
                    for _, element in parser.read_events():
                        if isinstance(element, Element):
                            checked = checked or _refuse_doctype(element)
                            yield element
                parser.close()
            except etree.XMLSyntaxError as error:
                raise Damaged from error
            except _BROKEN_ZIP as error:
                raise Damaged from error

    def _open(self, part: str) -> IO[bytes]:
        if not self.has(part):
            raise Damaged
        member = self._members[self._folded[part.casefold()]]
        if member.flag_bits & 0x1:
            raise PasswordNeeded(_ENCRYPTED_PART)
        if member.file_size + self._unpacked > self._limit:
            raise TooLarge(_too_large(self._limit))
        try:
            return self._zip.open(member)
        except _BROKEN_ZIP as error:
            raise Damaged from error

    def _count(self, unpacked: int) -> None:
        self._unpacked += unpacked
        if self._unpacked > self._limit:
            raise TooLarge(_too_large(self._limit))


def _too_large(limit: int) -> str:
    return (
        f"The file unpacks to more than {limit // 1_000_000:,} MB, the most that is read of one. "
        "Split it, or remove what fills it."
    )


def _resolve(folder: str, target: str) -> str:
    path = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(path.replace("\\", "/").split("#", 1)[0])


def _refuse_doctype(element: Element) -> bool:
    if element.getroottree().docinfo.internalDTD is not None:
        raise Damaged("The file declares a document type, which Office never writes. Save it again in Word.")
    return True


def _opened(path: Path, password: str | None) -> Path | IO[bytes]:
    """Return what to unpack: the file, or what an encrypted one holds. Tells empty and old files from damaged ones."""
    with path.open("rb") as source:
        start = source.read(len(_OLE))
        if not start:
            raise EmptyFile
        if start != _OLE:
            return path
        previous = b""
        while chunk := source.read(_CHUNK):
            if _ENCRYPTED in previous + chunk:
                plain: IO[bytes] = importlib.import_module(_DECRYPTION).decrypted(path, password)
                return plain
            previous = chunk[-len(_ENCRYPTED) :]
    raise Unsupported("An old binary Office file. Save it as .docx, .pptx or .xlsx in its program.")
