"""The revision of a document that can be read now, or a sentence that says why there is none."""

from __future__ import annotations

from ingest.domain.progress import DocumentState
from webapp.library.access import Reader, get_document
from webapp.library.errors import Conflict
from webapp.library.models import Document, Revision


def readable_document(reader: Reader, document_id: int) -> tuple[Document, Revision]:
    """Return a document with its published revision.

    Raises NotFound for an id the caller may not see, Conflict while, or because, there is no text.
    """
    document = get_document(reader, document_id)
    if document.revision_id is None:
        raise Conflict(_why_unreadable(document))
    revision = Revision.objects.filter(pk=document.revision_id).first()
    if revision is None:
        raise Conflict(f"Document {document_id} is being replaced. Try again in a moment.")
    return document, revision


def _why_unreadable(document: Document) -> str:
    if document.state == DocumentState.FAILED.value:
        reason = document.failure_message or "It could not be read."
        return f"Document {document.pk} has no text. {reason}"
    return f"Document {document.pk} is still being indexed ({document.state}). Try again in a moment."
