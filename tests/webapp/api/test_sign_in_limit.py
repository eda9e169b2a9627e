from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from webapp.api import sign_in_limit
from webapp.api.problems import ProblemError


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def test_too_many_attempts_on_a_name_are_refused_until_one_succeeds(rf: RequestFactory) -> None:
    asked = rf.post("/api/v1/session")
    for _ in range(sign_in_limit.PER_NAME):
        sign_in_limit.check(asked, "reader")
    with pytest.raises(ProblemError) as refused:
        sign_in_limit.check(asked, "Reader")
    assert refused.value.status == 429
    sign_in_limit.forgive(asked, "reader")
    sign_in_limit.check(asked, "reader")


def test_a_cache_that_keeps_nothing_keeps_nobody_out(rf: RequestFactory, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for _ in range(sign_in_limit.PER_NAME + 1):
        sign_in_limit.check(rf.post("/api/v1/session"), "reader")
