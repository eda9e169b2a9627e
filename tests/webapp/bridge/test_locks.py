"""Locks that hold for all processes: on PostgreSQL where there is one."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, connections

from webapp.bridge.locks import WRITING, SharedLock, make_lock

TEST_LOCK = 0x6D6F6B00


def test_alone_a_lock_may_be_taken_again_by_its_holder() -> None:
    lock = make_lock(WRITING)
    with lock, lock:
        pass


@pytest.mark.django_db(transaction=True)
def test_two_processes_never_hold_a_lock_at_once() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: run `make test-server`")
    first, second = SharedLock(TEST_LOCK), SharedLock(TEST_LOCK)  # as two processes have them
    inside: list[str] = []
    begun = threading.Event()

    def other() -> None:
        begun.set()
        with second:
            inside.append("second")
        connections.close_all()

    thread = threading.Thread(target=other)
    with first, first:
        thread.start()
        begun.wait(10)
        thread.join(0.5)
        inside.append("first")
    thread.join(30)
    assert inside == ["first", "second"]
