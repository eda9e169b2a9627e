from __future__ import annotations

import pytest

from ingest.domain.document import Line, Place
from tests.support.ask import Ask
from tests.support.documents import make_document, publish, register
from webapp.accounts.models import User

pytestmark = pytest.mark.django_db


def test_lines_come_with_their_places(ask: Ask, user: User) -> None:
    done = register(user, b"%PDF", "a.pdf")
    assert done.revision is not None
    place = Place(page=2, box=(1.0, 2.0, 3.0, 4.0))
    publish(done.revision, [Line("one"), Line("two", place), Line("three")], (), title="T")
    answer = ask("GET", f"/documents/{done.document.pk}/lines?offset=2&limit=1")
    assert (answer["total"], answer["offset"], answer["revision"]) == (3, 2, 1)
    assert answer["lines"] == [
        {"number": 2, "text": "two", "page": 2, "box": [1.0, 2.0, 3.0, 4.0], "part": None, "seconds": None}
    ]
    past = ask("GET", f"/documents/{done.document.pk}/lines?offset=4", status=400)
    assert past["detail"] == f"offset is 4, but document {done.document.pk} has lines 1 to 3."
    for bad in ("offset=0", "limit=0", "limit=2001", "offset=x", f"offset={10**20}"):
        ask("GET", f"/documents/{done.document.pk}/lines?{bad}", status=422)


def test_a_text_is_found_with_its_section(ask: Ask, user: User) -> None:
    document = make_document(user)
    answer = ask("GET", f"/documents/{document.pk}/find?q=MOON")
    assert (answer["total_lines"], answer["total_matches"]) == (1, 1)
    assert answer["lines"] == [{"number": 7, "text": "The moon pulls.", "section": "1.1", "ranges": [[4, 8]]}]
    assert ask("GET", f"/documents/{document.pk}/find?q=sun")["lines"] == []
    assert ask("GET", f"/documents/{document.pk}/find?q=the&limit=1")["total_lines"] == 2
    ask("GET", f"/documents/{document.pk}/find", status=422)
    ask("GET", f"/documents/{document.pk}/find?q=", status=422)


def test_a_document_that_was_not_read_yet_is_empty(ask: Ask, user: User) -> None:
    pk = register(user, b"# New").document.pk
    assert ask("GET", f"/documents/{pk}/lines")["lines"] == []
    assert ask("GET", f"/documents/{pk}/find?q=new")["total_lines"] == 0
    answer = ask("GET", f"/documents/{pk}/outline")
    assert (answer["sections"], answer["quality"]) == ([], "none")
    assert "still being indexed" in answer["text"]
