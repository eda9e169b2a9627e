from __future__ import annotations

import json

import pytest

from tests.support.documents import make_document, make_user, reader_of
from tests.webapp.retrieval.conftest import Library
from webapp.retrieval.answers import SearchMode, facts
from webapp.retrieval.outline import outline
from webapp.retrieval.read import read
from webapp.retrieval.search import search


@pytest.mark.parametrize(
    ("mode", "shown"),
    [
        (SearchMode(True, True), "keyword + semantic"),
        (SearchMode(True, False, "semantic search is off"), "keyword only; semantic search is off"),
        (SearchMode(False, True, "keyword search failed"), "semantic only; keyword search failed"),
        (SearchMode(True, True, "semantic index 97% ready"), "keyword + semantic; semantic index 97% ready"),
    ],
)
def test_a_mode_says_which_paths_ran_and_why_not_both(mode: SearchMode, shown: str) -> None:
    assert str(mode) == shown


@pytest.mark.django_db
def test_the_facts_of_outline_and_read_are_json() -> None:
    user = make_user(password=None)
    document = make_document(user)
    tree = facts(outline(reader_of(user), document.pk))
    lines = facts(read(reader_of(user), document.pk, limit=1))
    assert json.loads(json.dumps(tree))["documents"][0]["sections"][1]["number"] == "1.1"
    assert json.loads(json.dumps(lines))["lines"] == ["# Tides"]


def test_the_facts_of_search_are_json_and_name_the_mode(library: Library) -> None:
    library.add("# Tides\n\nThe moon pulls.")
    told = json.loads(json.dumps(facts(search(library.reader, "moon"))))
    assert told["mode"]["text"] == "keyword + semantic"
    assert told["results"][0]["best"]["section"] == "1"
