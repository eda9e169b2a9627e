"""Is everything well? Each check says what it found and, if it is not well, the mend."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from webapp.bridge.engines import OpenEngines
from webapp.library import file_store
from webapp.library.models import Document, Revision

FREE_BYTES = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, whether all is well, what was found, and the mend when it is not."""

    name: str
    well: bool
    found: str
    mend: str = ""


def examine(engines: OpenEngines) -> list[Finding]:
    """Run every check: permissions, disk, database, file store, both indexes, the model."""
    return [
        *_folders(),
        _disk(),
        _database(),
        *_files(),
        _compare("lexical index", engines.lexical.revisions()),
        *_semantic(engines),
    ]


def _folders() -> Iterator[Finding]:
    for folder in (settings.DATA, settings.FILE_STORE, settings.INDEX_FOLDER, settings.MODEL_FOLDER):
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        well = os.access(path, os.R_OK | os.W_OK | os.X_OK)
        yield Finding(
            f"folder {path.name}",
            well,
            "can be read and written" if well else "cannot be written",
            "" if well else f"Give this user the rights to {path}.",
        )


def _disk() -> Finding:
    free = shutil.disk_usage(settings.DATA).free
    return Finding(
        "disk",
        free >= FREE_BYTES,
        f"{free / 1e9:.1f} GB free",
        "" if free >= FREE_BYTES else "Free some space, or move MOKUJI_DATA to a larger disk.",
    )


def _database() -> Finding:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check" if connection.vendor == "sqlite" else "SELECT 'ok'")
            answer = str(cursor.fetchone()[0])
    except DatabaseError as error:
        answer = str(error)
    well = answer == "ok"
    return Finding(
        "database",
        well,
        f"{Document.objects.filter(deleted_at=None).count()} documents" if well else answer,
        "" if well else "Restore the database from a backup.",
    )


def _files() -> Iterator[Finding]:
    named = set(Revision.objects.values_list("sha256", flat=True))
    held = set(file_store.store().digests())
    missing, orphans = named - held, held - named
    yield Finding(
        "originals",
        not missing,
        f"{len(named)} named, {len(missing)} missing",
        "" if not missing else "Upload the missing files again: " + ", ".join(_names(missing)) + ".",
    )
    yield Finding(
        "file store",
        not orphans,
        f"{len(held)} files, {len(orphans)} that no document names",
        "" if not orphans else f"They only use space; delete them from {settings.FILE_STORE}.",
    )


def _names(digests: set[str]) -> list[str]:
    rows = Revision.objects.filter(sha256__in=list(digests)[:100]).values_list("file_name", flat=True)
    return list(rows[:5])


def _compare(name: str, held: dict[int, int], *, wanted: dict[int, int] | None = None) -> Finding:
    if wanted is None:
        wanted = _published()
    missing = [document for document in wanted if document not in held]
    ghosts = [document for document in held if document not in wanted]
    stale = [d for d, revision in held.items() if d in wanted and wanted[d] != revision]
    well = not (missing or ghosts or stale)
    found = f"{len(held)} documents, {len(missing)} missing, {len(ghosts)} ghosts, {len(stale)} stale"
    return Finding(name, well, found, "" if well else "Run `mokuji rebuild`.")


def _published(**only: object) -> dict[int, int]:
    rows = Document.objects.filter(deleted_at=None, **only).exclude(revision=None)
    return {pk: revision for pk, revision in rows.values_list("pk", "revision_id") if revision is not None}


def _semantic(engines: OpenEngines) -> Iterator[Finding]:
    if not settings.MOKUJI["embedding"]:
        yield Finding("model", True, "semantic search is off (MOKUJI_EMBEDDING)")
        return
    if engines.embedder is None or engines.vectors is None:
        yield Finding(
            "model",
            False,
            engines.embedder_error or "not loaded",
            f"Delete {settings.MODEL_FOLDER}, it is made again at the next start; check memory and disk.",
        )
        return
    yield Finding("model", True, engines.embedder.fingerprint)
    done = _published(revision__job__stage="done")
    held = engines.vectors.revisions()
    missing = {document: revision for document, revision in done.items() if held.get(document) != revision}
    waiting = len(_published()) - len(done)
    finding = _compare(
        "vector index", held, wanted=done | {d: r for d, r in _published().items() if d in held}
    )
    note = f", {waiting} waiting to be embedded" if waiting else ""
    yield Finding(finding.name, finding.well and not missing, finding.found + note, finding.mend)
