"""The workers' steps: each ends a stage or gives a reason, and may run again after a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf

from ingest.domain.hits import Filter
from webapp.bridge import indexing, work
from webapp.bridge.engines import OpenEngines
from webapp.bridge.extraction import close_children, reopen_children
from webapp.jobs.claims import MAX_ATTEMPTS
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document, DocumentVector, LineBlock

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


def found(opened: OpenEngines, query: str) -> list[int]:
    return [hit.document_id for hit in opened.lexical.search(query, only=Filter(), limit=10)]


def test_a_document_goes_from_received_over_searchable_to_complete(
    semantic: OpenEngines, hand_in: HandIn
) -> None:
    document = hand_in("tide.md", "# Tide tables\n\nWhen the water comes.\n")
    assert document.state == "received"
    revision = document.revisions.get()
    assert work.extract(revision.pk) is True
    document.refresh_from_db()
    assert (document.state, document.revision_id) == ("extracting", None)
    assert work.index_waiting_words() == 1
    document.refresh_from_db()
    assert (document.state, document.revision_id, document.title) == (
        "searchable",
        revision.pk,
        "Tide tables",
    )
    assert found(semantic, "water") == [document.pk]
    assert work.index_waiting_meaning() == 1
    document.refresh_from_db()
    assert document.state == "complete"
    assert semantic.vectors is not None
    assert semantic.vectors.revisions() == {document.pk: revision.pk}
    assert len(bytes(DocumentVector.objects.get().vector)) == 1536


def test_a_step_that_runs_twice_does_nothing_the_second_time(opened: OpenEngines, hand_in: HandIn) -> None:
    revision = hand_in("once.md", "# Once\n\nOnly once.\n").revisions.get()
    assert work.extract(revision.pk) is True
    assert work.extract(revision.pk) is False
    assert work.index_waiting_words() == 1
    assert work.index_waiting_words() == 0
    assert opened.lexical.count() == 1


def test_a_file_that_cannot_be_read_fails_with_a_reason_and_harms_no_other(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    broken = hand_in("broken.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    sound = hand_in("sound.md", "# Sound\n\nStill found.\n")
    run_stages()
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.state, broken.failure_code) == ("failed", "damaged")
    assert broken.failure_message.endswith(".")
    assert sound.state == "searchable"


def test_a_document_that_was_started_too_often_is_given_up_as_crashed(hand_in: HandIn) -> None:
    document = hand_in("poison.md", "# Poison\n\nText.\n")
    IndexingJob.objects.update(attempt=MAX_ATTEMPTS)
    assert work.extract(document.revisions.get().pk) is False
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "crashed")


def test_one_bad_document_in_a_batch_holds_up_no_other(opened: OpenEngines, hand_in: HandIn) -> None:
    bad, good = hand_in("bad.md", "# Bad\n\nBadly kept.\n"), hand_in("good.md", "# Good\n\nWell kept.\n")
    for document in (bad, good):
        assert work.extract(document.revisions.get().pk)
    LineBlock.objects.filter(revision__document=bad).update(data=b"no zlib")
    work.index_waiting_words()
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.state, good.state) == ("failed", "searchable")
    assert "mokuji doctor" in bad.failure_message
    assert found(opened, "kept") == [good.pk]


def test_a_wrong_password_is_told_from_a_missing_one(hand_in: HandIn) -> None:
    locked = pymupdf.open()
    locked.new_page().insert_text((72, 90), "Sealed")
    document = hand_in(
        "sealed.pdf", locked.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open", owner_pw="own")
    )
    revision_id = document.revisions.get().pk
    work.extract(revision_id)
    document.refresh_from_db()
    assert document.failure_message == "Password needed. Enter it to read this file."
    for password, message in (
        ("wrong", "Wrong password. Enter the right one to read this file."),
        ("open", ""),
    ):
        again = indexing.reindex(document, password=password)
        work.extract(again.pk)
        document.refresh_from_db()
        assert document.failure_message == message
    assert IndexingJob.objects.exclude(password="").count() == 0


def test_a_missing_original_is_said(hand_in: HandIn, run_stages: Run, tmp_path: Path) -> None:
    document = hand_in("gone.md", "# Gone\n")
    stored = next(path for path in (tmp_path / "files").rglob(document.sha256))
    stored.unlink()
    run_stages()
    document.refresh_from_db()
    assert document.failure_message == "The original file is missing from the file store. Upload it again."


def test_a_newer_revision_supersedes_the_one_that_waits(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("plan.md", "# Plan\n\nThe former wombat.\n")
    first = document.revisions.get()
    again = hand_in("plan.md", "# Plan\n\nThe latter numbat.\n")
    assert again.pk == document.pk
    assert IndexingJob.objects.get(revision=first).stage == Stage.CANCELLED
    run_stages()
    assert found(opened, "numbat") == [document.pk]
    assert found(opened, "wombat") == []


def test_a_failing_new_revision_leaves_the_former_text_readable(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("report.md", "# Wombats at night\n\nThe wombat report.\n")
    run_stages()
    hand_in("report.md", b"%PDF-1.7\nbroken")
    run_stages()
    document.refresh_from_db()
    assert document.state == "failed"
    assert document.title == "Wombats at night"
    assert found(opened, "wombat") == [document.pk]


def test_work_broken_off_by_a_shutdown_is_given_back(hand_in: HandIn) -> None:
    document = hand_in("late.md", "# Late\n\nText.\n")
    revision_id = document.revisions.get().pk
    close_children(for_good=True)  # as at shutdown: no child can be had any more
    work.stopping.set()
    try:
        assert work.extract(revision_id) is False
    finally:
        work.stopping.clear()
        reopen_children()
    job = IndexingJob.objects.get()
    assert (job.stage, job.attempt, job.lease_until) == (Stage.EXTRACT, 0, None)
    assert work.extract(revision_id) is True


def test_a_file_that_cannot_be_read_keeps_how_long_that_took(semantic: OpenEngines, hand_in: HandIn) -> None:
    document = hand_in("broken.pdf", b"%PDF-1.7\nnothing of the kind")
    assert work.extract(document.revisions.get().pk) is False
    job = IndexingJob.objects.get()
    assert (job.stage, list(job.timings)) == (Stage.FAILED, ["extract"])
    assert job.timings["extract"] >= 0
