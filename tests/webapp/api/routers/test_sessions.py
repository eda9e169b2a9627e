"""One's own sessions."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.documents import PASSWORD, bearer, make_user
from webapp.audit.models import AuditEntry

pytestmark = pytest.mark.django_db

SESSIONS = "/api/v1/account/sessions"


def browser(name: str, agent: str) -> Client:
    client = Client(headers={"User-Agent": agent})
    asked = {"username": name, "password": PASSWORD}
    assert client.post("/api/v1/session", asked, content_type="application/json").status_code == 200
    return client


def test_they_are_listed_and_ended_at_once() -> None:
    make_user("somebody", password=PASSWORD)
    here, there = browser("somebody", "laptop"), browser("somebody", "phone")
    listed = here.get(SESSIONS).json()
    assert [(each["agent"], each["current"]) for each in listed] == [("phone", False), ("laptop", True)]
    assert here.delete(f"{SESSIONS}/{listed[0]['id']}").status_code == 204
    assert there.get(SESSIONS).status_code == 401
    assert [each["agent"] for each in here.get(SESSIONS).json()] == ["laptop"]


def test_all_others_are_ended_at_once_and_those_of_other_people_go_on() -> None:
    make_user("somebody", password=PASSWORD)
    make_user("other", password=PASSWORD)
    here, phone, tablet = (browser("somebody", name) for name in ("laptop", "phone", "tablet"))
    theirs = browser("other", "theirs")
    assert here.delete(SESSIONS).status_code == 204
    assert [each["agent"] for each in here.get(SESSIONS).json()] == ["laptop"]
    assert [each.get(SESSIONS).status_code for each in (phone, tablet, theirs)] == [401, 401, 200]
    ended = AuditEntry.objects.get(action="sessions-ended")
    assert (ended.user_name, ended.detail) == ("somebody", {"count": 2})
    assert here.delete(SESSIONS).status_code == 204
    assert AuditEntry.objects.filter(action="sessions-ended").count() == 1, "nothing was ended"


def test_those_of_others_do_not_exist_for_one() -> None:
    make_user("somebody", password=PASSWORD)
    make_user("other", password=PASSWORD)
    mine, theirs = browser("somebody", "mine"), browser("other", "theirs")
    (session,) = theirs.get(SESSIONS).json()
    assert [each["agent"] for each in mine.get(SESSIONS).json()] == ["mine"]
    assert mine.delete(f"{SESSIONS}/{session['id']}").status_code == 404
    assert mine.delete(f"{SESSIONS}/{10**30}").status_code == 404
    assert theirs.get(SESSIONS).status_code == 200


def test_a_new_password_ends_the_others_and_keeps_this_one() -> None:
    make_user("somebody", password=PASSWORD)
    here, there = browser("somebody", "laptop"), browser("somebody", "phone")
    asked = {"old_password": PASSWORD, "new_password": "another-unlikely-8"}
    assert here.post("/api/v1/account/password", asked, content_type="application/json").status_code == 200
    assert [(each["agent"], each["current"]) for each in here.get(SESSIONS).json()] == [("laptop", True)]
    assert there.get(SESSIONS).status_code == 401


def test_signing_out_takes_it_from_the_list() -> None:
    make_user("somebody", password=PASSWORD)
    here, there = browser("somebody", "laptop"), browser("somebody", "phone")
    there.delete("/api/v1/session")
    assert [each["agent"] for each in here.get(SESSIONS).json()] == ["laptop"]


def test_a_token_sees_no_sessions() -> None:
    headers = bearer(make_user("somebody"))
    assert Client().get(SESSIONS, headers=headers).status_code == 403
    assert Client().delete(SESSIONS, headers=headers).status_code == 403
