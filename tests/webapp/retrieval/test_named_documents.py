from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.retrieval.named_documents import named_documents, packed, unpacked


@pytest.mark.parametrize(
    ("arguments", "text", "named"),
    [
        ({"doc_id": 7}, "1 | text", {7}),
        ({"doc_id": "7"}, "", {7}),
        ({"doc_ids": [1, "2", "x", None]}, "", {1, 2}),
        ({"doc_ids": 4}, "", {4}),
        (
            {"query": "tide"},
            "#1  Tides\n    doc_id: 12 | type: md\n#2  Moon\n    doc_id: 3 | type: md",
            {3, 12},
        ),
        ({"query": "7"}, "No document matches.", set()),
        ({"doc_id": "9" * 40}, f"doc_id: {'9' * 40}", set()),
        ({"doc_id": "²"}, "", set()),
    ],
)
def test_documents_are_named_by_the_question_and_by_the_answer(
    arguments: dict[str, Any], text: str, named: set[int]
) -> None:
    assert named_documents(arguments, text) == named


@given(st.sets(st.integers(1, 10**17)))
def test_a_packed_text_holds_its_ids(ids: set[int]) -> None:
    assert unpacked(packed(ids)) == ids
