"""Outlines that people edit: kept apart from what is extracted, and on top of it in everything readers see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from ingest.domain.cleaning import clean
from ingest.domain.document import Line
from ingest.domain.outline import Outline
from ingest.outline.anchors import Landmarks
from ingest.outline.edits import Edited, Mark, Wanted, lay_over, marks_between
from ingest.outline.operations import (
    Add,
    Confirm,
    EditError,
    Move,
    Operation,
    Remove,
    Rename,
    carried_out,
    check,
)
from webapp.bridge import actors
from webapp.bridge.edited_outlines import keep_marks, marks_of, note_quality, save_with_edit, store_outline
from webapp.bridge.engines import are_open, engines
from webapp.bridge.queueing import queue_words
from webapp.jobs.messages import document_changed
from webapp.library.access import Reader, get_document, get_document_to_change
from webapp.library.errors import BadRequest, Conflict, StaleOutline
from webapp.library.line_store import read_lines
from webapp.library.models import Document, Revision
from webapp.library.outline_store import read_extracted, read_outline

__all__ = [
    "Add",
    "Confirm",
    "Move",
    "Operation",
    "Remove",
    "Rename",
    "Wanted",
    "change_outline",
    "revert_outline",
    "set_outline",
]


@dataclass(frozen=True, slots=True)
class _Text:
    """A published revision as an edit needs it."""

    revision: Revision
    lines: list[Line]
    landmarks: Landmarks
    extracted: Outline
    shown: Outline
    kept: tuple[Mark, ...]


def set_outline(
    reader: Reader, document_id: int, wanted: Iterable[Wanted], *, version: int, forget_lost: bool = False
) -> None:
    """Replace the outline of a document by these sections, in the order of their lines.

    version: the one that the caller saw; StaleOutline is raised when it is another now. forget_lost: drop the
    earlier edits whose place is not in the present text, instead of keeping them for a later revision.
    Raises BadRequest for what is no tree over the lines.
    """
    sections = list(wanted)
    _edit(reader, document_id, version, lambda _: sections, forget_lost=forget_lost)


def change_outline(
    reader: Reader,
    document_id: int,
    operations: Sequence[Operation],
    *,
    version: int,
    forget_lost: bool = False,
) -> None:
    """Carry out operations on the outline of a document; all name sections as they are numbered before.

    Raises as set_outline does.
    """
    _edit(reader, document_id, version, lambda shown: carried_out(shown, operations), forget_lost=forget_lost)


def revert_outline(reader: Reader, document_id: int, *, version: int) -> None:
    """Return to the outline as it was extracted, and forget every edit of it. Raises StaleOutline."""
    document, text = _opened(reader, document_id, version)
    _save(reader, document, text, version, ())


def _edit(
    reader: Reader,
    document_id: int,
    version: int,
    ask: Callable[[Outline], list[Wanted]],
    *,
    forget_lost: bool,
) -> None:
    document, text = _opened(reader, document_id, version)
    try:
        wanted = [replace(want, title=_clean_title(want.title)) for want in ask(text.shown)]
        check(wanted, len(text.lines))
    except EditError as error:
        raise BadRequest(str(error)) from error
    marks = marks_between(text.extracted, _with_confirmed(wanted, text.shown), text.landmarks)
    lost = () if forget_lost else _lost(text)
    _save(reader, document, text, version, (*marks, *lost))


def _opened(reader: Reader, document_id: int, version: int) -> tuple[Document, _Text]:
    document = get_document_to_change(reader, document_id)
    revision = document.revision
    if revision is None:
        raise Conflict(
            "The document has not been read yet. Wait until it is searchable, then edit its outline."
        )
    _require_version(document, version)
    lines = read_lines(revision.pk)
    return document, _Text(
        revision=revision,
        lines=lines,
        landmarks=Landmarks(line.text for line in lines),
        extracted=read_extracted(revision),
        shown=read_outline(revision),
        kept=marks_of(document.pk),
    )


def _require_version(document: Document, version: int) -> None:
    if document.outline_version != version:
        raise StaleOutline(
            f"The outline is at version {document.outline_version}, not {version}: it was edited, or the document"
            " was read again. `current` holds it; make the change on that one, with its version."
        )


def _clean_title(title: str) -> str:
    return " ".join(clean(title).text.split())


def _with_confirmed(wanted: Iterable[Wanted], shown: Outline) -> list[Wanted]:
    """Keep as confirmed what was so before: a caller need not say it again."""
    edited = {section.first_line for section in shown.walk() if section.provenance.value == "edited"}
    return [replace(want, confirmed=want.confirmed or want.line in edited) for want in wanted]


def _lost(text: _Text) -> tuple[Mark, ...]:
    places = text.landmarks.locate([mark.anchor for mark in text.kept])
    return tuple(mark for mark, place in zip(text.kept, places, strict=True) if place is None)


def _save(reader: Reader, document: Document, text: _Text, version: int, marks: tuple[Mark, ...]) -> None:
    """Publish an edit in one step, and have the document indexed again from what is kept of it."""
    edited = _laid_over(text, marks)
    # under the lock no batch is between reading the outline and writing it into an index
    lock = engines().write_lock if are_open() else nullcontext()
    with lock, transaction.atomic():
        taken = Document.objects.filter(
            pk=document.pk, outline_version=version, revision=text.revision, deleted_at=None
        ).update(outline_version=F("outline_version") + 1)
        if not taken:
            _require_version(get_document(reader, document.pk), version)
            raise Conflict("The document is being read again at this moment. Try once more.")
        keep_marks(document.pk, marks, edited_by=reader.user_id)
        quality = store_outline(text.revision.pk, text.extracted, edited)
        Document.objects.filter(pk=document.pk).update(
            outline_quality=quality.value, updated_at=timezone.now()
        )
        note_quality(text.revision, quality)
        for waiting in _prepared_after(document, text.revision):
            note_quality(waiting, save_with_edit(waiting.pk, read_extracted(waiting), read_lines(waiting.pk)))
        queue_words([document.pk])
        document_changed(document.pk)
    transaction.on_commit(_look_for_words)


def _laid_over(text: _Text, marks: tuple[Mark, ...]) -> Edited | None:
    if not marks:
        return None
    return lay_over(text.extracted, marks, text.lines, landmarks=text.landmarks, known=(text.shown,))


def _look_for_words() -> None:
    actors.index_words.send()


def _prepared_after(document: Document, published: Revision) -> Iterable[Revision]:
    """Return the newer revisions that were read already and wait to be published."""
    return document.revisions.filter(number__gt=published.number).exclude(prepared_at=None)
