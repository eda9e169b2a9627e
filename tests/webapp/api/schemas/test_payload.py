from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from webapp.api.schemas.account import NewToken
from webapp.api.schemas.documents import BulkRequest
from webapp.api.schemas.outline_edits import AddSection, OutlineReplacement, RemoveSection
from webapp.api.schemas.payload import Payload
from webapp.api.schemas.search import GrepArguments, OutlineArguments, ReadArguments, SearchArguments

ADD = {"op": "add", "first_line": 2, "level": 1, "title": "A"}


@pytest.mark.parametrize(
    ("kind", "good", "name", "bad"),
    [
        (ReadArguments, {"doc_id": 1}, "doc_id", True),
        (ReadArguments, {"doc_id": 1}, "limit", False),
        (OutlineArguments, {"doc_ids": [1]}, "doc_ids", [True]),
        (SearchArguments, {"query": "x"}, "limit", True),
        (GrepArguments, {"pattern": "x"}, "doc_ids", [1, True]),
        (GrepArguments, {"pattern": "x"}, "context", True),
        (NewToken, {"name": "a"}, "calls_per_minute", True),
        (BulkRequest, {"action": "delete", "document_ids": [1]}, "document_ids", [True]),
        (AddSection, ADD, "first_line", True),
        (AddSection, ADD, "level", True),
        (OutlineReplacement, {"version": 1, "sections": []}, "version", True),
    ],
)
def test_true_is_no_number(kind: Any, good: dict[str, Any], name: str, bad: object) -> None:
    kind(**good)
    with pytest.raises(ValidationError, match="must not be true or false"):
        kind(**{**good, name: bad})


def test_true_is_taken_where_it_is_meant() -> None:
    assert GrepArguments(pattern="x", ignore_case=True).ignore_case
    assert RemoveSection(op="remove", section="1", branch=True).branch

    class Maybe(Payload):
        sure: bool | None = None

    assert Maybe(sure=True).sure


def test_what_nobody_asked_for_is_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        ReadArguments(doc_id=1, lines=3)  # type: ignore[call-arg]
