"""Starting again, stopping and removing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.domain.hits import Filter
from webapp.bridge import indexing, work
from webapp.bridge.engines import OpenEngines
from webapp.jobs.models import IndexingJob, Stage
from webapp.library import services
from webapp.library.access import reader_for
from webapp.library.errors import Conflict
from webapp.library.line_store import read_lines
from webapp.library.models import Document, DocumentVector, LineBlock, Revision, SectionRow

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


def test_reindexing_makes_a_new_revision_and_keeps_the_old_text_until_it_is_published(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    first = document.revisions.get()
    document.refresh_from_db()
    second = indexing.reindex(document)
    assert [line.text for line in read_lines(first.pk)] == ["# A", "", "Body."]
    run_stages()
    document.refresh_from_db()
    assert document.revision_id == second.pk
    assert read_lines(first.pk) == []
    assert [line.text for line in read_lines(second.pk)] == ["# A", "", "Body."]


def test_reindexing_what_is_being_indexed_is_refused(hand_in: HandIn) -> None:
    with pytest.raises(Conflict, match="being indexed now"):
        indexing.reindex(hand_in("a.md", "# A\n"))


def test_the_same_text_is_not_embedded_again(semantic: OpenEngines, hand_in: HandIn, run_stages: Run) -> None:
    document = hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    before = DocumentVector.objects.get()
    document.refresh_from_db()
    indexing.reindex(document)
    DocumentVector.objects.update(vector=bytes(before.vector)[::-1])  # would be overwritten by embedding
    run_stages()
    after = DocumentVector.objects.get()
    assert after.revision_id != before.revision_id
    assert bytes(after.vector) == bytes(before.vector)[::-1]


def test_a_readable_document_whose_new_reading_is_cancelled_is_what_it_was(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    document.refresh_from_db()
    before = (document.state, document.revision_id)
    indexing.reindex(document)
    indexing.cancel(document)
    document.refresh_from_db()
    assert (document.state, document.revision_id, document.failure_message) == (*before, "")


def test_what_only_follows_new_tags_is_not_cancelled(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    document.refresh_from_db()
    state = document.state
    services.set_tags(reader_for(document.collection.owner), document, ["tide"])
    indexing.facts_changed([document.pk])
    with pytest.raises(Conflict, match="Nothing to cancel"):
        indexing.cancel(document)
    run_stages()
    document.refresh_from_db()
    assert document.state == state
    [hit] = opened.lexical.search("body", only=Filter(tags=("tide",)), limit=5)
    assert hit.document_id == document.pk


def test_cancelling_ends_a_waiting_document_with_a_reason(hand_in: HandIn) -> None:
    document = hand_in("a.md", "# A\n")
    indexing.cancel(document)
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "cancelled")
    assert work.extract(document.revisions.get().pk) is False
    with pytest.raises(Conflict, match="Nothing to cancel"):
        indexing.cancel(document)


def test_removing_leaves_nothing_anywhere(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run, tmp_path: Path
) -> None:
    kept, gone = hand_in("kept.md", "# Kept\n\nBody.\n"), hand_in("gone.md", "# Gone\n\nBody.\n")
    run_stages()
    indexing.remove([gone.pk])
    assert list(Document.objects.values_list("pk", flat=True)) == [kept.pk]
    for model in (LineBlock, SectionRow, DocumentVector, IndexingJob):
        assert {row.revision.document_id for row in model.objects.select_related("revision")} == {kept.pk}
    assert Revision.objects.count() == 1
    assert semantic.lexical.revisions().keys() == {kept.pk}
    assert semantic.vectors is not None
    assert semantic.vectors.revisions().keys() == {kept.pk}
    assert [path.name for path in (tmp_path / "files").rglob("*") if len(path.name) == 64] == [kept.sha256]


def test_a_file_that_two_documents_share_stays_until_the_last_is_removed(
    opened: OpenEngines, hand_in: HandIn, tmp_path: Path
) -> None:
    first = hand_in("first.md", "# Twin\n")
    second = hand_in("second.md", "# Other\n")
    hand_in("second.md", "# Twin\n")
    second.refresh_from_db()
    assert second.sha256 == first.sha256
    indexing.remove([first.pk])
    assert list((tmp_path / "files").rglob(second.sha256))
    indexing.remove([second.pk])
    assert not list((tmp_path / "files").rglob(second.sha256))


def test_changed_tags_reach_both_indexes_without_extraction_or_embedding(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("a.md", "# Wombat\n\nBody.\n")
    run_stages()
    Document.objects.filter(pk=document.pk).update(tags=["law"])
    indexing.facts_changed([document.pk])
    assert IndexingJob.objects.get().stage == Stage.INDEX
    run_stages()
    document.refresh_from_db()
    assert document.state == "complete"
    hits = semantic.lexical.search("wombat", only=Filter(tags=("law",)), limit=5)
    assert [hit.document_id for hit in hits] == [document.pk]
    assert semantic.embedder is not None
    assert semantic.vectors is not None
    vector = semantic.embedder.embed_query("wombat")
    assert [
        hit.document_id for hit in semantic.vectors.search(vector, only=Filter(tags=("law",)), limit=5)
    ] == [document.pk]
