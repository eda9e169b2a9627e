from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from tests.support.documents import make_user
from webapp.accounts.models import User
from webapp.accounts.services import invite

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ada", "ADA", "ａｄａ", "аԁа"])
def test_a_name_that_looks_like_another_is_refused(name: str) -> None:
    make_user("ada")
    with pytest.raises(ValidationError, match="looks like it"):
        invite(name)
    assert User.objects.count() == 1


def test_a_name_of_mixed_scripts_is_refused() -> None:
    with pytest.raises(ValidationError, match="one script"):
        invite("аdmin")


@pytest.mark.parametrize("name", ["ad\u3164a", "\u115fada", "ad\uffa0a", "ad\u202ea"])
def test_a_name_that_holds_what_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        invite(name)


def test_a_mail_address_is_one_persons() -> None:
    invite("ada", email="ada@example.org")
    with pytest.raises(ValidationError, match="another user's"):
        invite("eve", email="ADA@Example.ORG")
    invite("eve")
    invite("ida")  # none is no address that two could share


def test_people_who_were_alike_before_go_on_and_may_change_something_else() -> None:
    User.objects.bulk_create(
        User(username=name, email=email)
        for name, email in (("ada", "ada@example.org"), ("Ada", "ADA@example.org"))
    )
    old = User.objects.get(username="Ada")
    old.language = "ja"
    old.full_clean(exclude=["password"])
    old.username = "ADA"
    with pytest.raises(ValidationError):
        old.full_clean(exclude=["password"])
    old.username = "grace"
    old.full_clean(exclude=["password"])


@pytest.mark.django_db(transaction=True)
def test_of_names_alike_that_are_made_at_once_one_is() -> None:
    make_user("first")

    def made(name: str) -> bool:
        try:
            invite(name)
        except ValidationError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(made, ["ada", "Ada", "ADA", "aDa"])) == 1
