"""Tar archives, plain or packed by gzip, bzip2 or xz: read once from front to back, within limits."""

from __future__ import annotations

import contextlib
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.container.listing import archive_extraction, archive_title
from ingest.extract.container.names import decoded_names
from ingest.extract.container.unpacking import Unpacking, damaged_part
from ingest.extract.protocol import Limits, SourceFile

_CHUNK = 1 << 20
_BROKEN = (tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
_MORE_ENTRIES = 10
"""Folders, links and leftovers that an archive may hold for each file that it may hold."""

_CUT = "The archive is damaged: what comes behind the break was not read. Download or pack it again."


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the listing of a tar, and its files as parts. What was read before a break is kept."""
    unpacking = Unpacking(source, limits)
    notes: tuple[str, ...] = ()
    with contextlib.ExitStack() as stack:
        try:
            archive = stack.enter_context(tarfile.open(source.path, "r:*"))
        except _BROKEN as error:
            raise Damaged("Damaged: the archive cannot be opened. Download or pack it again.") from error
        try:
            _read(archive, unpacking, limits, progress)
        except _BrokenOff:
            notes = (_CUT,)
    if not unpacking.parts:
        raise (
            Damaged()
            if notes
            else EmptyFile("The archive holds no files. Check that the right one was added.")
        )
    return archive_extraction(unpacking, title=archive_title(source.name), notes=notes)


class _BrokenOff(Exception):
    """The archive ends in the middle."""


def _read(archive: tarfile.TarFile, unpacking: Unpacking, limits: Limits, progress: ProgressSink) -> None:
    seen = passed = 0
    members = iter(archive)
    while (member := _next(members)) is not None:
        seen += 1
        passed += member.size
        unpacking.expect(max(len(unpacking.parts), seen // _MORE_ENTRIES), passed)
        _take(archive, member, unpacking)
        progress(Progress(len(unpacking.parts), 0, "file"))


def _next(members: Iterator[tarfile.TarInfo]) -> tarfile.TarInfo | None:
    try:
        return next(members, None)
    except _BROKEN as error:
        raise _BrokenOff from error


def _take(archive: tarfile.TarFile, member: tarfile.TarInfo, unpacking: Unpacking) -> None:
    if member.isdir():
        return
    if not member.isreg():
        unpacking.links += 1
        return
    name = _name(member)
    if unpacking.wants(name):
        unpacking.take(name, _reader(archive, member), size=member.size, modified=_moment(member))


def _name(member: tarfile.TarInfo) -> str:
    """Return the name, whose bytes may be in an encoding that nothing states."""
    try:
        member.name.encode("utf-8")
    except UnicodeEncodeError:
        return decoded_names([member.name.encode("utf-8", "surrogateescape")])[0]
    return member.name


def _reader(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Callable[[], Iterator[bytes]]:
    def chunks() -> Iterator[bytes]:
        try:
            file = archive.extractfile(member)
            while file and (chunk := file.read(_CHUNK)):
                yield chunk
        except _BROKEN as error:
            raise damaged_part() from error

    return chunks


def _moment(member: tarfile.TarInfo) -> str | None:
    try:
        return datetime.fromtimestamp(member.mtime, UTC).isoformat() if member.mtime > 0 else None
    except (OverflowError, OSError, ValueError):
        return None
