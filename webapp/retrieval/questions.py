"""Questions with known answers, one line of JSON each: what an index is scored on.

    {"question": "How is a release undone?", "document": "handbook.pdf", "section": "4.2", "lines": [120, 140]}

question: what is searched for. document: the one that answers it, or a list of several, each by its id, source,
file name or title. Optional: section (number or title) and lines (first and last, from 1) of the answer in the
first of them; id, a name for the question; type, language, tag, collection: filters of the search.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from webapp.library.errors import BadRequest

MOST_QUESTIONS = 10_000
FILTERS = ("type", "language", "tag", "collection")
_KNOWN = {"id", "question", "document", "section", "lines", *FILTERS}


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answer: documents as they were named, and the place in the first one."""

    number: int
    text: str
    documents: tuple[str, ...]
    section: str = ""
    lines: tuple[int, int] | None = None
    filters: dict[str, str] = field(default_factory=dict)
    id: str = ""


def parse_questions(text: str) -> list[Question]:
    """Return the questions of a JSON Lines text. Raises BadRequest naming the line and the mend."""
    found = [
        _parse(number, line)
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1)
        if line.strip()
    ]
    if not found:
        raise BadRequest(
            'There are no questions. Write one a line, as {"question": "...", "document": "..."}.'
        )
    if len(found) > MOST_QUESTIONS:
        raise BadRequest(f"There are {len(found):,} questions, but may be {MOST_QUESTIONS:,}.")
    return found


def _parse(number: int, line: str) -> Question:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"Line {number} is no JSON ({error}). Write one object a line.") from None
    if not isinstance(raw, dict):
        raise BadRequest(f'Line {number} is no object. Write {{"question": "...", "document": "..."}}.')
    if unknown := sorted(set(raw) - _KNOWN):
        raise BadRequest(
            f"Line {number} has {', '.join(unknown)}, which nothing reads. Known: {', '.join(sorted(_KNOWN))}."
        )
    return Question(
        number=number,
        text=_words(number, raw, "question"),
        documents=_documents(number, raw.get("document")),
        section=_words(number, raw, "section", needed=False),
        lines=_lines(number, raw.get("lines")),
        filters={name: _words(number, raw, name) for name in FILTERS if name in raw},
        id=_words(number, raw, "id", needed=False) or str(number),
    )


def _words(number: int, raw: dict[str, Any], name: str, *, needed: bool = True) -> str:
    value = raw.get(name, "")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or (needed and not value.strip()):
        raise BadRequest(f"Line {number}: {name} must be text{'' if needed else ' where it is given'}.")
    return value.strip()


def _documents(number: int, value: Any) -> tuple[str, ...]:
    named: Iterable[Any] = value if isinstance(value, list) else [value]
    found = tuple(
        str(each).strip() for each in named if isinstance(each, str | int) and not isinstance(each, bool)
    )
    if not found or not all(found):
        raise BadRequest(
            f"Line {number}: document must name what answers the question, by id, source, file name or title."
        )
    return found


def _lines(number: int, value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(each, int) and not isinstance(each, bool) for each in value)
        or not 1 <= value[0] <= value[1]
    ):
        raise BadRequest(f"Line {number}: lines must be [first, last], counted from 1.")
    return value[0], value[1]
