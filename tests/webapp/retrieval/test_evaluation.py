from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.webapp.retrieval.conftest import Library
from webapp.library.errors import BadRequest, Conflict
from webapp.retrieval.evaluation import evaluate
from webapp.retrieval.gate import by_questions
from webapp.retrieval.questions import Question, parse_questions

TEXT = "# Tides\n\nThe sea rises.\n\n## Moon\n\nThe moon pulls the water.\n"


def asked(*lines: dict[str, object]) -> list[Question]:
    return parse_questions("\n".join(map(json.dumps, lines)))


def test_hits_ranks_sections_lines_and_tokens_are_scored(library: Library) -> None:
    tides = library.add(TEXT, name="tides.md")
    library.add("# Bread\n\nKnead the dough.\n", name="bread.md")
    scores = evaluate(
        library.reader,
        asked(
            {"question": "moon pulls", "document": "tides.md", "section": "1.1", "lines": [5, 7]},
            {"question": "moon pulls", "document": [str(tides.pk)], "section": "Moon"},
            {"question": "knead dough", "document": "tides.md", "lines": [1, 3]},
        ),
    )
    assert (scores.questions, scores.hit_1, scores.hit_5) == (3, 0.6667, 0.6667)
    assert scores.mrr == pytest.approx(2 / 3, abs=1e-3)
    assert scores.section_hit == 1.0
    assert scores.line_overlap is not None
    assert 0.3 < scores.line_overlap <= 0.5
    assert scores.tokens > 20
    assert scores.semantic is True


def test_what_no_question_asks_for_is_none(library: Library) -> None:
    library.add(TEXT, name="tides.md")
    scores = evaluate(library.reader, asked({"question": "moon", "document": "tides.md"}))
    assert (scores.section_hit, scores.line_overlap) == (None, None)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"question": "moon", "document": "other.md"}, "Line 1: there is no document 'other.md'"),
        ({"question": "moon", "document": "tides.md", "section": "9"}, "has no section '9'"),
    ],
)
def test_an_answer_that_is_not_there_is_a_mistake(
    library: Library, line: dict[str, object], told: str
) -> None:
    library.add(TEXT, name="tides.md")
    with pytest.raises(BadRequest, match=told):
        evaluate(library.reader, asked(line))


def test_the_gate_lets_an_equal_index_pass_and_refuses_a_worse_one(library: Library) -> None:
    library.add(TEXT, name="tides.md")
    questions = asked({"question": "moon pulls", "document": "tides.md"})
    live = library.engines
    assert "hit@5 1.000 -> 1.000" in by_questions(questions, 1.0)(live, live)
    empty = replace(live, lexical=live.lexical.start_anew(), vectors=None, embedder=None)
    with pytest.raises(Conflict, match=r"scores hit@5 0\.000, the present one 1\.000, and needs 98%"):
        by_questions(questions, 0.98)(live, empty)
    assert by_questions(questions, 0.0)(live, empty)
    empty.lexical.discard()
