"""Commands about people, with the database of this process; flows/test_command_line runs them as people do."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from webapp.accounts.models import User
from webapp.audit.models import AuditEntry
from webapp.cli.accounts import user_create

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("password", ["", "a long password 1\n"])
def test_a_user_made_on_the_command_line_is_recorded_like_any_other(password: str) -> None:
    options = ["--password-stdin"] if password else []
    done = CliRunner().invoke(user_create, ["ami", "--admin", *options], input=password)
    assert done.exit_code == 0, done.output
    made = User.objects.get(username="ami")
    assert (made.is_superuser, made.has_usable_password()) == (True, bool(password))
    entry = AuditEntry.objects.get(action="user-invited")
    assert (entry.target, entry.detail) == ("ami", {"admin": True})


def test_a_password_that_will_not_do_makes_nobody() -> None:
    done = CliRunner().invoke(user_create, ["ami", "--password-stdin"], input="12345\n")
    assert (done.exit_code, User.objects.count()) == (1, 0)
    assert "too short" in done.output
