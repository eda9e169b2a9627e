"""Uploads that go on after a lost connection: parts on the disk, whose length is the offset.

Layout of a folder: `<id>` holds the bytes so far, `<id>.json` what was said at the start and, once finished,
which document it became. Ids are random; an upload exists only for the user who began it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from webapp.library.errors import NotFound
from webapp.library.file_store import IncomingFile

KEPT_SECONDS = 7 * 24 * 3600
"""How long an upload that does not go on is kept."""

_ID = re.compile(r"[0-9a-f]{32}")
_BLOCK = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload as it was begun. document_id and outcome are set when it has become a document."""

    id: str
    user_id: int
    length: int
    name: str
    collection: str = ""
    source: str = ""
    modified: str = ""
    metadata: str = ""
    document_id: int | None = None
    outcome: str = ""

    @property
    def finished(self) -> bool:
        """Whether it has become a document."""
        return self.document_id is not None


class Busy(Exception):
    """Another request works on the same upload."""


class Uploads:
    """The uploads in one folder. Methods block; a claim keeps two requests off the same upload."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, upload: Upload) -> Upload:
        """Start an upload and return it with its new id. Stale ones are removed on the way."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.remove_stale()
        begun = replace(upload, id=secrets.token_hex(16))
        self._part(begun.id).touch()
        self._write(begun)
        return begun

    def get(self, upload_id: str, *, user_id: int) -> Upload:
        """Return an upload. Raises NotFound for an unknown id and for another user's, too."""
        try:
            if not _ID.fullmatch(upload_id):
                raise ValueError(upload_id)
            kept = Upload(**json.loads(self._facts(upload_id).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            raise _unknown() from None
        if kept.user_id != user_id:
            raise _unknown()
        return kept

    def offset(self, upload: Upload) -> int:
        """Return how many bytes are kept."""
        if upload.finished:
            return upload.length
        try:
            return self._part(upload.id).stat().st_size
        except FileNotFoundError:
            raise _unknown() from None

    def expires_at(self, upload: Upload) -> float:
        """Return when the upload goes away if nothing more comes, in seconds since 1970."""
        path = self._facts(upload.id) if upload.finished else self._part(upload.id)
        try:
            return path.stat().st_mtime + KEPT_SECONDS
        except FileNotFoundError:
            raise _unknown() from None

    @contextmanager
    def claim(self, upload: Upload) -> Iterator[None]:
        """Keep others off an upload. Raises Busy when another request works on it, at whichever process."""
        try:
            file = self._facts(upload.id).open("rb")
        except FileNotFoundError:
            raise _unknown() from None
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Busy from None
            yield

    def append(self, upload: Upload, data: bytes) -> None:
        """Add bytes at the end, durably."""
        with self._part(upload.id).open("ab", buffering=0) as file:
            rest = memoryview(data)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())

    def whole(self, upload: Upload) -> IncomingFile:
        """Return the finished bytes as a file for the store, with their hash."""
        path, digest = self._part(upload.id), hashlib.sha256()
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
        return IncomingFile(path, digest.hexdigest(), upload.length)

    def finish(self, upload: Upload, *, document_id: int, outcome: str) -> Upload:
        """Note which document it became, so that a client whose answer was lost can ask again."""
        done = replace(upload, document_id=document_id, outcome=outcome)
        self._write(done)
        self._part(upload.id).unlink(missing_ok=True)
        return done

    def remove(self, upload: Upload) -> None:
        """Forget an upload and its bytes."""
        self._part(upload.id).unlink(missing_ok=True)
        self._facts(upload.id).unlink(missing_ok=True)

    def remove_stale(self, *, older_than: float = KEPT_SECONDS) -> int:
        """Remove uploads that nobody has gone on with. Returns how many files went."""
        limit, gone = time.time() - older_than, 0
        for facts in self.folder.glob("*.json"):
            part = facts.with_suffix("")
            try:
                newest = max(path.stat().st_mtime for path in (facts, part) if path.exists())
            except (ValueError, FileNotFoundError):
                continue
            if newest < limit:
                part.unlink(missing_ok=True)
                facts.unlink(missing_ok=True)
                gone += 1
        return gone

    def _part(self, upload_id: str) -> Path:
        return self.folder / upload_id

    def _facts(self, upload_id: str) -> Path:
        return self.folder / f"{upload_id}.json"

    def _write(self, upload: Upload) -> None:
        fresh = self.folder / f"{upload.id}.{secrets.token_hex(4)}.new"
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(asdict(upload), file, ensure_ascii=True)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._facts(upload.id))


def _unknown() -> NotFound:
    return NotFound("There is no such upload: it is unknown, was ended or has expired. Start a new one.")
