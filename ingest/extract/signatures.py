"""Signs of containers that do not stand in the first bytes: archives inside zips and gzips, mails inside OLE."""

from __future__ import annotations

import bz2
import lzma
import struct
import zlib
from collections.abc import Iterable
from typing import BinaryIO

from ingest.domain.errors import TooLarge

_ARCHIVE_ENDINGS = frozenset({"zip", "zipx", ""})
_PACKAGE_SIGNS = frozenset({"[content_types].xml", "mimetype", "meta-inf/container.xml"})
"""Files that say that a zip is a document, not somebody's folder."""

_TAR_MAGIC = b"ustar"
_TAR_AT = 257
_OUTLOOK = "__properties_version1.0".encode("utf-16-le")
_MAIL_ENDINGS = frozenset({"msg", "oft", ""})
_WORKBOOKS = tuple(f"{name}\0".encode("utf-16-le").ljust(64, b"\0") for name in ("Workbook", "Book"))
"""Names of directory entries, as they stand in 64 bytes."""

_CHUNK = 1 << 20
_EOCD = b"PK\x05\x06"
_EOCD_TAIL = 65_557
_DIRECTORY_BYTES = 16_000_000
"""Size of a zip's list of contents up to which it is read into memory: some 100,000 files."""


def is_archive(names: Iterable[str], ending: str) -> bool:
    """Return whether a zip with these members is an archive, not a document that is kept as a zip."""
    return ending in _ARCHIVE_ENDINGS and not any(name.lower() in _PACKAGE_SIGNS for name in names)


def check_directory(file: BinaryIO) -> None:
    """Raise TooLarge for a zip whose list of contents would fill the memory before anything can be measured."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _EOCD_TAIL))
    tail = file.read()
    at = tail.rfind(_EOCD)
    if at >= 0 and len(tail) >= at + 16 and struct.unpack_from("<I", tail, at + 12)[0] > _DIRECTORY_BYTES:
        raise TooLarge("Holds too many files to be opened. Split it, or unpack it and add the files.")
    file.seek(0)


def is_tar(head: bytes) -> bool:
    """Return whether the first bytes of a file, packed or not, begin a tar archive."""
    return _unpacked_head(head)[_TAR_AT : _TAR_AT + len(_TAR_MAGIC)] == _TAR_MAGIC


def _unpacked_head(head: bytes) -> bytes:
    try:
        if head.startswith(b"\x1f\x8b"):
            return zlib.decompressobj(wbits=31).decompress(head, 512)
        if head.startswith(b"BZh"):
            return bz2.BZ2Decompressor().decompress(head, 512)
        if head.startswith(b"\xfd7zXZ\x00"):
            return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=100_000_000).decompress(head, 512)
    except (zlib.error, OSError, EOFError, lzma.LZMAError):
        return b""
    return head


def is_outlook_mail(file: BinaryIO, ending: str) -> bool:
    """Return whether an OLE file holds a mail of Outlook. Its list of contents may lie anywhere in the file."""
    if ending not in _MAIL_ENDINGS:
        return False
    file.seek(0)
    before = b""
    while chunk := file.read(_CHUNK):
        if _OUTLOOK in before + chunk:
            return True
        before = chunk[-len(_OUTLOOK) :]
    return False


def is_old_workbook(file: BinaryIO) -> bool:
    """Return whether an OLE file holds a workbook of Excel 5 or later: a stream of that name at its top."""
    file.seek(0)
    before = b""
    while chunk := file.read(_CHUNK):
        if any(name in before + chunk for name in _WORKBOOKS):
            return True
        before = chunk[-64:]
    return False
