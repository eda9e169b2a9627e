from __future__ import annotations

import pytest

from tests.support.documents import make_collection, make_document, make_user, reader_of, register
from webapp.library.access import reader_for
from webapp.library.errors import BadRequest, Conflict, NotFound
from webapp.retrieval.grep import grep

pytestmark = pytest.mark.django_db

LAW = "# Tides\n\nThe tide rises.\n\n## Causes\n\nThe moon pulls the tide.\nWind, too."


def test_matching_lines_come_with_their_section() -> None:
    user = make_user()
    document = make_document(user, LAW, title="On tides")
    answer = grep(reader_of(user), "tide")
    assert answer.text == (
        "2 lines match, in 1 of 1 document.\n\n"
        f"doc_id: {document.pk} | On tides\n"
        "[1] Tides\n"
        "3 | The tide rises.\n"
        "[1.1] Causes\n"
        "7 | The moon pulls the tide."
    )
    (found,) = answer.documents
    assert [(line.number, line.section) for line in found.lines] == [(3, "1"), (7, "1.1")]
    assert (answer.cursor, answer.documents_left) == (None, 0)


def test_lines_around_are_shown_apart_from_matches() -> None:
    user = make_user()
    make_document(user, LAW)
    answer = grep(reader_of(user), "^The", context=1)
    assert answer.text.endswith(
        "2 -\n[1] Tides\n3 | The tide rises.\n4 -\n--\n6 -\n[1.1] Causes\n7 | The moon pulls the tide.\n8 - Wind, too."
    )


def test_every_match_comes_once_over_all_pages() -> None:
    user = make_user()
    ids = [
        make_document(user, "\n".join(f"tide {d}.{n}" for n in range(150)), name=f"{d}.md").pk
        for d in range(3)
    ]
    reader, seen, cursor = reader_of(user), list[tuple[int, int]](), None
    for _ in range(20):
        answer = grep(reader, "tide", limit=40, cursor=cursor)
        seen += [
            (document.document_id, line.number) for document in answer.documents for line in document.lines
        ]
        if (cursor := answer.cursor) is None:
            break
    assert seen == [(pk, number) for pk in ids for number in range(1, 151)]


def test_one_looks_in_documents_or_a_collection() -> None:
    user = make_user()
    law = make_collection(user, "Law")
    inside = make_document(user, "tide inside", name="a.md", collection=law)
    outside = make_document(user, "tide outside", name="b.md")
    reader = reader_of(user)

    def found(**where: object) -> list[int]:
        return [document.document_id for document in grep(reader, "tide", **where).documents]  # type: ignore[arg-type]

    assert found() == [inside.pk, outside.pk]
    assert found(collection="Law") == [inside.pk]
    assert found(doc_ids=outside.pk) == [outside.pk]
    assert found(doc_ids=[outside.pk], collection="Law") == []


def test_only_what_the_caller_may_read_is_looked_at() -> None:
    document = make_document(make_user("other"), "tide secret")
    stranger = reader_for(make_user())
    assert grep(stranger, "tide").documents == ()
    with pytest.raises(NotFound):
        grep(stranger, "tide", doc_ids=document.pk)


def test_nothing_found_is_an_answer_with_a_hint() -> None:
    user = make_user()
    make_document(user, LAW)
    assert grep(reader_of(user), "Tidal").text.startswith("No line matches in 1 document.\n\nTry ignore_case")


def test_what_cannot_be_is_told() -> None:
    user = make_user()
    reader = reader_of(user)
    unread = register(user, b"x").document
    for arguments, told in (
        ({"context": 11}, "0 to 10"),
        ({"limit": 0}, "1 to 200"),
        ({"cursor": "soon"}, "1714:57"),
        ({"doc_ids": []}, "1 to 50"),
    ):
        with pytest.raises(BadRequest, match=told):
            grep(reader, "tide", **arguments)
    with pytest.raises(Conflict):
        grep(reader, "tide", doc_ids=unread.pk)


def test_of_a_very_long_line_the_part_that_matches_is_shown() -> None:
    user = make_user()
    make_document(user, "x " * 5_000 + "NEEDLE" + " y" * 5_000)
    (line,) = grep(reader_of(user), "NEEDLE").documents[0].lines
    assert "NEEDLE" in line.text
    assert len(line.text) < 260
    assert line.text.startswith("...")
    assert line.text.endswith("...")


def test_an_answer_never_costs_more_than_it_may() -> None:
    user = make_user()
    make_document(user, "\n".join("目次" * 110 for _ in range(400)))
    answer = grep(reader_of(user), "目次", limit=200, context=10)
    assert answer.tokens <= 20_000
    assert answer.cursor is not None
