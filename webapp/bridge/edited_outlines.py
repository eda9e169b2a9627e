"""What people changed of outlines, in the database; and the outline of a revision with it on top."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ingest.domain import codec
from ingest.domain.document import Line
from ingest.domain.outline import Outline, OutlineQuality
from ingest.outline.edits import Edited, Mark, Marks, lay_over
from webapp.library.models import Document, ExtractedOutline, OutlineEdit, Revision
from webapp.library.outline_store import keep_extracted, save_outline


def keep_marks(document_id: int, marks: tuple[Mark, ...], *, edited_by: int) -> None:
    """Keep all changes of a document in place of those before; none: forget that it was edited."""
    if not marks:
        OutlineEdit.objects.filter(document_id=document_id).delete()
        return
    OutlineEdit.objects.update_or_create(
        document_id=document_id,
        defaults={"marks": json.loads(codec.dumps(Marks(marks))), "edited_by_id": edited_by},
    )


def marks_of(document_id: int) -> tuple[Mark, ...]:
    """Return the changes of a document."""
    kept = OutlineEdit.objects.filter(document_id=document_id).values_list("marks", flat=True).first()
    return codec.loads(Marks, json.dumps(kept).encode()).marks if kept else ()


def note_quality(revision: Revision, quality: OutlineQuality) -> None:
    """Have the card of a revision tell the quality of its outline."""
    card = {**revision.card, "outline_quality": quality.value}
    Revision.objects.filter(pk=revision.pk).update(card=card)


def save_with_edit(revision_id: int, extracted: Outline, lines: Sequence[Line]) -> OutlineQuality:
    """Store the outline of a revision that was read, with what people changed on top of it.

    Returns the quality of what is stored. Call inside a transaction.
    """
    # held until the commit: an edit comes before it, and is read here, or after it, and finds this revision
    document = Document.objects.select_for_update(of=("self",)).only("pk").get(revisions=revision_id)
    marks = marks_of(document.pk)
    return store_outline(revision_id, extracted, lay_over(extracted, marks, lines) if marks else None)


def store_outline(revision_id: int, extracted: Outline, edited: Edited | None) -> OutlineQuality:
    """Store the outline of a revision as it was edited, and beside it as it was extracted; None: only that.

    Returns the quality of what readers see.
    """
    if edited is None:
        ExtractedOutline.objects.filter(revision_id=revision_id).delete()
        save_outline(revision_id, extracted)
        return extracted.quality
    lost = [mark.title or mark.seen_title for mark in edited.lost if not mark.removed]
    keep_extracted(revision_id, extracted, lost=lost)
    save_outline(revision_id, edited.outline)
    return edited.outline.quality
