"""Is everything well? Each check says what it found and, if it is not well, the mend."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from webapp.bridge.comparison import Difference, embedded, meaning_difference, without_text, words_difference
from webapp.bridge.engines import OpenEngines
from webapp.bridge.repair import untold_losses
from webapp.library import file_store, parts
from webapp.library.models import Document, Revision

FREE_BYTES = 1_000_000_000
NAMED = 5
REPAIR = "`mokuji doctor --repair`"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, whether all is well, what was found, and the mend when it is not.

    ids: documents by what is wrong with them.
    """

    name: str
    well: bool
    found: str
    mend: str = ""
    ids: dict[str, list[int]] = field(default_factory=dict)


def examine(engines: OpenEngines) -> list[Finding]:
    """Run every check: permissions, disk, database, file store, both indexes, the model."""
    return [
        *_folders(),
        _privacy(),
        _disk(),
        _database(),
        *_files(),
        _parts(),
        _text(),
        _index("lexical index", words_difference(engines), outdated=engines.lexical.outdated),
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


def _privacy() -> Finding:
    """Look at the top folder, and at originals and indexes that lie elsewhere by way of a link."""
    top = Path(settings.DATA).resolve()
    elsewhere = (Path(each).resolve() for each in (settings.FILE_STORE, settings.INDEX_FOLDER))
    places = (top, *(each for each in elsewhere if not each.is_relative_to(top)))
    open_ones = [each for each in places if stat.S_IMODE(each.stat().st_mode) & stat.S_IRWXO]
    return Finding(
        "privacy",
        not open_ones,
        "other accounts of this machine may enter " + ", ".join(map(str, open_ones))
        if open_ones
        else "other accounts of this machine are kept out",
        "" if not open_ones else f"Run: chmod o-rwx {' '.join(shlex.quote(str(each)) for each in open_ones)}",
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
    untold = untold_losses()
    told = f", {len(missing)} missing" + (" and told on their cards" if missing and not untold else "")
    yield Finding(
        "originals",
        not untold,
        f"{len(named)} named{told}",
        ""
        if not untold
        else f"Upload the missing files again: {', '.join(_names(untold))}. {REPAIR} tells their readers.",
        ids={"missing": [revision.document_id for revision in untold]} if untold else {},
    )
    yield Finding(
        "file store",
        not orphans,
        f"{len(held)} files, {len(orphans)} that no document names",
        "" if not orphans else f"They only use space. {REPAIR} removes those that are not just arriving.",
    )


def _names(revisions: list[Revision]) -> list[str]:
    return [revision.file_name for revision in revisions[:NAMED]]


def _parts() -> Finding:
    apart = list(parts.strays().order_by("pk").values_list("pk", flat=True))
    return Finding(
        "parts",
        not apart,
        f"{len(apart)} lie in another collection than their container"
        if apart
        else "all where their containers are",
        f"{REPAIR} moves them to their containers. Until then others may read them." if apart else "",
        ids={"apart": apart} if apart else {},
    )


def _text() -> Finding:
    lost = without_text()
    return Finding(
        "text",
        not lost,
        f"{len(lost)} documents without their lines" if lost else "every document has its lines",
        f"{REPAIR} reads them again from their originals." if lost else "",
        ids={"missing": list(lost)} if lost else {},
    )


def _index(name: str, difference: Difference, *, outdated: bool = False, note: str = "") -> Finding:
    well = difference.none and not outdated
    old = ", made by older rules" if outdated else ""
    return Finding(
        name, well, difference.told + old + note, "" if well else f"{REPAIR} mends it.", ids=difference.ids
    )


def _semantic(engines: OpenEngines) -> Iterator[Finding]:
    if not settings.MOKUJI["embedding"]:
        yield Finding("model", True, "semantic search is off (MOKUJI_EMBEDDING)")
        return
    difference = meaning_difference(engines)
    if engines.embedder is None or difference is None:
        if engines.embedder_error:
            yield Finding("model", False, engines.embedder_error, _model_mend())
        else:
            yield Finding("model", False, "is still being made ready", "Wait a minute, then ask again.")
        return
    wanted = engines.wanted_model
    yield Finding(
        "model",
        not wanted,
        engines.embedder.fingerprint + (f", while {wanted} is wanted" if wanted else ""),
        f"Run `mokuji rebuild`; the present model answers until then. {engines.embedder_error}".strip()
        if wanted
        else "",
    )
    waiting = Document.objects.filter(deleted_at=None).exclude(revision=None).count() - len(embedded())
    yield _index("vector index", difference, note=f", {waiting} waiting to be embedded" if waiting else "")


def _model_mend() -> str:
    if settings.MOKUJI["embedding_model"]:
        return "Mend what it says, or take MOKUJI_EMBEDDING_MODEL away to use the model that Mokuji brings."
    return f"Delete {settings.MODEL_FOLDER}, it is made again at the next start; check memory and disk."
