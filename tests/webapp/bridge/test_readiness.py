"""When a process is to be sent requests."""

from __future__ import annotations

from webapp.bridge.readiness import NO_WORKER, READY, can_answer


def test_a_part_that_is_away_keeps_requests_away_and_a_missing_worker_does_not() -> None:
    assert can_answer({"database": READY, "indexing": READY})
    assert can_answer({"database": READY, "indexing": NO_WORKER})
    assert not can_answer({"database": "unavailable", "indexing": READY})
