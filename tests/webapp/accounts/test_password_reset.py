"""Who is mailed a link for a new password, how often, and what is written down."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from tests.support.documents import make_user
from webapp.accounts.models import SignInLink, User
from webapp.accounts.password_reset import MAILS_PER_USER, mail_links
from webapp.accounts.services import create_sign_in_link, digest_of, spend_link
from webapp.audit.models import AuditEntry
from webapp.audit.origin import Origin

pytestmark = pytest.mark.django_db
ORIGIN = Origin(via="browser", address="192.0.2.7")


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def with_address(name: str, email: str = "somebody@example.org") -> User:
    user = make_user(name)
    user.email = email
    user.save()
    return user


def ask(who: str, locale: str = "en") -> int:
    return mail_links(who, locale=locale, origin=ORIGIN)


@pytest.mark.parametrize("who", ["somebody", "somebody@example.org", "SOMEBODY@Example.org"])
def test_a_name_and_an_address_both_find_somebody(who: str) -> None:
    with_address("somebody")
    assert ask(who) == 1
    assert mail.outbox[0].to == ["somebody@example.org"]


def test_everybody_with_the_address_gets_a_link_of_their_own() -> None:
    with_address("one")
    with_address("two")
    assert ask("somebody@example.org") == 2
    assert len({each.body for each in mail.outbox}) == 2


def test_a_name_that_looks_like_an_address_is_found() -> None:
    with_address("one@work.example", "elsewhere@example.org")
    assert ask("one@work.example") == 1
    assert mail.outbox[0].to == ["elsewhere@example.org"]


def test_nobody_the_inactive_and_those_without_an_address_get_none() -> None:
    make_user("without")
    gone = with_address("gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    assert [ask(who) for who in ("nobody", "without", "gone", "somebody@example.org", "", "@")] == [0] * 6
    assert mail.outbox == []
    assert not SignInLink.objects.exists()


def test_the_link_ends_after_an_hour_and_leaves_an_invitation_alone() -> None:
    user = with_address("somebody")
    invitation = create_sign_in_link(user, new_password=True)
    ask("somebody")
    link = SignInLink.objects.latest("id")
    assert timedelta(minutes=59) < link.expires_at - timezone.now() <= timedelta(hours=1)
    assert spend_link(digest_of(invitation)) == user
    assert not SignInLink.objects.filter(used_at=None).exists(), "one that was used ends the others"


def test_a_mailbox_is_not_filled_whoever_asks() -> None:
    with_address("somebody")
    assert [ask("somebody") for _ in range(MAILS_PER_USER + 2)] == [1, 1, 1, 0, 0]
    assert len(mail.outbox) == MAILS_PER_USER


def test_it_is_recorded_where_it_was_asked_from() -> None:
    with_address("somebody")
    ask("somebody")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target, entry.user_name) == ("password-reset-mailed", "somebody", "")
    assert (entry.via, entry.address) == ("browser", "192.0.2.7")


@pytest.mark.parametrize(
    ("language", "locale", "subject"),
    [
        ("", "ja", "Mokuji の新しいパスワード"),
        ("zh-Hans", "ja", "Mokuji 新密码"),
        ("", "tlh", "A new password for Mokuji"),
    ],
)
def test_it_speaks_the_persons_language_else_the_askers(language: str, locale: str, subject: str) -> None:
    user = with_address("somebody")
    User.objects.filter(pk=user.pk).update(language=language)
    ask("somebody", locale)
    assert mail.outbox[0].subject == subject
