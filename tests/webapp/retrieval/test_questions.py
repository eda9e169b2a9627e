from __future__ import annotations

import json

import pytest

from webapp.library.errors import BadRequest
from webapp.retrieval.questions import parse_questions

GOOD = {"question": "How?", "document": "a.md"}


def test_a_question_is_read_with_everything_it_may_say() -> None:
    line = GOOD | {"document": [7, "b.md"], "section": "1.2", "lines": [3, 9], "type": "md", "id": "q1"}
    (question,) = parse_questions(f"\n{json.dumps(line)}\n\n")
    assert (question.number, question.text, question.documents) == (2, "How?", ("7", "b.md"))
    assert (question.section, question.lines, question.filters) == ("1.2", (3, 9), {"type": "md"})
    assert question.id == "q1"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "Line 2 is no JSON"),
        ("[1]", "Line 2 is no object"),
        (GOOD | {"answer": 1}, "Line 2 has answer, which nothing reads"),
        ({"document": "a"}, "Line 2: question must be text"),
        (GOOD | {"question": " "}, "Line 2: question must be text"),
        ({"question": "a"}, "Line 2: document must name"),
        (GOOD | {"document": []}, "Line 2: document must name"),
        (GOOD | {"document": [None]}, "Line 2: document must name"),
        (GOOD | {"lines": [9, 3]}, r"Line 2: lines must be \[first, last\]"),
        (GOOD | {"lines": 3}, r"Line 2: lines must be \[first, last\]"),
        (GOOD | {"lines": [True, 3]}, r"Line 2: lines must be \[first, last\]"),
        (GOOD | {"section": [1]}, "Line 2: section must be text where it is given"),
    ],
)
def test_a_mistake_is_told_with_its_line(line: object, told: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    with pytest.raises(BadRequest, match=told):
        parse_questions(f"{json.dumps(GOOD)}\n{text}")


def test_no_question_at_all_is_a_mistake() -> None:
    with pytest.raises(BadRequest, match="There are no questions"):
        parse_questions("\n \n")
