"""How well the indexes answer questions whose answers are known: through the verb `search`, as everybody asks."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db.models import F

from webapp.library.access import Reader, visible_documents
from webapp.library.errors import BadRequest
from webapp.library.models import SectionRow
from webapp.retrieval.answers import SearchAnswer, SearchResult
from webapp.retrieval.filters import FilterArguments
from webapp.retrieval.questions import Question
from webapp.retrieval.search import search

DEPTH = 10
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over questions. hit: share with a right document among the first 1, 5, 10; mrr: mean of 1 over its rank.

    section_hit: of the questions with a section, the share where a named place of the right document begins in it.
    line_overlap: of those with lines, the mean share of these that the named places cover. tokens: of an answer.
    None where no question asks for it. semantic: whether every answer searched by meaning too.
    """

    questions: int
    hit_1: float
    hit_5: float
    hit_10: float
    mrr: float
    section_hit: float | None
    line_overlap: float | None
    tokens: float
    semantic: bool

    def facts(self) -> dict[str, float | bool | None]:
        """Return all of it by name."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Gold:
    documents: frozenset[int]
    sections: tuple[tuple[int, int], ...]


def evaluate(reader: Reader, questions: Sequence[Question]) -> Scores:
    """Ask every question and score the answers. Raises BadRequest for one whose document or section is not there."""
    names = _names(reader)
    golds = [_gold(question, names) for question in questions]
    sums: Counter[str] = Counter()
    semantic = True
    for question, gold in zip(questions, golds, strict=True):
        filters: FilterArguments = dict(question.filters)  # type: ignore[assignment]
        answer = search(reader, question.text, limit=DEPTH, **filters)
        semantic = semantic and answer.mode.semantic
        sums.update(_points(question, gold, answer))
    count = len(questions)
    with_section = sum(bool(question.section) for question in questions)
    with_lines = sum(question.lines is not None for question in questions)
    return Scores(
        questions=count,
        hit_1=_mean(sums["hit@1"], count),
        hit_5=_mean(sums["hit@5"], count),
        hit_10=_mean(sums["hit@10"], count),
        mrr=_mean(sums["mrr"], count),
        section_hit=_mean(sums["section"], with_section) if with_section else None,
        line_overlap=_mean(sums["lines"], with_lines) if with_lines else None,
        tokens=round(sums["tokens"] / count, 1),
        semantic=semantic,
    )


def _mean(total: float, count: int) -> float:
    return round(total / count, DIGITS)


def _points(question: Question, gold: _Gold, answer: SearchAnswer) -> Mapping[str, float]:
    points: dict[str, float] = {"tokens": answer.tokens}
    for result in answer.results:
        if result.document_id not in gold.documents:
            continue
        points |= {f"hit@{depth}": float(result.rank <= depth) for depth in (1, 5, DEPTH)}
        points["mrr"] = 1 / result.rank
        places = _places(result)
        points["section"] = float(
            any(first <= place <= last for place, _ in places for first, last in gold.sections)
        )
        if question.lines is not None:
            points["lines"] = _overlap(question.lines, places)
        break
    return points


def _places(result: SearchResult) -> list[tuple[int, int]]:
    return [(spot.first_line, spot.last_line) for spot in (result.best, *result.more)]


def _overlap(wanted: tuple[int, int], places: Sequence[tuple[int, int]]) -> float:
    lines = set(range(wanted[0], wanted[1] + 1))
    covered = {
        line for first, last in places for line in range(max(first, wanted[0]), min(last, wanted[1]) + 1)
    }
    return len(covered) / len(lines)


def _names(reader: Reader) -> dict[str, set[int]]:
    """Return document ids by everything that may name them."""
    names: dict[str, set[int]] = defaultdict(set)
    rows = visible_documents(reader).exclude(revision=None)
    for pk, source, file_name, title in rows.values_list("pk", "source", "file_name", "title"):
        for name in {str(pk), source, file_name, title}:
            if name:
                names[name].add(pk)
    return names


def _gold(question: Question, names: Mapping[str, set[int]]) -> _Gold:
    unknown = [name for name in question.documents if name not in names]
    if unknown:
        raise BadRequest(
            f"Line {question.number}: there is no document {unknown[0]!r}. Name it by its id, source, "
            "file name or title, or take the question out."
        )
    documents = frozenset(pk for name in question.documents for pk in names[name])
    return _Gold(documents, _sections(question, names[question.documents[0]]))


def _sections(question: Question, documents: set[int]) -> tuple[tuple[int, int], ...]:
    if not question.section:
        return ()
    rows = SectionRow.objects.filter(
        revision__document__in=documents, revision__document__revision=F("revision")
    )
    by_number = bool(re.fullmatch(r"\d+(\.\d+)*", question.section))
    found = rows.filter(number=question.section) if by_number else rows.filter(title=question.section)
    lines = tuple(found.values_list("first_line", "last_line"))
    if not lines:
        raise BadRequest(
            f"Line {question.number}: {question.documents[0]!r} has no section {question.section!r}. "
            "`mokuji outline` shows its sections with numbers and titles."
        )
    return lines
