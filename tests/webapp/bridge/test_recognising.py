"""Text in pictures is recognised behind everything else, and nobody waits for it or loses by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.domain.hits import Filter
from tests.support.scans import needs_ocr, photograph, picture, scan, written
from webapp.bridge import indexing, recognising, work
from webapp.bridge.engines import OpenEngines
from webapp.bridge.extraction import close_children, reopen_children
from webapp.bridge.recognition import TO_COME
from webapp.jobs.claims import MAX_ATTEMPTS, claim, release_all
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.errors import Conflict
from webapp.library.models import Document

pytestmark = needs_ocr

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]
LINES = [("Tide tables", 24), ("The water comes at seven in the morning.", 12)]


@pytest.fixture(autouse=True)
def recognition_on(settings: Any) -> None:
    settings.MOKUJI = {**settings.MOKUJI, "ocr": "auto"}


@pytest.fixture
def half_scan(tmp_path: Path) -> bytes:
    """A page of text, then a page that is a picture."""
    file = written([("Harbour manual", 20), ("The lamps are green and red.", 12)])
    photograph(written(LINES), file)
    return bytes(file.tobytes())


@pytest.fixture
def whole_scan(tmp_path: Path) -> bytes:
    return scan(tmp_path / "made.pdf", LINES).read_bytes()


def found(opened: OpenEngines, query: str) -> list[int]:
    return [hit.document_id for hit in opened.lexical.search(query, only=Filter(), limit=10)]


def recognise_all() -> None:
    while (revision_id := recognising.waiting()) is not None:
        recognising.recognise(revision_id)
    work.index_waiting_words()
    work.index_waiting_meaning()


def test_a_scan_waits_for_recognition_and_becomes_searchable(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, whole_scan: bytes
) -> None:
    document = hand_in("scan.pdf", whole_scan)
    run_stages()
    document.refresh_from_db()
    assert (document.state, document.revision) == ("extracting", None)
    assert IndexingJob.objects.get().stage == Stage.RECOGNISE
    recognise_all()
    document.refresh_from_db()
    assert document.state == "searchable"
    assert document.coverage["notes"] == ["Recognised by OCR: page 1."]
    assert found(opened, "water") == [document.pk]
    assert IndexingJob.objects.get().timings["recognise"] > 0


def test_text_that_is_there_is_readable_before_its_pictures_are(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, half_scan: bytes
) -> None:
    document = hand_in("half.pdf", half_scan)
    run_stages()
    document.refresh_from_db()
    first = document.revision
    assert document.state == "searchable"
    assert document.coverage["pages_without_text"] == [2]
    assert document.coverage["notes"] == [TO_COME]
    assert (found(opened, "lamps"), found(opened, "water")) == ([document.pk], [])
    recognise_all()
    document.refresh_from_db()
    assert document.revision != first
    assert not document.coverage.get("pages_without_text")
    assert document.coverage["notes"] == ["Recognised by OCR: page 2."]
    assert (found(opened, "lamps"), found(opened, "water")) == ([document.pk], [document.pk])
    assert recognising.waiting() is None


def test_recognition_that_fails_takes_nothing_away_and_is_told(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, half_scan: bytes
) -> None:
    document = hand_in("half.pdf", half_scan)
    run_stages()
    indexing.cancel(document)
    document.refresh_from_db()
    assert document.state == "searchable"
    assert document.coverage["pages_without_text"] == [2]
    assert document.coverage["notes"] == [
        "Its pictures were not read by OCR: Cancelled. Reindex to start again."
    ]
    assert recognising.waiting() is None
    with pytest.raises(Conflict):
        indexing.cancel(document)


def test_a_scan_whose_recognition_is_cancelled_says_so(hand_in: HandIn, run_stages: Run, whole_scan) -> None:
    document = hand_in("scan.pdf", whole_scan)
    run_stages()
    indexing.cancel(document)
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "cancelled")


def test_a_server_that_stops_leaves_recognition_to_be_taken_up(
    hand_in: HandIn, run_stages: Run, whole_scan: bytes
) -> None:
    hand_in("scan.pdf", whole_scan)
    run_stages()
    close_children(for_good=True)
    work.stopping.set()
    try:
        revision_id = recognising.waiting()
        assert revision_id is not None
        assert recognising.recognise(revision_id) is False
    finally:
        work.stopping.clear()
        reopen_children()
    assert recognising.waiting() == revision_id
    assert IndexingJob.objects.get().attempt == 0


def test_recognition_that_died_with_its_process_is_taken_up(
    hand_in: HandIn, run_stages: Run, whole_scan: bytes
) -> None:
    revision_id = hand_in("scan.pdf", whole_scan).revisions.get().pk
    run_stages()
    assert claim(revision_id, Stage.RECOGNISE) is not None
    assert recognising.waiting() is None
    release_all()
    assert recognising.waiting() == revision_id


def test_recognition_that_never_ends_well_is_given_up(
    hand_in: HandIn, run_stages: Run, whole_scan: bytes
) -> None:
    document = hand_in("scan.pdf", whole_scan)
    run_stages()
    IndexingJob.objects.update(attempt=MAX_ATTEMPTS)
    assert recognising.recognise(document.revisions.get().pk) is False
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "crashed")


def test_a_recognised_document_that_is_read_again_keeps_its_text_meanwhile(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, whole_scan: bytes
) -> None:
    document = hand_in("scan.pdf", whole_scan)
    run_stages()
    recognise_all()
    document.refresh_from_db()
    again = indexing.reindex(document)
    assert again.job.stage == Stage.RECOGNISE
    assert found(opened, "water") == [document.pk]


def test_a_new_file_ends_the_recognition_of_the_old_one(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, half_scan: bytes
) -> None:
    document = hand_in("half.pdf", half_scan)
    run_stages()
    indexing.reindex(document)
    assert recognising.waiting() is None


def test_a_picture_is_a_document(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, tmp_path: Path
) -> None:
    document = hand_in("notice.png", picture(tmp_path / "made.png", LINES).read_bytes())
    assert document.file_type == "png"
    run_stages()
    recognise_all()
    document.refresh_from_db()
    assert document.state == "searchable"
    assert found(opened, "water") == [document.pk]


def test_a_picture_that_came_before_the_extra_is_recognised_when_it_is_read_again(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run, tmp_path: Path, settings: Any
) -> None:
    auto = settings.MOKUJI
    settings.MOKUJI = {**auto, "ocr": "off"}
    document = hand_in("notice.png", picture(tmp_path / "made.png", LINES).read_bytes())
    assert (document.state, document.failure_code) == ("failed", "unsupported")
    assert "mokuji[ocr]" in document.failure_message
    settings.MOKUJI = auto
    indexing.reindex(document)
    run_stages()
    recognise_all()
    document.refresh_from_db()
    assert document.state == "searchable"


def test_switched_off_a_scan_fails_with_the_mend(
    hand_in: HandIn, run_stages: Run, whole_scan: bytes, settings: Any
) -> None:
    settings.MOKUJI = {**settings.MOKUJI, "ocr": "off"}
    document = hand_in("scan.pdf", whole_scan)
    run_stages()
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "no-text-layer")
    assert "mokuji[ocr]" in document.failure_message
