"""A worker is known by its signs of life."""

from __future__ import annotations

from django.core.cache import cache

from webapp.jobs.worker_life import is_one_alive, show_life


def test_a_worker_lives_while_it_says_so() -> None:
    cache.clear()
    assert not is_one_alive()
    show_life()
    assert is_one_alive()
    cache.clear()
    assert not is_one_alive()
