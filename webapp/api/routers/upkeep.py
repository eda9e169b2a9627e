"""Looking after the indexes: for administrators only."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest
from ninja import Router, Status

from webapp.api.auth import caller
from webapp.api.schemas.upkeep import Examination, Questions, RebuildStanding, RebuildWishes, Repair, Scores
from webapp.audit.services import record
from webapp.bridge.doctor import examine
from webapp.bridge.engines import engines
from webapp.bridge.rebuild import Accept, anything, start_rebuild
from webapp.bridge.rebuild_progress import standing
from webapp.bridge.repair import repair
from webapp.library.access import require_write
from webapp.library.errors import Refused
from webapp.retrieval.evaluation import evaluate
from webapp.retrieval.gate import by_questions
from webapp.retrieval.questions import parse_questions

router = Router()


def _require_administrator(request: HttpRequest) -> None:
    if not caller(request).user.is_superuser:
        raise Refused("Only an administrator may do this. Ask one, or sign in as one.")


@router.get("/doctor", response=Examination, operation_id="examine", summary="Check everything")
def doctor(request: HttpRequest) -> Examination:
    """Check engines, model, disk and permissions; each finding says the mend."""
    _require_administrator(request)
    return Examination.model_validate({"findings": [asdict(finding) for finding in examine(engines())]})


@router.post("/doctor/repair", response=Repair, operation_id="repair", summary="Mend what can be mended")
def mend(request: HttpRequest) -> Repair:
    """Mend files, database and both indexes, say what was done, and check everything again."""
    _require_administrator(request)
    require_write(caller(request).reader)
    record("repair-started")
    deeds = [asdict(deed) for deed in repair(engines())]
    return Repair.model_validate(
        {"deeds": deeds, "findings": [asdict(finding) for finding in examine(engines())]}
    )


@router.post(
    "/rebuild", response={202: RebuildStanding}, operation_id="start_rebuild", summary="Rebuild both indexes"
)
def rebuild(request: HttpRequest, wishes: RebuildWishes | None = None) -> Status[RebuildStanding]:
    """Begin to make both indexes again from the database, beside the present ones, which answer until then."""
    _require_administrator(request)
    require_write(caller(request).reader)
    asked = wishes or RebuildWishes()
    accept: Accept = anything
    if asked.questions:
        accept = by_questions(parse_questions(asked.questions), asked.at_least, keep=asked.keep)
    record("rebuild-started")
    return Status(202, RebuildStanding.model_validate(asdict(start_rebuild(accept))))


@router.post("/evaluate", response=Scores, operation_id="evaluate", summary="Score the index on questions")
def score(request: HttpRequest, asked: Questions) -> Scores:
    """Ask questions whose answers are known, over what the caller may see."""
    _require_administrator(request)
    return Scores.model_validate(evaluate(caller(request).reader, parse_questions(asked.questions)).facts())


@router.get("/rebuild", response=RebuildStanding, operation_id="get_rebuild", summary="How far a rebuild is")
def rebuilding(request: HttpRequest) -> RebuildStanding:
    """Return the progress of the rebuild that runs, or of the last one."""
    _require_administrator(request)
    return RebuildStanding.model_validate(asdict(standing()))
