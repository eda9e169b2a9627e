"""Taking parts out of a container, within limits: counted, measured and told what they are as they come.

Parts are written to a folder under numbers; whoever gave the folder makes documents of them.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ingest.domain.errors import (
    Damaged,
    EmptyFile,
    ExtractionError,
    NoTextLayer,
    PasswordNeeded,
    TooLarge,
    Unsupported,
)
from ingest.domain.formats import CONTAINERS
from ingest.domain.parts import Part
from ingest.extract import registry
from ingest.extract.container.names import FreePaths, base_name, is_leftover, safe_path
from ingest.extract.protocol import Limits, SourceFile

MAX_NESTING = 3
"""A container in a container in a container is opened; what lies deeper is named only."""

MOST_EXPANSION = 250
"""Times its own size that a container may unpack to before it is taken for a bomb."""

_ALWAYS_ALLOWED = 100_000_000
"""Bytes that any container may unpack to, however small it is."""

_SPARE_DISK = 500_000_000
_FULL = "The disk of the server is full. Free some space, then read this file again."

_RECORDINGS = ("audio/", "video/")
TOO_DEEP = "A container inside containers, too deep to be opened. Unpack it and add its files."
EMPTY = "Empty."


class Unpacking:
    """Takes the parts of one container. Not opened twice; raises TooLarge where the whole passes a limit."""

    def __init__(self, source: SourceFile, limits: Limits) -> None:
        self.leftovers = 0
        self.links = 0
        self.parts: list[Part] = []
        self._folder = source.unpack_to
        self._nesting = source.nesting
        self._limits = limits
        self._packed = source.path.stat().st_size
        self._unpacked = 0
        self._paths = FreePaths()

    @property
    def unpacks(self) -> bool:
        """Whether parts are written at all, not only named."""
        return self._folder is not None

    def expect(self, count: int, size: int) -> None:
        """Check what a container says of itself before anything is unpacked."""
        self._refuse_many(count)
        self._refuse_large(size)
        if self._folder and shutil.disk_usage(self._folder).free < size + _SPARE_DISK:
            raise TooLarge(_FULL)

    def wants(self, name: str) -> bool:
        """Return whether a file belongs to the contents; what systems leave behind is counted and left out."""
        leftover = is_leftover(name.replace("\\", "/"))
        self.leftovers += leftover
        return not leftover

    def take(
        self, name: str, chunks: Callable[[], Iterable[bytes]], *, size: int = 0, modified: str | None = None
    ) -> Part:
        """Unpack a part and return it, also where no document can be made of it.

        chunks: called for the bytes, once. It may raise an ExtractionError, which is told of this part alone.
        """
        path = self._path(name)
        if self._folder is None:
            return self._keep(Part(path, size, modified=modified))
        if size > self._limits.part_bytes:
            return self._keep(_failed(Part(path, size, modified=modified), self._too_large_part()))
        file = self._folder / str(len(self.parts))
        try:
            written = self._write(file, _guarded(chunks))
            found = self._recognised(file, Part(path, written, file=file.name, modified=modified))
        except _PartError as problem:
            found = _failed(Part(path, size, modified=modified), problem.reason)
        if not found.file:
            file.unlink(missing_ok=True)
        return self._keep(found)

    def name_only(self, name: str, reason: ExtractionError, *, size: int = 0) -> Part:
        """Note a part that cannot be unpacked, and why."""
        return self._keep(_failed(Part(self._path(name), size), reason))

    def _path(self, name: str) -> str:
        self._refuse_many(len(self.parts) + 1)
        return self._paths.take(safe_path(name))

    def _keep(self, part: Part) -> Part:
        self.parts.append(part)
        return part

    def _write(self, file: Path, chunks: Iterable[bytes]) -> int:
        written = 0
        try:
            with file.open("xb") as out:
                for chunk in chunks:
                    written += len(chunk)
                    if written > self._limits.part_bytes:
                        raise _PartError(self._too_large_part())
                    self._count(len(chunk))
                    out.write(chunk)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise TooLarge(_FULL) from error
            raise
        return written

    def _recognised(self, file: Path, part: Part) -> Part:
        """Say what a part is. What cannot be read stays a file where a person can mend that."""
        try:
            media_type = registry.detect(file, base_name(part.path))
        except (EmptyFile, Unsupported) as error:
            raise _PartError(error) from error
        except ExtractionError as error:
            return Part(part.path, part.size, 0, part.file, "", part.modified, error.code, str(error))
        if media_type in CONTAINERS and self._nesting >= MAX_NESTING:
            raise _PartError(Unsupported(TOO_DEEP))
        if media_type.startswith(_RECORDINGS):
            self._refuse_silent(SourceFile(file, base_name(part.path), media_type))
        return Part(part.path, part.size, 0, part.file, media_type, part.modified)

    def _refuse_silent(self, recording: SourceFile) -> None:
        """Leave out recordings without a word of text: a film that somebody packed is not a document that failed."""
        try:
            registry.extractor_for(recording.media_type)(recording, limits=self._limits)
        except (NoTextLayer, EmptyFile) as error:
            raise _PartError(error) from error
        except ExtractionError:
            return

    def _count(self, unpacked: int) -> None:
        self._unpacked += unpacked
        self._refuse_large(self._unpacked)

    def _refuse_many(self, count: int) -> None:
        most = self._limits.members
        if count > most:
            raise TooLarge(f"Holds more than {most:,} files. Split it, or unpack it and add the files.")

    def _refuse_large(self, size: int) -> None:
        if size > self._limits.archive_bytes:
            megabytes = self._limits.archive_bytes // 1_000_000
            raise TooLarge(
                f"Unpacks to more than {megabytes:,} MB. Split it, or unpack it and add the files."
            )
        if size > max(_ALWAYS_ALLOWED, self._packed * MOST_EXPANSION):
            raise TooLarge(
                f"Unpacks to more than {MOST_EXPANSION} times its size, as only bombs do. "
                "Unpack it yourself and add the files."
            )

    def _too_large_part(self) -> TooLarge:
        return TooLarge(f"Larger than {self._limits.part_bytes // 1_000_000:,} MB. Split it.")


class _PartError(Exception):
    """What went wrong with one part and harms no other."""

    def __init__(self, reason: ExtractionError) -> None:
        super().__init__(str(reason))
        self.reason = reason


def _guarded(chunks: Callable[[], Iterable[bytes]]) -> Iterator[bytes]:
    """Yield what a part gives; an error of its own stops this part and not the container."""
    try:
        yield from chunks()
    except ExtractionError as error:
        raise _PartError(error) from error


def _failed(part: Part, reason: ExtractionError) -> Part:
    sentence = EMPTY if isinstance(reason, EmptyFile) else str(reason)
    return Part(part.path, part.size, 0, "", "", part.modified, reason.code, sentence)


def damaged_part() -> Damaged:
    """Return the error of a part whose bytes are broken."""
    return Damaged("Damaged inside the container. Pack it again.")


def encrypted_part() -> PasswordNeeded:
    """Return the error of a part that cannot be opened without its password."""
    return PasswordNeeded("Encrypted. Read the container again with its password.")
