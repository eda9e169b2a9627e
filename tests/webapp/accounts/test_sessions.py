from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from tests.support.documents import make_user
from webapp.accounts.models import SignedIn
from webapp.accounts.session_store import SessionStore
from webapp.accounts.sessions import clear_ended, note_session

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def session(*, over: bool) -> SessionStore:
    made = SessionStore()
    made["waits"] = "for a code"
    made.save()
    if over:
        Session.objects.filter(session_key=made.session_key).update(
            expire_date=timezone.now() - timedelta(seconds=1)
        )
    return made


def test_sessions_that_are_over_are_forgotten_also_those_of_nobody() -> None:
    user = make_user()
    alive, over = session(over=False), session(over=True)
    for each in (alive, over):
        assert each.session_key is not None
        SignedIn.objects.create(user=user, session_key=each.session_key)
    session(over=True)
    assert clear_ended() == 2
    assert [each.session_key for each in Session.objects.all()] == [alive.session_key]
    assert [each.session_key for each in SignedIn.objects.all()] == [alive.session_key]


def test_they_are_looked_for_once_an_hour_and_a_sign_in_is_enough() -> None:
    session(over=True)
    note_session(make_user(), session(over=False), address="", agent="")
    assert Session.objects.count() == 1
    session(over=True)
    assert clear_ended() == 0
