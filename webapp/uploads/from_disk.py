"""Receiving a file that lies on this machine: copied into the store, then registered like any other."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from webapp.accounts.models import User
from webapp.library.access import reader_for
from webapp.library.file_store import store
from webapp.library.services import Registered
from webapp.uploads.bodies import MEGABYTE, Arrival, too_large
from webapp.uploads.receive import Wishes, plan, receive

CHUNK = 4 << 20


def receive_path(user: User, path: Path, *, collection: str = "") -> Registered:
    """Copy a file into the library. Its absolute path is its source: a changed file is a new revision.

    Raises OSError when it cannot be read, TooBig over the limit, NotFound for an unknown collection.
    """
    facts = path.stat()
    limit = settings.MOKUJI["max_upload_mb"] * MEGABYTE
    if facts.st_size > limit:
        raise too_large(limit)
    modified = datetime.fromtimestamp(facts.st_mtime, UTC).isoformat()
    where = plan(
        user, reader_for(user), Wishes(collection=collection, source=source_of(path), modified=modified)
    )
    writer = store().writer()
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                writer.write(chunk)
        arrived = writer.finish()
    except BaseException:
        writer.discard()
        raise
    return receive(where, [Arrival(arrived, encodable(path.name))])[0]


def source_of(path: Path) -> str:
    """Return what identifies a file on this machine over time."""
    return encodable(str(path.resolve()))


def encodable(text: str) -> str:
    """Return text that can be stored as UTF-8: bytes of a file name that are no text become U+FFFD."""
    return text.encode("utf-8", "replace").decode()
