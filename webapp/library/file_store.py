"""The original files: content-addressed, written atomically, on the local disk or (`s3_store.py`) in a bucket.

Layout under settings.FILE_STORE: `ab/cd/<sha256>` for what is kept, `incoming/<random>` for what arrives,
`unpacked/<revision>/` for the parts of a container while it is being read.
A file is kept as long as a revision names its digest. Names that people give never become paths.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from webapp.library.file_locks import deleting, hold, kept
from webapp.library.models import Revision
from webapp.library.storage_address import StorageAddress

INCOMING = "incoming"
UNPACKED = "unpacked"
"""Folder of the parts of containers on their way to becoming documents, on the same disk as the store."""

STALE_SECONDS = 24 * 3600
"""Age after which a file that arrived half, or that no revision names, is taken for a leftover."""


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """A whole file on the disk of the store that no revision names yet."""

    path: Path
    sha256: str
    size: int


class FileStore(Protocol):
    """Keeps files by their SHA-256."""

    def writer(self) -> IncomingWriter:
        """Return a writer for a new file."""
        ...

    def place(self, incoming: IncomingFile) -> Path:
        """Move a whole file to its place. The same bytes placed twice are one file."""
        ...

    def path_of(self, sha256: str) -> Path:
        """Return where a file lies, or would lie."""
        ...

    def fetch(self, sha256: str) -> Path:
        """Return where a file lies on this machine's disk, to be read now. Raises FileNotFoundError."""
        ...

    def has(self, sha256: str) -> bool:
        """Whether a file is kept."""
        ...

    def modified(self, sha256: str) -> float:
        """Return when a file came, in seconds since 1970. Raises FileNotFoundError."""
        ...

    def remove(self, sha256: str) -> bool:
        """Delete a file; False when there was none."""
        ...

    def digests(self) -> Iterator[str]:
        """Yield the digest of every file that is kept."""
        ...


class IncomingWriter:
    """Takes the bytes of one file as they come, hashing them on the way. Not for several threads at once."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / secrets.token_hex(16)
        self._file = self._path.open("xb", buffering=0)
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        """Append bytes. Raises OSError when the disk is full."""
        rest = memoryview(data)
        self._hash.update(rest)
        self.size += len(rest)
        while rest:
            rest = rest[self._file.write(rest) :]

    def finish(self) -> IncomingFile:
        """Make the file durable and return it."""
        os.fsync(self._file.fileno())
        self._file.close()
        return IncomingFile(self._path, self._hash.hexdigest(), self.size)

    def discard(self) -> None:
        """Forget what came so far. Harmless after finish() and when repeated."""
        self._file.close()
        self._path.unlink(missing_ok=True)


class LocalFileStore:
    """A FileStore in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def writer(self) -> IncomingWriter:
        """Return a writer for a new file, on the same disk as the store so that placing it is a rename."""
        return IncomingWriter(self.root / INCOMING)

    def place(self, incoming: IncomingFile) -> Path:
        """Move a whole file to its place, durably."""
        target = self.path_of(incoming.sha256)
        target.parent.mkdir(parents=True, exist_ok=True)
        incoming.path.replace(target)
        for folder in (target.parent, target.parent.parent, self.root):
            _sync_folder(folder)
        return target

    def path_of(self, sha256: str) -> Path:
        """Return where a file lies. Raises ValueError for what is no SHA-256: no path can be made up."""
        if len(sha256) != 64 or not set(sha256) <= set("0123456789abcdef"):
            raise ValueError(f"{sha256!r} is no SHA-256")
        return self.root / sha256[:2] / sha256[2:4] / sha256

    def fetch(self, sha256: str) -> Path:
        """Return where a file lies. Raises FileNotFoundError when it does not."""
        path = self.path_of(sha256)
        path.stat()
        return path

    def has(self, sha256: str) -> bool:
        """Whether a file is kept."""
        return self.path_of(sha256).exists()

    def modified(self, sha256: str) -> float:
        """Return when a file came, in seconds since 1970. Raises FileNotFoundError."""
        return self.path_of(sha256).stat().st_mtime

    def check(self) -> None:
        """Raise Unavailable, with the mend, when the store cannot be used. The folders are checked elsewhere."""

    def remove(self, sha256: str) -> bool:
        """Delete a file and the folders it leaves empty."""
        path = self.path_of(sha256)
        try:
            path.unlink()
        except FileNotFoundError:
            return False
        with contextlib.suppress(OSError):
            path.parent.rmdir()
            path.parent.parent.rmdir()
        return True

    def digests(self) -> Iterator[str]:
        """Yield the digest of every file that is kept."""
        for path in self.root.glob("[0-9a-f][0-9a-f]/[0-9a-f][0-9a-f]/*"):
            if len(path.name) == 64:
                yield path.name

    def remove_stale_incoming(self, *, older_than: float = STALE_SECONDS) -> int:
        """Delete files that began to arrive long ago and never became whole. Returns how many."""
        limit, gone = time.time() - older_than, 0
        for path in (self.root / INCOMING).glob("*"):
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_mtime < limit:
                    path.unlink()
                    gone += 1
        return gone

    def unpacking_folder(self, name: str) -> Path:
        """Return an empty folder for the parts of one container; what a crash left there is gone."""
        folder = self.root / UNPACKED / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def remove_unpacked(self, *, older_than: float | None = None) -> None:
        """Delete what a former process left unpacked: all of it, while nothing is being read, or what is that old."""
        if older_than is None:
            shutil.rmtree(self.root / UNPACKED, ignore_errors=True)
            return
        limit = time.time() - older_than
        for folder in (self.root / UNPACKED).glob("*"):
            with contextlib.suppress(FileNotFoundError):
                if folder.stat().st_mtime < limit:
                    shutil.rmtree(folder, ignore_errors=True)


