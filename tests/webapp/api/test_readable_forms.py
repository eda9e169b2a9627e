from __future__ import annotations

import pytest
from django.test import Client

from tests.support.malformed import FORMS
from webapp.accounts.models import User

BODIES = (
    b"null",
    b"",
    b"--x\r\n",
    b"a=%ff",
    b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--",
)
OPERATIONS = (
    "/api/v1/collections",
    "/api/v1/verbs/search",
    "/api/v1/verbs/read",
    "/api/v1/documents/bulk",
    "/api/v1/tokens",
    "/api/v1/users",
    "/api/v1/account/password",
    "/api/v1/account/second-factor",
    "/api/v1/account/second-factor/confirm",
)
SIGNING_IN = ("/api/v1/session", "/api/v1/session/link", "/api/v1/session/code")
"""These look at the CSRF token once the body was understood: anybody may send one."""
PAGES = (
    "/admin/",
    "/admin/accounts/user/add/",
    "/admin/auth/group/add/",
    "/oauth/authorize",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/register",
    "/oidc/begin",
    "/",
)


def browser(*, csrf: bool) -> Client:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("admin"))
    token = client.get("/api/v1/session").json()["csrf_token"]
    if csrf:
        client.defaults["HTTP_X_CSRFTOKEN"] = token
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("csrf", [True, False])
def test_a_form_where_none_is_wanted_is_refused_by_every_operation(csrf: bool) -> None:
    http = browser(csrf=csrf)
    answers = {
        (path, form, body): http.post(path, body, content_type=form).status_code
        for path in OPERATIONS
        for form in FORMS
        for body in BODIES
    }
    wanted = {415, 422} if csrf else {403}
    assert {asked: status for asked, status in answers.items() if status not in wanted} == {}


@pytest.mark.django_db
def test_a_form_signs_nobody_in() -> None:
    http = browser(csrf=False)
    for path in SIGNING_IN:
        answers = {http.post(path, b"null", content_type=form).status_code for form in FORMS}
        assert answers == {415}, path


@pytest.mark.django_db
@pytest.mark.parametrize("csrf", [True, False])
def test_a_broken_form_makes_no_page_fail(csrf: bool, caplog: pytest.LogCaptureFixture) -> None:
    http = browser(csrf=csrf)
    answers = {
        (path, form, body): http.post(path, body, content_type=form).status_code
        for path in PAGES
        for form in FORMS
        for body in BODIES
    }
    assert {asked: status for asked, status in answers.items() if status >= 500} == {}
    assert "Traceback" not in caplog.text
