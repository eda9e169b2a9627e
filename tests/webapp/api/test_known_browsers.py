from __future__ import annotations

import pytest
from django.core import signing
from django.http import HttpResponse
from django.test import RequestFactory

from webapp.api.known_browsers import COOKIE, mark_of, remember


def test_a_browser_is_known_for_the_name_that_it_signed_in_and_no_other(rf: RequestFactory) -> None:
    response = HttpResponse()
    remember(response, "Ada")
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", "/api/v1/session")
    rf.cookies[COOKIE] = cookie.value
    assert mark_of(rf.get("/"), "ada")
    assert not mark_of(rf.get("/"), "eve")


@pytest.mark.parametrize(
    "value",
    ["", "x", signing.dumps(["name", "mark"]), signing.dumps(7), "é"],
    ids=["empty", "unsigned", "signed for something else", "a number", "no ASCII"],
)
def test_a_cookie_that_is_not_ours_makes_nobody_known(rf: RequestFactory, value: str) -> None:
    rf.cookies[COOKIE] = value
    assert mark_of(rf.get("/"), "name") == ""
