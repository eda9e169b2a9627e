"""The original files in an S3-compatible store.

What arrives, and what is read or sent just now, lies on the disk as in a LocalFileStore, whose folders then are a
cache: a file is fetched whole, checked by its digest, and the ones used longest ago go when room is short.
Addresses are path-style (`https://host/bucket/prefix/ab/cd/<sha256>`), which every such store answers.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from lxml import etree

from webapp.library.errors import Unavailable
from webapp.library.file_store import INCOMING, IncomingFile, LocalFileStore
from webapp.library.s3_client import S3Client, S3Error
from webapp.library.storage_address import StorageAddress

log = logging.getLogger(__name__)

IN_USE_SECONDS = 900.0
"""A file that was asked for so recently is not taken from under its reader."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_NO_BUCKET = "NoSuchBucket"
_REFUSED = (401, 403)


class S3FileStore(LocalFileStore):
    """A FileStore in a bucket. One for each process: use from any thread."""

    def __init__(self, root: Path, address: StorageAddress) -> None:
        super().__init__(root)
        self._address, self._client = address, S3Client(address)
        self._trimming = threading.Lock()
        self._fetched = 0

    def place(self, incoming: IncomingFile) -> Path:
        """Upload a whole file, unless the bucket has it, and keep it here as long as there is room."""
        key = self._key(incoming.sha256)
        with self._explained():
            if self._client.size(key) != incoming.size:
                self._client.put(key, incoming.path, sha256=incoming.sha256)
        path = super().place(incoming)
        self._make_room(incoming.size)
        return path

    def fetch(self, sha256: str) -> Path:
        """Return where a file lies on the disk, after fetching it at need. Raises FileNotFoundError when it is lost."""
        path = self.path_of(sha256)
        with contextlib.suppress(FileNotFoundError):
            os.utime(path)  # used just now
            return path
        fresh = self.root / INCOMING / secrets.token_hex(16)
        fresh.parent.mkdir(parents=True, exist_ok=True)
        try:
            with (
                self._explained(),
                fresh.open("xb") as file,
                self._client.reading(self._key(sha256)) as blocks,
            ):
                file.writelines(blocks)
            size = _check(fresh, sha256)
            super().place(IncomingFile(fresh, sha256, size))
        finally:
            fresh.unlink(missing_ok=True)
        self._make_room(size)
        return path

    def has(self, sha256: str) -> bool:
        """Whether the bucket has a file."""
        with self._explained():
            return self._client.size(self._key(sha256)) is not None

    def remove(self, sha256: str) -> bool:
        """Delete a file from the bucket and from here."""
        key = self._key(sha256)
        with self._explained():
            there = self._client.size(key) is not None
            if there:
                self._client.delete(key)
        return super().remove(sha256) or there

    def digests(self) -> Iterator[str]:
        """Yield the digest of every file in the bucket."""
        with self._explained():
            for key in self._client.keys(self._address.prefix):
                name = key.rpartition("/")[2]
                if _DIGEST.fullmatch(name) and key == self._key(name):
                    yield name

    def modified(self, sha256: str) -> float:
        """Return when a file came, in seconds since 1970. Raises FileNotFoundError."""
        with self._explained():
            return self._client.modified(self._key(sha256))

    def check(self) -> None:
        """Raise Unavailable, with the mend, when the bucket cannot be used."""
        with self._explained():
            self._client.check(self._address.prefix)

    def close(self) -> None:
        """Give connections back."""
        self._client.close()

    def _key(self, sha256: str) -> str:
        return self._address.prefix + self.path_of(sha256).relative_to(self.root).as_posix()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the client raises into FileNotFoundError or a sentence with its mend."""
        place = f"{self._address.endpoint}/{self._address.bucket}"
        try:
            yield
        except S3Error as error:
            if error.code == _NO_BUCKET:
                mend = "has no such bucket. Make it, or check MOKUJI_STORAGE_URL."
            elif error.status == 404:
                raise FileNotFoundError(str(error)) from error
            elif error.status in _REFUSED:
                mend = "refuses the key. Check MOKUJI_STORAGE_KEY and MOKUJI_STORAGE_SECRET, and its rights."
            else:
                mend = f"failed ({error}). See its log."
            raise Unavailable(f"The file store {place} {mend}") from error
        except (httpx.HTTPError, etree.XMLSyntaxError) as error:
            raise Unavailable(
                f"The file store {place} cannot be reached. Start it, or check MOKUJI_STORAGE_URL."
            ) from error

    def _make_room(self, size: int) -> None:
        """Delete what was used longest ago once the cache has grown over its bound; looked at now and then."""
        with self._trimming:
            self._fetched += size
            if self._fetched < self._address.cache_bytes // 16:
                return
            self._fetched = 0
        trim(self.root, most=self._address.cache_bytes)


def trim(root: Path, *, most: int, spared_seconds: float = IN_USE_SECONDS) -> int:
    """Delete cached files, those used longest ago first, down to so many bytes. Returns how many went."""
    held: list[tuple[float, int, Path]] = []
    for path in root.glob("[0-9a-f][0-9a-f]/[0-9a-f][0-9a-f]/*"):
        with contextlib.suppress(FileNotFoundError):
            facts = path.stat()
            held.append((facts.st_mtime, facts.st_size, path))
    total, gone, spared_from = sum(size for _, size, _ in held), 0, time.time() - spared_seconds
    for used, size, path in sorted(held):
        if total <= most or used >= spared_from:
            break
        path.unlink(missing_ok=True)
        total, gone = total - size, gone + 1
    return gone


def _check(path: Path, sha256: str) -> int:
    """Return the size of a fetched file. Raises Unavailable when its bytes are not those that were kept."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
    if digest.hexdigest() != sha256:
        raise Unavailable(f"The file store answered for {sha256} with other bytes. Check its disks.")
    return size
