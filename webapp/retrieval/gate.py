"""Whether an index that was built may answer in place of the present one: it is asked the same questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from django.conf import settings

from webapp.accounts.services import first_user
from webapp.bridge.engines import OpenEngines, using
from webapp.bridge.rebuild import Declined
from webapp.library.access import reader_for
from webapp.library.errors import BadRequest, Conflict
from webapp.retrieval.evaluation import Scores, evaluate
from webapp.retrieval.questions import Question, parse_questions

Accept = Callable[[OpenEngines, OpenEngines], str]


def by_questions(questions: Sequence[Question], at_least: float, *, keep: bool = True) -> Accept:
    """Return what accepts an index whose document hit@5 and MRR are at least this share of the present ones.

    keep: otherwise nothing is accepted, only compared.
    """

    def accept(live: OpenEngines, built: OpenEngines) -> str:
        reader = reader_for(first_user())
        with using(live):
            before = evaluate(reader, questions)
        with using(built):
            after = evaluate(reader, questions)
        report = compared(before, after)
        if not keep:
            raise Declined(report)
        for name, old, new in (("hit@5", before.hit_5, after.hit_5), ("MRR", before.mrr, after.mrr)):
            if new < at_least * old:
                raise Conflict(
                    f"The new index scores {name} {new:.3f}, the present one {old:.3f}, and needs {at_least:.0%} of "
                    f"that. It was thrown away. {report}. Lower the demand with --at-least to take it anyway."
                )
        return report

    return accept


def by_settings(live: OpenEngines, built: OpenEngines) -> str:
    """Judge by the questions that MOKUJI_QUESTIONS names; without any, everything is accepted."""
    path = settings.MOKUJI["questions"]
    if not path:
        return ""
    try:
        questions = parse_questions(Path(path).expanduser().read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(
            f"The questions in {path} cannot be read ({error}). Mend MOKUJI_QUESTIONS."
        ) from error
    return by_questions(questions, settings.MOKUJI["questions_at_least"] / 100)(live, built)


def compared(before: Scores, after: Scores) -> str:
    """Return both scores in one line."""
    pairs = (
        ("hit@1", before.hit_1, after.hit_1),
        ("hit@5", before.hit_5, after.hit_5),
        ("hit@10", before.hit_10, after.hit_10),
        ("MRR", before.mrr, after.mrr),
    )
    told = ", ".join(f"{name} {old:.3f} -> {new:.3f}" for name, old, new in pairs)
    return f"{before.questions} questions: {told}, tokens {before.tokens:.0f} -> {after.tokens:.0f}"