def measured(path: Path) -> IncomingFile:
    """Return a file that lies on the disk of the store already, made durable, as one that has arrived.

    Raises OSError for anything but a plain file: nothing is followed.
    """
    digest = hashlib.sha256()
    size = 0
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
            size += len(chunk)
        os.fsync(file.fileno())
    return IncomingFile(path, digest.hexdigest(), size)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def store() -> LocalFileStore:
    """Return the store of this installation: a folder, or a bucket with a folder as its cache."""
    address: StorageAddress | None = settings.STORAGE
    return LocalFileStore(settings.FILE_STORE) if address is None else _bucket(settings.FILE_STORE, address)


@functools.cache
def _bucket(root: Path, address: StorageAddress) -> LocalFileStore:
    opened: LocalFileStore = import_string("webapp.library.s3_store.S3FileStore")(root, address)
    return opened


def path_of(sha256: str) -> Path:
    """Return where the file with this digest lies, or would lie, on this machine's disk."""
    return store().path_of(sha256)


def fetch(sha256: str) -> Path:
    """Return where the file with this digest lies on this machine's disk, to be read now. Raises FileNotFoundError."""
    return store().fetch(sha256)


@contextmanager
def keeping_files() -> Iterator[None]:
    """Have no original deleted by any process, so that all that are named now can be copied.

    What went meanwhile goes in the end, also what came meanwhile. One at a time: raises Conflict while another
    process does so.
    """
    with kept():
        yield
    named = set(Revision.objects.values_list("sha256", flat=True).distinct())
    remove_unreferenced(sha256 for sha256 in store().digests() if sha256 not in named)


def remove_unreferenced(digests: Iterable[str]) -> int:
    """Delete those of these files that no revision names. Returns how many.

    The question and the deletion are one transaction that holds the file, as naming and placing it are in
    `services.register_file`, so that a file is never deleted under a new revision.
    """
    gone = 0
    current = store()
    for sha256 in sorted(set(digests)):
        with transaction.atomic(), deleting() as allowed:
            hold(sha256)
            if allowed and not Revision.objects.filter(sha256=sha256).exists():
                gone += current.remove(sha256)
    return gone


def orphans(*, older_than: float = 3600) -> list[str]:
    """Return the digests of kept files that no revision names and that are not just arriving."""
    current = store()
    named = set(Revision.objects.values_list("sha256", flat=True).distinct())
    limit = time.time() - older_than
    found = []
    for sha256 in current.digests():
        if sha256 not in named:
            with contextlib.suppress(FileNotFoundError):
                if current.modified(sha256) < limit:
                    found.append(sha256)
    return sorted(found)


def missing() -> list[str]:
    """Return the digests that revisions name and the store does not hold."""
    current = store()
    named = Revision.objects.values_list("sha256", flat=True).distinct()
    return sorted(sha256 for sha256 in named if not current.has(sha256))
