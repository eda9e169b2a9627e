"""Looking after the indexes: for administrators only."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest
from ninja import Router, Status

from webapp.api.auth import caller
from webapp.api.schemas.upkeep import Examination, RebuildStanding
from webapp.bridge.doctor import examine
from webapp.bridge.engines import engines
from webapp.bridge.rebuild import progress, start_rebuild
from webapp.library.access import require_write
from webapp.library.errors import Refused

router = Router()


def _require_administrator(request: HttpRequest) -> None:
    if not caller(request).user.is_superuser:
        raise Refused("Only an administrator may do this. Ask one, or sign in as one.")


@router.get("/doctor", response=Examination, operation_id="examine", summary="Check everything")
def doctor(request: HttpRequest) -> Examination:
    """Check engines, model, disk and permissions; each finding says the mend."""
    _require_administrator(request)
    return Examination.model_validate({"findings": [asdict(finding) for finding in examine(engines())]})


@router.post(
    "/rebuild", response={202: RebuildStanding}, operation_id="start_rebuild", summary="Rebuild both indexes"
)
def rebuild(request: HttpRequest) -> Status[RebuildStanding]:
    """Begin to make both indexes again from the database; search goes on over what is there so far."""
    _require_administrator(request)
    require_write(caller(request).reader)
    return Status(202, RebuildStanding.model_validate(asdict(start_rebuild())))


@router.get("/rebuild", response=RebuildStanding, operation_id="get_rebuild", summary="How far a rebuild is")
def rebuilding(request: HttpRequest) -> RebuildStanding:
    """Return the progress of the rebuild that runs, or of the last one."""
    _require_administrator(request)
    return RebuildStanding.model_validate(asdict(progress))
