"""The parts of a container (an archive, a mail): files inside a file, and what becomes of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A file inside a container.

    path: where it lies in there, with `/`; safe to show, and what identifies it over time. line: 1-based line of
    the container's text that names it. file: the name it was unpacked under; empty for what is no document.
    modified: ISO 8601. failure_code and failure: why it cannot be read; with a file it is a document all the same,
    as a failed one, so that a person can mend it.
    """

    path: str
    size: int
    line: int = 0
    file: str = ""
    media_type: str = ""
    modified: str | None = None
    failure_code: str = ""
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A part as it is kept already: the document that was made of it, and its bytes."""

    document_id: int
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Changes:
    """How the kept parts become the present ones. A path that is in none of these is the same as before.

    moved: same bytes under another path. revised: other bytes under a path that is kept. gone: no longer there.
    """

    moved: Mapping[int, str]
    revised: Mapping[str, int]
    added: tuple[str, ...]
    gone: tuple[int, ...]


def compare(known: Iterable[Known], present: Mapping[str, str]) -> Changes:
    """Return what changed between the kept parts and the present ones, a SHA-256 for each path.

    The same bytes are the same document, under their own path first, else under a new one; only then is other
    content under a kept path a revision of it. So a file that was moved stays the document it is.
    """
    left = {one.path: one for one in known}
    waiting = {path: sha256 for path, sha256 in present.items() if not _same(left.get(path), sha256)}
    for path in present.keys() - waiting.keys():
        del left[path]
    by_bytes: dict[str, list[Known]] = {}
    for one in sorted(left.values(), key=lambda one: one.document_id, reverse=True):
        by_bytes.setdefault(one.sha256, []).append(one)
    moved: dict[int, str] = {}
    for path, sha256 in sorted(waiting.items()):
        if by_bytes.get(sha256):
            one = by_bytes[sha256].pop()
            moved[one.document_id] = path
            del left[one.path], waiting[path]
    revised = {path: left.pop(path).document_id for path in sorted(waiting.keys() & left.keys())}
    return Changes(
        moved=moved,
        revised=revised,
        added=tuple(path for path in present if path in waiting and path not in revised),
        gone=tuple(sorted(one.document_id for one in left.values())),
    )


def _same(known: Known | None, sha256: str) -> bool:
    return known is not None and known.sha256 == sha256
