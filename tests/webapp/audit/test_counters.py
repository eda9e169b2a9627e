from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from webapp.audit.counters import count

KEY = "lamps-lit"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.delete(KEY)


def test_what_is_counted_adds_up_and_is_taken_back() -> None:
    assert [count(KEY, seconds=60), count(KEY, 5, seconds=60), count(KEY, -2, seconds=60)] == [1, 6, 4]


def test_a_count_whose_time_is_over_begins_anew() -> None:
    count(KEY, 7, seconds=60)
    cache.touch(KEY, 0)
    assert count(KEY, 2, seconds=60) == 2


def test_a_cache_that_keeps_nothing_keeps_nobody_out(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    assert [count(KEY, 3, seconds=60), count(KEY, 3, seconds=60)] == [3, 3]
