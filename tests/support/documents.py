"""People and documents in the database, as they are after indexing, without running it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils import timezone

from ingest.domain import codec
from ingest.domain.document import Card, Coverage, Line
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section
from ingest.domain.progress import DocumentState
from webapp.accounts.models import User
from webapp.accounts.services import create_token
from webapp.bridge.engines import engines
from webapp.bridge.store import DatabaseStore
from webapp.library.access import Reader, reader_for
from webapp.library.file_store import IncomingFile, store
from webapp.library.line_store import save_lines
from webapp.library.models import Collection, Document, Revision
from webapp.library.outline_store import save_outline
from webapp.library.services import NewFile, Registered, default_collection, register_file

PASSWORD = "an-unlikely-password-7"


def make_user(name: str = "reader", *, password: str | None = None) -> User:
    """Make a person; without a password none has to be hashed, which is slow on purpose."""
    return User.objects.create_user(name, password=password)


def bearer(user: User, *scopes: str) -> dict[str, str]:
    """Return the header of a fresh token."""
    secret = create_token(user, "test", scopes=scopes or ("read", "write"), shared_name=True).secret
    return {"Authorization": f"Bearer {secret}"}


def arrive(content: bytes) -> IncomingFile:
    """Put bytes into the store as if they had been uploaded."""
    writer = store().writer()
    writer.write(content)
    return writer.finish()


def reader_of(user: User) -> Reader:
    """Return what a person may see, their default collection included."""
    default_collection(user)
    return reader_for(user)


def register(user: User, content: bytes, name: str = "notes.md", **facts: Any) -> Registered:
    """Register a file in a person's default collection, or in the one given as `collection`."""
    collection = facts.pop("collection", None) or default_collection(user)
    document = facts.pop("document", None)
    file = NewFile(file_name=name, media_type="text/markdown", file_type=name.rpartition(".")[2], **facts)
    return register_file(
        reader_for(user), collection=collection, stored=arrive(content), file=file, document=document
    )


def make_document(
    user: User,
    text: str = "# Tides\n\nThe tide rises.\n\n## Causes\n\nThe moon pulls.",
    *,
    name: str = "tides.md",
    title: str = "",
    sections: Sequence[Section] | None = None,
    **fields: Any,
) -> Document:
    """Make a document that has been read: lines, outline and card are there. Sections come from `#` lines."""
    collection = fields.pop("collection", None)
    registered = register(user, f"{name}\n{text}".encode(), name, collection=collection)
    assert registered.revision is not None, "the same text twice"
    lines = text.split("\n")
    found = tuple(sections if sections is not None else headings(lines))
    publish(registered.revision, [Line(line) for line in lines], found, title=title or _title(lines, name))
    Document.objects.filter(pk=registered.document.pk).update(**fields)
    return Document.objects.select_related("collection", "revision").get(pk=registered.document.pk)


def headings(lines: Sequence[str]) -> list[Section]:
    """Return the sections of the first two levels that stand in Markdown lines."""
    starts = [number for number, line in enumerate(lines, 1) if line.startswith("# ")]
    found = []
    for position, (start, end) in enumerate(pairwise([*starts, len(lines) + 1]), 1):
        inner = [n for n in range(start + 1, end) if lines[n - 1].startswith("## ")]
        children = tuple(
            Section(f"{position}.{i}", lines[a - 1][3:], 2, a, b - 1, Provenance.MARKUP)
            for i, (a, b) in enumerate(pairwise([*inner, end]), 1)
        )
        title = lines[start - 1][2:]
        found.append(Section(str(position), title, 1, start, end - 1, Provenance.MARKUP, children=children))
    return found


def publish(revision: Revision, lines: Sequence[Line], sections: tuple[Section, ...], *, title: str) -> None:
    """Make a revision the one that readers see."""
    quality = OutlineQuality.HIGH if sections else OutlineQuality.NONE
    card = Card(
        title=title,
        authors=("A. Writer",),
        language="en",
        word_count=sum(len(line.text.split()) for line in lines),
        line_count=len(lines),
        page_count=None,
        abstract="What it is about.",
        keywords=("tide",),
        created=None,
        modified=None,
        brief=True,
        outline_quality=quality,
        coverage=Coverage(),
    )
    with transaction.atomic():
        save_lines(revision.pk, lines)
        save_outline(revision.pk, Outline(sections, quality, len(lines)))
        kept = json.loads(codec.dumps(card))
        now: datetime = timezone.now()
        Revision.objects.filter(pk=revision.pk).update(
            card=kept, line_count=len(lines), prepared_at=now, published_at=now
        )
        Document.objects.filter(pk=revision.document_id).update(
            revision=revision,
            state=DocumentState.COMPLETE.value,
            title=title,
            authors=list(card.authors),
            language=card.language,
            word_count=card.word_count,
            line_count=card.line_count,
            abstract=card.abstract,
            keywords=list(card.keywords),
            brief=card.brief,
            outline_quality=quality.value,
            coverage=kept.get("coverage", {}),
        )


def index_words(*documents: Document) -> None:
    """Put documents into the lexical index, which must be open."""
    revisions = [document.revision_id for document in documents if document.revision_id is not None]
    engines().lexical.replace(DatabaseStore().lexical_entries(revisions))


def _title(lines: Sequence[str], name: str) -> str:
    return next((line.lstrip("# ") for line in lines if line.startswith("#")), name)


def make_collection(user: User, name: str) -> Collection:
    """Make a collection of a person."""
    return Collection.objects.create(owner=user, name=name)
