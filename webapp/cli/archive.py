"""A whole library in one file: rows of every table as JSON lines, and originals by their digest.

Layout of the TAR: `rows/<app>.<Model>.jsonl.gz`, `files/<sha256>`, and last `manifest.json` with the digest of
every other member. Rows are the same whether they came from SQLite or PostgreSQL, so that a library can change its
database. Left out: sessions, keys, and both indexes, which are made again.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model
from django.utils import timezone

from webapp.jobs.models import IndexingJob
from webapp.library.file_store import keeping_files, store
from webapp.library.models import Revision

FORMAT = 1
MANIFEST = "manifest.json"
APPS = ("accounts", "library", "jobs", "retrieval")
MORE = ("auth.Group",)
BLOCK = 1 << 20

Tell = Callable[[str, int, int], None]


class BadArchive(Exception):
    """It cannot be written or restored; the message says why, and the mend."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What an archive holds."""

    made: str
    rows: int
    files: int
    bytes: int


def tables() -> list[type[Model]]:
    """Return the models whose rows make a library, those between many and many included."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS or model._meta.label in MORE
    ]
    return [model for model in found if "permission" not in {field.name for field in model._meta.fields}]


def write(target: Path, *, tell: Tell) -> Summary:
    """Write a library as it is at this moment, while others go on working with it, and read it back to check.

    Raises BadArchive when an original is missing, OSError when there is no room.
    """
    fresh = target.with_name(f"{target.name}.partial")
    try:
        with keeping_files():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file, tarfile.open(fileobj=file, mode="w") as archive:
                _write_all(archive, tell)
                archive.close()
                file.flush()
                os.fsync(file.fileno())
        summary = verify(fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    return summary


def _write_all(archive: tarfile.TarFile, tell: Tell) -> None:
    digests: dict[str, str] = {}
    rows = 0
    with _one_moment():
        for model in tables():
            with tempfile.TemporaryFile() as file:
                rows += _write_rows(model, file)
                digests[f"rows/{model._meta.label}.jsonl.gz"] = _add(
                    archive, f"rows/{model._meta.label}.jsonl.gz", file
                )
        named = sorted(Revision.objects.values_list("sha256", flat=True).distinct())
        migrations = sorted(map(list, MigrationRecorder(connection).applied_migrations()))
    for done, sha256 in enumerate(named, start=1):
        digests[f"files/{sha256}"] = _add_file(archive, sha256)
        tell("files", done, len(named))
    facts = {
        "format": FORMAT,
        "made": timezone.now().isoformat(timespec="seconds"),
        "rows": rows,
        "migrations": [each for each in migrations if each[0] in APPS],
        "members": digests,
    }
    content = json.dumps(facts, indent=1).encode()
    _add(archive, MANIFEST, io.BytesIO(content))


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it stands now, keeping no writer waiting."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")  # Django's own begin as writers here
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _write_rows(model: type[Model], file: IO[bytes]) -> int:
    fields = model._meta.concrete_fields
    rows = 0
    with gzip.open(file, "wt", encoding="utf-8", compresslevel=3) as lines:
        lines.write(json.dumps([field.attname for field in fields]) + "\n")
        found = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
        for values in found.iterator(chunk_size=200):
            lines.write(row_text(values) + "\n")
            rows += 1
    file.seek(0)
    return rows


def row_text(values: Sequence[Any]) -> str:
    """Return the values of a row as a line of JSON."""
    return json.dumps([_plain(value) for value in values], ensure_ascii=False, cls=DjangoJSONEncoder)


def read_row(fields: Sequence[Field[Any, Any]], text: str) -> list[Any]:
    """Return the values of a row as they were. Raises ValueError for a line that is not whole."""
    return [
        None if value is None else field.to_python(value)
        for field, value in zip(fields, json.loads(text), strict=True)
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode("ascii")
    return value.isoformat() if isinstance(value, datetime) else value


def _add_file(archive: tarfile.TarFile, sha256: str) -> str:
    try:
        path = store().fetch(sha256)
    except FileNotFoundError:
        raise BadArchive(
            f"The original {sha256} is missing from the file store. `mokuji doctor` names its document: upload it "
            "again or delete the document, then try again."
        ) from None
    with path.open("rb") as file:
        digest = _add(archive, f"files/{sha256}", file)
    if digest != sha256:
        raise BadArchive(
            f"The original {path} holds other bytes than it was given. Restore it from a former backup."
        )
    return digest


def _add(archive: tarfile.TarFile, name: str, file: IO[bytes]) -> str:
    """Add a member and return the digest of its bytes."""
    facts = tarfile.TarInfo(name)
    facts.size = file.seek(0, os.SEEK_END)
    facts.mode = 0o600
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    archive.addfile(facts, file)
    return digest


def verify(path: Path) -> Summary:
    """Read an archive through and compare every digest. Raises BadArchive for one that is cut off or was changed."""
    found: dict[str, str] = {}
    manifest: dict[str, Any] = {}
    size = 0
    with _opened(path) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is None:
                raise BadArchive(
                    f"{path} holds {member.name!r}, which is no plain file. It is no backup of Mokuji."
                )
            if member.name == MANIFEST:
                manifest = json.loads(file.read())
            else:
                found[member.name] = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
                size += member.size
    if manifest.get("format") != FORMAT or not isinstance(manifest.get("members"), dict):
        raise BadArchive(
            f"{path} is no whole backup of this version of Mokuji: its list of contents is not there."
        )
    if wrong := [name for name, digest in manifest["members"].items() if found.get(name) != digest]:
        raise BadArchive(
            f"{path} is damaged: {wrong[0]} and {len(wrong) - 1} others are not what was written."
        )
    if set(found) != set(manifest["members"]):
        raise BadArchive(f"{path} holds more than was written into it.")
    files = sum(name.startswith("files/") for name in found)
    return Summary(str(manifest["made"]), int(manifest["rows"]), files, size)


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(path, mode="r:") as archive:
            yield archive
    except (tarfile.TarError, EOFError, ValueError) as error:
        raise BadArchive(f"{path} is no whole backup of Mokuji ({error}).") from error


def restore(path: Path, *, tell: Tell) -> Summary:
    """Fill an empty library from an archive. Raises BadArchive, with nothing written, for one that does not fit."""
    summary = verify(path)
    with _opened(path) as archive:
        manifest = json.loads(_read(archive, MANIFEST))
    here = sorted(
        list(each) for each in MigrationRecorder(connection).applied_migrations() if each[0] in APPS
    )
    if manifest["migrations"] != here:
        raise BadArchive(
            f"{path} was made by another version of Mokuji. Restore it with that version, then upgrade."
        )
    if any(model._base_manager.exists() for model in tables()):
        raise BadArchive(
            "This library is not empty. Restore into a new data folder (--data) or an empty database."
        )
    with _opened(path) as archive:
        files = [member for member in archive.getmembers() if member.name.startswith("files/")]
        for done, member in enumerate(files, start=1):
            _place(archive, member)
            tell("files", done, len(files))
        with transaction.atomic():  # constraints are looked at in the end: rows name each other
            for model in tables():
                _read_rows(archive, model)
            IndexingJob.objects.update(lease_until=None)
            with connection.cursor() as cursor:
                for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
                    cursor.execute(statement)
    return summary


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()


def _place(archive: tarfile.TarFile, member: tarfile.TarInfo) -> None:
    file, writer = archive.extractfile(member), store().writer()
    assert file is not None
    try:
        while block := file.read(BLOCK):
            writer.write(block)
        store().place(writer.finish())
    finally:
        writer.discard()


def _read_rows(archive: tarfile.TarFile, model: type[Model]) -> None:
    file = archive.extractfile(f"rows/{model._meta.label}.jsonl.gz")
    assert file is not None
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        known = {field.attname: field for field in model._meta.concrete_fields}
        fields = [known[name] for name in json.loads(next(iter(lines)))]
        for line in lines:
            values = zip((field.attname for field in fields), read_row(fields, line), strict=True)
            model(**dict(values)).save_base(raw=True, force_insert=True)
