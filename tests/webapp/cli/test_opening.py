"""Whom a command acts for."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from webapp.accounts.models import Token, User
from webapp.accounts.services import deactivate, invite
from webapp.cli.accounts import token_create, token_list
from webapp.cli.opening import acting_user, known_user

pytestmark = pytest.mark.django_db


def test_a_command_acts_for_the_first_administrator_who_is_active() -> None:
    first, somebody, second = invite("first", admin=True), invite("somebody"), invite("second", admin=True)
    assert acting_user(None) == first
    deactivate(first)
    assert acting_user(None) == second
    made = CliRunner().invoke(token_create, ["agent"])
    assert (made.exit_code, Token.objects.get().user) == (0, second)
    assert acting_user("somebody") == somebody


def test_without_an_active_administrator_the_mend_is_named() -> None:
    invite("somebody")
    deactivate(invite("first", admin=True))
    with pytest.raises(click.ClickException, match="mokuji user create NAME --admin"):
        acting_user(None)


def test_nothing_acts_for_a_deactivated_user_and_their_tokens_can_still_be_listed() -> None:
    deactivate(invite("gone"))
    with pytest.raises(click.ClickException, match="gone is deactivated"):
        acting_user("gone")
    refused = CliRunner().invoke(token_create, ["agent", "--user", "gone"])
    assert (refused.exit_code, Token.objects.count()) == (1, 0)
    assert known_user("gone").username == "gone"
    assert "deactivated" not in CliRunner().invoke(token_list, ["--user", "gone"]).output


def test_a_new_library_gets_its_first_administrator() -> None:
    assert (acting_user(None).username, User.objects.get().is_superuser) == ("admin", True)
