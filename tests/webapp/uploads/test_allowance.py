from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from webapp.library.errors import TooMany
from webapp.uploads.allowance import MEGABYTE, admit, spend


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def limited(settings: Any) -> None:
    settings.MOKUJI = settings.MOKUJI | {"uploads_per_minute": 2, "upload_mb_per_day": 3}


def admit_often(user_id: int, *, times: int) -> None:
    for _ in range(times):
        admit(user_id, size=10)


@pytest.mark.usefixtures("limited")
def test_files_of_a_minute_are_counted_for_each_person_and_the_setting_is_named() -> None:
    with pytest.raises(TooMany, match="MOKUJI_UPLOADS_PER_MINUTE") as refused:
        admit_often(1, times=5)  # five: a minute may end between two of them
    assert 1 <= refused.value.wait <= 60
    admit(2, size=10)


@pytest.mark.usefixtures("limited")
def test_bytes_of_a_day_are_counted_before_they_are_read_and_what_is_refused_is_not() -> None:
    admit(1, size=2 * MEGABYTE)
    with pytest.raises(TooMany, match="MOKUJI_UPLOAD_MB_PER_DAY") as refused:
        spend(1, 2 * MEGABYTE)
    assert 1 <= refused.value.wait <= 86_400
    spend(1, MEGABYTE)
    with pytest.raises(TooMany):
        spend(1, 1)


def test_a_folder_of_a_thousand_files_never_meets_the_limits_that_come_with_mokuji() -> None:
    for _ in range(1000):
        admit(1, size=10 * MEGABYTE)


def test_a_cache_that_keeps_nothing_keeps_nobody_out(settings: Any, limited: None) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for _ in range(5):
        admit(1, size=MEGABYTE)
