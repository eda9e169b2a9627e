from __future__ import annotations

import pytest
from django.test import Client

from tests.support.ask import Ask, asking
from tests.support.documents import make_document
from webapp.accounts.models import User


@pytest.fixture
def ask(http: Client) -> Ask:
    return asking(http)


@pytest.mark.parametrize(
    ("address", "valid"),
    [
        ("/documents?bogus=1", "language"),
        ("/documents?type=md&typ=md", "type"),
        ("/search?query=tide&lim=2", "limit"),
        ("/status?x=1", "none"),
    ],
)
def test_an_unknown_query_parameter_is_refused_with_the_valid_ones(
    ask: Ask, address: str, valid: str
) -> None:
    told = ask("GET", address, status=422)
    assert valid in told["detail"]
    assert (
        told["errors"][0]["field"]
        == "query." + address.rpartition("&")[2].rpartition("?")[2].partition("=")[0]
    )


@pytest.mark.parametrize("filters", ["state=foo", "sort=foo", "outline_quality=foo"])
def test_a_value_that_no_document_can_have_is_refused(ask: Ask, user: User, filters: str) -> None:
    make_document(user)
    told = ask("GET", f"/documents?{filters}", status=422)
    assert told["errors"][0]["field"].startswith(f"query.{filters.partition('=')[0]}")


def test_a_type_that_no_file_can_have_is_refused_and_one_that_none_has_yet_finds_nothing(
    ask: Ask, user: User
) -> None:
    make_document(user)
    told = ask("GET", "/documents?type=foo", status=400)
    assert told["detail"] == "There is no file type 'foo'. Here: md."
    assert ask("GET", "/documents?type=epub")["items"] == []


def test_a_tag_that_nobody_uses_yet_finds_nothing(ask: Ask, user: User) -> None:
    make_document(user)
    assert ask("GET", "/documents?tag=none")["items"] == []


@pytest.mark.parametrize("address", ["/documents/abc", "/documents/1a/lines", "/documents/-1"])
def test_a_word_for_an_id_is_told_what_an_id_is(ask: Ask, address: str) -> None:
    assert "is no id of a document: ids are whole numbers" in ask("GET", address, status=404)["detail"]
