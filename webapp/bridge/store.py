"""The pipeline's store over the database: what ingest.pipeline.ports.RevisionStore asks for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from ingest.domain import codec
from ingest.domain.document import Card
from ingest.domain.errors import Damaged
from ingest.domain.hits import Facts, LexicalEntry
from ingest.domain.progress import DocumentState
from ingest.embed.recipe import document_text
from ingest.extract.protocol import SourceFile
from ingest.passages.split import split
from ingest.pipeline.ports import FreshVector, VectorTask
from ingest.pipeline.prepared import PreparedDocument
from webapp.bridge.edited_outlines import save_with_edit
from webapp.bridge.recognition import TO_COME, follow_up
from webapp.jobs.messages import document_changed, document_removed
from webapp.jobs.models import READING, IndexingJob, Stage
from webapp.library import file_store
from webapp.library.line_store import read_lines, save_lines
from webapp.library.models import Document, DocumentVector, ExtractedOutline, LineBlock, Revision, SectionRow
from webapp.library.outline_store import read_outline

UNDETECTED = "application/octet-stream"
"""Kept for a file whose kind was not found when it arrived: it is looked for again."""


def card_of(revision: Revision) -> Card:
    """Return the card that was read out of a revision."""
    return codec.loads(Card, json.dumps(revision.card).encode())


def facts_of(revision: Revision, *, language: str) -> Facts:
    """Return what the engines filter by; the document must be loaded with the revision."""
    document = revision.document
    return Facts(
        document_id=document.pk,
        revision_id=revision.pk,
        collection_id=document.collection_id,
        file_type=revision.file_type,
        language=language,
        modified=int(revision.modified_at.timestamp()),
        tags=tuple(document.tags),
    )


class DatabaseStore:
    """Implements RevisionStore. Holds no state; safe to use from several threads."""

    def source(self, revision_id: int) -> SourceFile:
        """Return the file of a revision, with the password its job was given."""
        revision = Revision.objects.select_related("job").get(pk=revision_id)
        try:
            path = file_store.fetch(revision.sha256)
        except FileNotFoundError:
            raise Damaged("The original file is missing from the file store. Upload it again.") from None
        return SourceFile(
            path=path,
            name=revision.file_name,
            media_type="" if revision.media_type == UNDETECTED else revision.media_type,
            password=revision.job.password or None,
        )

    def save_prepared(self, revision_id: int, prepared: PreparedDocument) -> None:
        """Keep lines, outline and card, and move the job to the next stage, in one transaction."""
        with transaction.atomic():
            claimed = IndexingJob.objects.filter(
                revision_id=revision_id,
                stage__in=READING,
                cancel_requested=False,
                revision__document__deleted_at=None,
            ).update(stage=Stage.INDEX, lease_until=None, attempt=0, password="")
            if not claimed:
                return
            save_lines(revision_id, prepared.lines)
            quality = save_with_edit(revision_id, prepared.outline, prepared.lines)
            Revision.objects.filter(pk=revision_id).update(
                card=json.loads(codec.dumps(replace(prepared.card, outline_quality=quality))),
                line_count=len(prepared.lines),
                prepared_at=timezone.now(),
            )

    def lexical_entries(self, revision_ids: Sequence[int]) -> list[LexicalEntry]:
        """Split the kept text of revisions into passages."""
        return [_lexical_entry(revision) for revision in _alive(revision_ids)]

    def publish(self, revision_ids: Sequence[int]) -> None:
        """Point documents at these revisions and copy their cards, in one transaction."""
        for_meaning = settings.MOKUJI["embedding"]
        with transaction.atomic():
            for revision in _alive(revision_ids):
                _publish(revision, state=DocumentState.SEARCHABLE if for_meaning else DocumentState.COMPLETE)
            IndexingJob.objects.filter(revision_id__in=revision_ids, stage=Stage.INDEX).update(
                stage=Stage.EMBED if for_meaning else Stage.DONE, lease_until=None, attempt=0
            )

    def vector_tasks(self, revision_ids: Sequence[int], *, fingerprint: str) -> list[VectorTask]:
        """Return the texts to embed; a vector of the same document and text is taken over."""
        tasks: list[VectorTask] = []
        for revision in _alive(revision_ids):
            card = card_of(revision)
            text = document_text(card, read_outline(revision))
            digest = hashlib.sha256(text.encode()).hexdigest()
            kept = (
                DocumentVector.objects.filter(
                    revision__document_id=revision.document_id, fingerprint=fingerprint, text_digest=digest
                )
                .values_list("vector", flat=True)
                .first()
            )
            facts = facts_of(revision, language=card.language)
            tasks.append(VectorTask(facts, text, digest, bytes(kept) if kept is not None else None))
        return tasks

    def save_vectors(self, vectors: Sequence[FreshVector], *, fingerprint: str) -> None:
        """Keep vectors; those of earlier revisions of the same documents go."""
        with transaction.atomic():
            alive = {revision.pk: revision for revision in _alive([v.revision_id for v in vectors])}
            for fresh in vectors:
                if fresh.revision_id not in alive:
                    continue
                DocumentVector.objects.update_or_create(
                    revision_id=fresh.revision_id,
                    fingerprint=fingerprint,
                    defaults={"text_digest": fresh.digest, "vector": fresh.vector},
                )
                DocumentVector.objects.filter(
                    revision__document_id=alive[fresh.revision_id].document_id, fingerprint=fingerprint
                ).exclude(revision_id=fresh.revision_id).delete()

    def complete(self, revision_ids: Sequence[int]) -> None:
        """Mark documents complete, unless a newer revision is on its way."""
        with transaction.atomic():
            for revision in _alive(revision_ids):
                done = IndexingJob.objects.filter(revision=revision, stage=Stage.EMBED).update(
                    stage=Stage.DONE, lease_until=None, attempt=0
                )
                if done:
                    Document.objects.filter(
                        pk=revision.document_id, revision=revision, state=DocumentState.SEARCHABLE.value
                    ).update(state=DocumentState.COMPLETE.value)
                    document_changed(revision.document_id)

    def forget(self, document_ids: Sequence[int]) -> None:
        """Delete rows, then the files that no other revision names."""
        revisions = Revision.objects.filter(document_id__in=document_ids)
        digests = set(revisions.values_list("sha256", flat=True))
        gone = list(Document.objects.filter(pk__in=document_ids).values_list("pk", "collection_id"))
        with transaction.atomic():
            LineBlock.objects.filter(revision__document_id__in=document_ids).delete()
            SectionRow.objects.filter(revision__document_id__in=document_ids).delete()
            Document.objects.filter(pk__in=document_ids).delete()
        file_store.remove_unreferenced(digests)
        for document_id, collection_id in gone:
            document_removed(document_id, collection_id)


def _alive(revision_ids: Sequence[int]) -> QuerySet[Revision]:
    return (
        Revision.objects.select_related("document")
        .filter(pk__in=revision_ids, document__deleted_at=None)
        .filter(Q(document__revision=None) | Q(document__revision__number__lte=F("number")))
        .order_by("pk")
    )


def _lexical_entry(revision: Revision) -> LexicalEntry:
    card = card_of(revision)
    lines = read_lines(revision.pk)
    return LexicalEntry(
        facts=facts_of(revision, language=card.language),
        title=card.title,
        file_name=revision.file_name,
        passages=split(lines, read_outline(revision)),
    )


def _publish(revision: Revision, *, state: DocumentState) -> None:
    card = card_of(revision)
    newer = Revision.objects.filter(document_id=revision.document_id, number__gt=revision.number).exists()
    coverage = json.loads(codec.dumps(card.coverage))
    values = {
        "revision": revision,
        "title": card.title,
        "authors": list(card.authors),
        "language": card.language,
        "word_count": card.word_count,
        "line_count": card.line_count,
        "page_count": card.page_count,
        "abstract": card.abstract,
        "keywords": list(card.keywords),
        "brief": card.brief,
        "wrapped": card.wrapped,
        "outline_quality": card.outline_quality.value,
        "coverage": coverage,
        "created": card.created or "",
        "failure_code": "",
        "failure_message": "",
        "updated_at": timezone.now(),
    }
    if revision.document.revision_id != revision.pk:
        values["outline_version"] = F("outline_version") + 1
    if not newer:
        values["state"] = state.value
        if follow_up(revision, card):
            coverage["notes"] = [*coverage.get("notes", ()), TO_COME]
    Document.objects.filter(pk=revision.document_id).update(**values)
    Revision.objects.filter(pk=revision.pk).update(published_at=timezone.now())
    earlier = Revision.objects.filter(document_id=revision.document_id, number__lt=revision.number)
    LineBlock.objects.filter(revision__in=earlier).delete()
    SectionRow.objects.filter(revision__in=earlier).delete()
    ExtractedOutline.objects.filter(revision__in=earlier).delete()
    document_changed(revision.document_id)
