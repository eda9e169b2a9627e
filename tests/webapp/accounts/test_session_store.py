"""When sessions end: some time after their last use, and some time after the sign-in however they are used."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.support.documents import make_user
from webapp.accounts.models import User
from webapp.accounts.session_store import SessionStore
from webapp.accounts.sessions import note_session

pytestmark = pytest.mark.django_db

DAYS, IDLE = 14, timedelta(minutes=90)


@pytest.fixture(autouse=True)
def times(settings: Settings) -> None:
    settings.SESSION_COOKIE_AGE = DAYS * 24 * 3600
    settings.MOKUJI = {**settings.MOKUJI, "session_idle_minutes": 90}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def row(client: Client) -> Session:
    return Session.objects.get(pk=client.cookies["mokuji_session"].value)


def ends(client: Client) -> timedelta:
    return row(client).expire_date - timezone.now()


def set_end(client: Client, end: datetime) -> None:
    Session.objects.filter(pk=row(client).pk).update(expire_date=end)


def begun(client: Client, *, ago: timedelta) -> None:
    store = SessionStore(row(client).pk)
    note_session(make_user("first"), store, address="", agent="")
    store["begun"] = (timezone.now() - ago).timestamp()
    store.save()


def near(found: timedelta, wanted: timedelta) -> bool:
    return abs(found - wanted) < timedelta(minutes=1)


def test_a_session_ends_after_its_last_use_and_lives_on_while_it_is_used() -> None:
    client = browser(make_user())
    begun(client, ago=timedelta(days=3))
    assert near(ends(client), IDLE)
    set_end(client, timezone.now() + timedelta(minutes=20))
    assert client.get("/api/v1/documents").status_code == 200
    assert near(ends(client), IDLE)
    set_end(client, timezone.now() - timedelta(seconds=1))
    assert client.get("/api/v1/documents").status_code == 401


def test_use_is_not_written_down_at_each_request() -> None:
    client = browser(make_user())
    begun(client, ago=timedelta(days=3))
    kept = timezone.now() + IDLE - timedelta(minutes=5)
    set_end(client, kept)
    client.get("/api/v1/documents")
    assert row(client).expire_date == kept


def test_it_ends_after_its_time_however_it_is_used_and_whatever_is_written_into_it() -> None:
    client = browser(make_user())
    begun(client, ago=timedelta(days=DAYS) - timedelta(minutes=30))
    client.get("/api/v1/documents")
    assert near(ends(client), timedelta(minutes=30))
    store = SessionStore(row(client).pk)
    store["note"] = "something new"
    store.save()
    assert near(ends(client), timedelta(minutes=30))


def test_a_session_of_a_former_version_keeps_its_last_day() -> None:
    client = browser(make_user())
    last = timezone.now() + timedelta(days=2)
    set_end(client, last)
    assert client.get("/api/v1/documents").status_code == 200
    assert row(client).expire_date == last
