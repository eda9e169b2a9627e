from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import InterfaceError, OperationalError

from webapp.jobs.outage import when_it_answers


def failing(*errors: Exception) -> tuple[Callable[[], None], list[str]]:
    """An undo that raises these, one at a call, and then succeeds; and what it did."""
    left, done = list(errors), []

    def undo() -> None:
        done.append("asked")
        if left:
            raise left.pop(0)

    return undo, done


@pytest.mark.django_db
def test_a_claim_is_given_back_once_the_database_answers() -> None:
    undo, done = failing(OperationalError("the server closed the connection"), InterfaceError("closed"))
    assert when_it_answers(undo, stopping=threading.Event())
    assert len(done) == 3


@pytest.mark.django_db
def test_a_process_that_stops_does_not_wait_for_the_database() -> None:
    stopping = threading.Event()
    stopping.set()
    undo, done = failing(*[OperationalError("away")] * 5)
    assert not when_it_answers(undo, stopping=stopping)
    assert len(done) == 1


@pytest.mark.django_db
def test_another_error_is_not_taken_for_an_outage() -> None:
    undo, _ = failing(ValueError("a bug"))
    with pytest.raises(ValueError, match="a bug"):
        when_it_answers(undo, stopping=threading.Event())
