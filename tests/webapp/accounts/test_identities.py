"""Who of us somebody is whom a provider has signed in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.documents import make_user
from webapp.accounts.identities import Known, Unknown, unbind, user_of
from webapp.accounts.models import Identity, User
from webapp.audit.models import AuditEntry

pytestmark = pytest.mark.django_db
ISSUER = "https://login.example.org"


@pytest.fixture
def create(settings: Any) -> Any:
    def allow(*domains: str) -> None:
        settings.MOKUJI = settings.MOKUJI | {"oidc_create": domains}

    return allow


def with_address(name: str, email: str = "ada@example.org") -> User:
    user = make_user(name)
    User.objects.filter(pk=user.pk).update(email=email)
    return user


def known(subject: str = "s-1", email: str = "ada@example.org", name: str = "ada") -> Known:
    return Known(ISSUER, subject, email, name)


def refusal(who: Known) -> str:
    with pytest.raises(Unknown) as refused:
        user_of(who)
    return refused.value.code


def test_a_verified_address_binds_once_and_later_the_providers_own_name_counts() -> None:
    user = with_address("somebody")
    assert user_of(known(email="Ada@Example.org")) == user
    assert user_of(known(email="another@example.org")) == user
    assert user_of(known(email="")) == user
    assert Identity.objects.count() == 1
    bound = AuditEntry.objects.get()
    assert (bound.action, bound.user_name, bound.detail) == ("identity-bound", "somebody", {"issuer": ISSUER})


def test_an_address_that_changed_hands_at_the_provider_opens_nothing() -> None:
    with_address("somebody")
    user_of(known("s-1"))
    assert refusal(known("s-2")) == "taken"


def test_after_unbinding_the_address_binds_anew() -> None:
    user = with_address("somebody")
    user_of(known("s-1"))
    assert unbind(user) == 1
    assert user_of(known("s-2")) == user
    assert refusal(known("s-1")) == "taken"


def test_what_is_not_verified_unknown_ambiguous_or_inactive_comes_not_in() -> None:
    assert refusal(known(email="")) == "unverified"
    assert refusal(known()) == "unknown"
    user = with_address("somebody")
    User.objects.update(is_active=False)
    assert refusal(known()) == "inactive"
    User.objects.update(is_active=True)
    user_of(known())
    User.objects.update(is_active=False)
    assert refusal(known()) == "inactive"
    User.objects.filter(pk=user.pk).update(is_active=True)
    with_address("double")
    assert refusal(known("s-9")) == "ambiguous"


def test_accounts_are_made_for_the_domains_that_are_allowed_and_no_others(create: Any) -> None:
    create("example.org")
    assert refusal(known(email="ada@example.com")) == "unknown"
    assert refusal(known(email="ada@sub.example.org")) == "unknown"
    assert refusal(known(email="example.org")) == "unknown"
    made = user_of(known(email="Ada@EXAMPLE.org"))
    assert (made.username, made.email, made.is_superuser, made.has_usable_password()) == (
        "ada", "Ada@example.org", False, False,
    )  # fmt: skip
    assert user_of(known()) == made


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("ada", "ada-2"),
        ("ada lovelace", "ada-lovelace"),
        ("", "ada-2"),
        ("<>", "ada-2"),
        ("é" * 300, "é" * 140),
    ],
)
def test_a_name_is_made_that_can_be_and_is_free(create: Any, told: str, name: str) -> None:
    create("*")
    make_user("ada")
    assert user_of(known(name=told)).username == name
