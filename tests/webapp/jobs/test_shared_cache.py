"""The cache that processes share, on the real Redis under `make test-server`, and on one that is away everywhere."""

from __future__ import annotations

import pytest

from tests.support.services import free_port
from tests.support.team import REDIS
from webapp.jobs.shared_cache import SharedCache


@pytest.fixture
def away() -> SharedCache:
    return SharedCache(f"redis://127.0.0.1:{free_port()}/0", {})


def test_a_cache_that_is_away_is_an_empty_one(away: SharedCache) -> None:
    away.set("colour", "green")
    assert away.get("colour", "none") == "none"
    assert away.add("colour", "green") is False
    assert away.delete("colour") is False
    with pytest.raises(ValueError, match="colour"):
        away.incr("colour")


@pytest.mark.service
@pytest.mark.skipif(not REDIS, reason="needs Redis: run `make test-server`")
def test_what_is_kept_is_found_by_every_process() -> None:
    here, there = (SharedCache(REDIS, {"KEY_PREFIX": "test"}) for _ in range(2))
    assert here.add("count", 1) is True
    assert there.add("count", 5) is False
    assert there.incr("count") == 2
    assert here.get("count") == 2
    assert there.delete("count") is True
    with pytest.raises(ValueError, match="count"):
        here.incr("count")
