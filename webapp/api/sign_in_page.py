"""`/sign-in/{secret}`: leads to the page that spends a one-time link. Opening it spends nothing.

Mail and chat programs fetch links to show a preview; only POST /api/v1/session/link signs in.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from webapp.accounts.services import name_on_link


@require_safe
def lead_to_welcome(request: HttpRequest, secret: str) -> HttpResponse:
    """Redirect to the app's page for one-time links, with the name of whose password it is for."""
    who = name_on_link(secret)
    told = {"link": secret} | ({"name": who} if who else {})
    response = HttpResponseRedirect(f"/welcome?{urlencode(told)}")
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
