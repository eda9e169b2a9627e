"""/oidc/begin and /oidc/callback: the way to the OpenID provider and back, for a browser.

What went wrong is told on the sign-in page, by a word in its address.
"""

from __future__ import annotations

import logging
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET

from webapp.accounts.audience import public_address
from webapp.accounts.identities import Unknown, user_of
from webapp.api import known_browsers, provider, sign_in_limit, signing_in
from webapp.api.problems import ProblemError
from webapp.audit.services import record

log = logging.getLogger(__name__)

_NEXT = "after_provider"


@require_GET
def begin(request: HttpRequest) -> HttpResponse:
    """Lead to the provider."""
    if not provider.is_set_up():
        return _to_sign_in(problem="off")
    wanted = request.GET.get("next", "")
    try:
        sign_in_limit.check(request, "provider", most=sign_in_limit.PER_ADDRESS)
        answer = provider.lead_there(request, _address(request))
    except provider.Failed as error:
        log.error("sign-in by the provider: %s", error)
        return _to_sign_in(problem="away", wanted=wanted)
    except ProblemError:
        return _to_sign_in(problem="too-many", wanted=wanted)
    request.session[_NEXT] = wanted if _is_ours(wanted) else ""
    answer["Cache-Control"] = "no-store"
    return answer


@require_GET
def come_back(request: HttpRequest) -> HttpResponse:
    """Sign in whom the provider has signed in, or say on the sign-in page why not."""
    wanted = str(request.session.pop(_NEXT, ""))
    if not provider.is_set_up():
        return _to_sign_in(problem="off")
    try:
        known = provider.who_comes_back(request)
        user = user_of(known)
    except provider.Failed as error:
        log.warning("sign-in by the provider: %s", error)
        record("sign-in-failed", "provider", detail={"reason": "refused" if error.refused else "answer"})
        return _to_sign_in(problem="refused" if error.refused else "failed", wanted=wanted)
    except Unknown as unknown:
        record("sign-in-failed", "provider", detail={"reason": unknown.code})
        return _to_sign_in(problem=unknown.code, wanted=wanted)
    if not signing_in.enter(request, user, action="signed-in-by-provider"):
        return _to_sign_in(wanted=wanted)  # which asks for the code
    inside = _redirect(wanted or "/")
    known_browsers.remember(inside, user.username)
    return inside


def _address(request: HttpRequest) -> str:
    return f"{public_address(request.scheme or 'http', request.get_host())}/oidc/callback"


def _is_ours(wanted: str) -> bool:
    return wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)


def _to_sign_in(*, problem: str = "", wanted: str = "") -> HttpResponse:
    told = {name: value for name, value in (("problem", problem), ("next", wanted)) if value}
    return _redirect(f"/sign-in?{urlencode(told)}" if told else "/sign-in")


def _redirect(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
