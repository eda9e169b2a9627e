"""Edited outlines through the pipeline: indexes, vectors, new readings and new bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ingest.domain.outline import violations
from ingest.embed.protocol import Vector
from tests.support.documents import reader_of
from webapp.accounts.models import User
from webapp.bridge import indexing, work
from webapp.bridge.engines import OpenEngines
from webapp.bridge.outline_edits import (
    Add,
    Remove,
    Rename,
    Wanted,
    change_outline,
    revert_outline,
    set_outline,
)
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import Reader
from webapp.library.errors import Conflict, Refused, StaleOutline
from webapp.library.models import Document, DocumentVector, ExtractedOutline, OutlineEdit, Role
from webapp.library.outline_store import read_outline
from webapp.retrieval.outline import outline
from webapp.retrieval.read import read
from webapp.retrieval.search import search
from webapp.uploads.from_disk import receive_path

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]

TEXT = """# Tides

The tide rises twice a day in this harbour.

## Causes

The moon pulls the water towards it.

## Tables

Every harbour prints tables of its own.
"""


def titles(document: Document) -> list[str]:
    document.refresh_from_db()
    assert document.revision is not None
    shown = read_outline(document.revision)
    assert violations(shown) == []
    return [f"{section.number} {section.title} {section.first_line}" for section in shown.walk()]


@pytest.fixture
def document(hand_in: HandIn, run_stages: Run) -> Document:
    document = hand_in("tides.md", TEXT)
    run_stages()
    document.refresh_from_db()
    return document


@pytest.fixture
def reader(user: User) -> Reader:
    return reader_of(user)


def edit(reader: Reader, document: Document) -> None:
    document.refresh_from_db()
    change_outline(
        reader,
        document.pk,
        [Rename("1.1", "Quokkas at sea"), Remove("1.2")],
        version=document.outline_version,
    )


EDITED = ["1 Tides 1", "1.1 Quokkas at sea 5"]


def test_an_edit_is_read_at_once_and_found_by_its_words_when_they_are_indexed(
    opened: OpenEngines, document: Document, reader: Reader, run_stages: Run
) -> None:
    edit(reader, document)
    assert titles(document) == EDITED
    assert document.outline_quality == "high"
    assert "[1.1] Quokkas at sea [L5-11, 7 lines]" in outline(reader, [document.pk]).text
    assert "Every harbour" in read(reader, document.pk, section="1.1").text
    assert search(reader, "quokkas").results == ()
    run_stages()
    (hit,) = search(reader, "quokkas").results
    assert hit.document_id == document.pk
    assert "[1.1] Quokkas at sea L5-11" in search(reader, "tables prints").text


def test_an_edit_embeds_one_text_and_no_other_document(
    semantic: OpenEngines, hand_in: HandIn, document: Document, reader: Reader, run_stages: Run
) -> None:
    other = hand_in("other.md", "# Other\n\nAnother text altogether.\n")
    run_stages()
    before = {vector.revision_id: vector.text_digest for vector in DocumentVector.objects.all()}
    embedded: list[str] = []
    assert semantic.embedder is not None
    real = semantic.embedder

    class Counting:
        fingerprint = real.fingerprint
        dimension = real.dimension
        similarity_floor = real.similarity_floor
        embed_query = real.embed_query
        warm = real.warm

        def embed_documents(self, texts: Sequence[str]) -> Vector:
            embedded.extend(texts)
            return real.embed_documents(texts)

    semantic.embedder = Counting()
    edit(reader, document)
    run_stages()
    after = {vector.revision_id: vector.text_digest for vector in DocumentVector.objects.all()}
    assert len(embedded) == 1
    assert "Quokkas at sea" in embedded[0]
    assert before.keys() == after.keys()
    assert [key for key in after if after[key] != before[key]] == [document.revision_id]
    document.refresh_from_db()
    assert (document.state, IndexingJob.objects.exclude(stage=Stage.DONE).count()) == ("complete", 0)
    assert other.pk != document.pk


def test_an_edit_survives_a_new_reading_of_the_same_bytes(
    document: Document, reader: Reader, run_stages: Run
) -> None:
    edit(reader, document)
    run_stages()
    before = document.revision_id
    indexing.reindex(document)
    run_stages()
    assert titles(document) == EDITED
    assert document.revision_id != before
    assert (document.outline_quality, document.outline_version) == ("high", 4)
    assert ExtractedOutline.objects.get().revision_id == document.revision_id
    revert_outline(reader, document.pk, version=4)
    assert titles(document) == ["1 Tides 1", "1.1 Causes 5", "1.2 Tables 9"]
    assert not ExtractedOutline.objects.exists()


def test_an_edit_is_found_again_in_changed_bytes_and_what_is_gone_is_kept_and_told(
    document: Document, reader: Reader, user: User, run_stages: Run, tmp_path: Path
) -> None:
    set_outline(
        reader,
        document.pk,
        [Wanted(1, 1, "Tides"), Wanted(5, 2, "Why"), Wanted(9, 2, "Printed tables")],
        version=document.outline_version,
    )

    def replace_text(text: str) -> None:
        path = tmp_path / "tides.md"
        path.write_text(text)
        receive_path(user, path)
        run_stages()

    changed = TEXT.replace("# Tides", "A preface.\n\n# Tides").replace(
        "## Causes\n\nThe moon pulls the water towards it.\n\n", ""
    )
    replace_text(f"{changed}\n# Gauges\n\nA well.\n")
    assert titles(document) == ["1 Tides 3", "1.1 Printed tables 7", "2 Gauges 11"]
    assert ExtractedOutline.objects.get().lost == ["Why"]
    change_outline(reader, document.pk, [Add(13, 2, "The well")], version=document.outline_version)
    assert ExtractedOutline.objects.get().lost == ["Why"]
    replace_text(TEXT)
    assert titles(document) == ["1 Tides 1", "1.1 Why 5", "1.2 Printed tables 9"]
    assert ExtractedOutline.objects.get().lost == ["The well"]
    change_outline(
        reader,
        document.pk,
        [Rename("1", "The tides")],
        version=document.outline_version,
        forget_lost=True,
    )
    document.refresh_from_db()
    assert ExtractedOutline.objects.get().lost == []


def test_an_edit_reaches_a_newer_revision_that_was_read_and_is_not_shown_yet(
    document: Document, reader: Reader, run_stages: Run
) -> None:
    waiting = indexing.reindex(document)
    work.extract(waiting.pk)
    edit(reader, document)
    assert document.revision_id != waiting.pk
    run_stages()
    assert titles(document) == EDITED
    assert document.revision_id == waiting.pk


def test_a_version_that_was_seen_before_a_new_reading_is_stale(
    document: Document, reader: Reader, run_stages: Run
) -> None:
    seen = document.outline_version
    indexing.reindex(document)
    run_stages()
    with pytest.raises(StaleOutline, match="read again"):
        set_outline(reader, document.pk, [], version=seen)
    assert not OutlineEdit.objects.exists()


def test_what_is_not_read_yet_or_may_only_be_read_is_refused(
    hand_in: HandIn, user: User, reader: Reader
) -> None:
    unread = hand_in("new.md", "# New\n")
    with pytest.raises(Conflict, match="not been read yet"):
        set_outline(reader, unread.pk, [], version=1)
    with pytest.raises(Refused, match="scope `write`"):
        set_outline(
            Reader(user.pk, {unread.collection_id: Role.MANAGER}, may_write=False), unread.pk, [], version=1
        )
