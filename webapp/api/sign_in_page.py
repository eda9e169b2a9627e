"""`/sign-in/{secret}`: leads to the page that spends a one-time link. Opening it spends nothing.

Mail and chat programs fetch links to show a preview; only POST /api/v1/session/link signs in.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe


@require_safe
def lead_to_welcome(request: HttpRequest, secret: str) -> HttpResponse:
    """Redirect to the app's page for one-time links."""
    response = HttpResponseRedirect(f"/welcome?{urlencode({'link': secret})}")
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
