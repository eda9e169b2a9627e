"""Where programs turn codes into tokens, revoke them, and register themselves (RFC 6749, 7009, 7591)."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from oauth2_provider.models import Application
from oauth2_provider.views import RevokeTokenView, TokenView

from webapp.oauth.clients import clean_name, may_register
from webapp.oauth.redirects import MOST_REDIRECTS, may_redirect_to

MOST_BYTES = 65_536
GRANTS = frozenset({"authorization_code", "refresh_token"})


def refusal(error: str, description: str, status: int = 400) -> HttpResponse:
    """Return an error of OAuth."""
    response = JsonResponse({"error": error, "error_description": description}, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _unusable(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a request that is not worth reading."""
    if not settings.MOKUJI["oauth"]:
        return refusal("not_found", "This server does not use OAuth (MOKUJI_OAUTH).", 404)
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MOST_BYTES:
        return refusal("invalid_request", f"The body has more than {MOST_BYTES:,} bytes.", 413)
    if "\0" in request.get_full_path() or any("\0" in value for value in request.POST.values()):
        return refusal("invalid_request", "The request has a NUL character.")
    return None


class TokenEndpoint(TokenView):  # type: ignore[misc]
    """POST /oauth/token: a code or a refresh token for an access token."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a token request."""
        if refused := _unusable(request):
            return refused
        if request.POST.get("grant_type") not in GRANTS:
            return refusal(
                "unsupported_grant_type", f"Send grant_type as one of {', '.join(sorted(GRANTS))}."
            )
        try:
            response: HttpResponse = self.authorization_flow_token_response(request)
        except ValueError:
            return refusal("invalid_request", "The request cannot be read as a form.")
        return response


class RevokeEndpoint(RevokeTokenView):  # type: ignore[misc]
    """POST /oauth/revoke: a program gives back what it was given."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Revoke a token. An unknown one is revoked already."""
        if refused := _unusable(request):
            return refused
        try:
            response: HttpResponse = super().post(request, *args, **kwargs)
        except ValueError:
            return refusal("invalid_request", "The request cannot be read as a form.")
        return response


@csrf_exempt
@require_POST
def register(request: HttpRequest) -> HttpResponse:
    """Register a program that names its redirect URIs. Programs have no secret of their own here."""
    if refused := _unusable(request):
        return refused
    try:
        asked = json.loads(request.body)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        return refusal("invalid_client_metadata", "Send a JSON object with redirect_uris.")
    if refused := _wrong_metadata(asked):
        return refused
    if not may_register(request.META.get("REMOTE_ADDR") or "unknown"):
        return refusal(
            "temporarily_unavailable", "Too many programs registered lately. Try again in an hour.", 429
        )
    program = Application.objects.create(
        name=clean_name(asked.get("client_name")),
        redirect_uris=" ".join(asked["redirect_uris"]),
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        registration_source=Application.RegistrationSource.DCR,
        client_secret="",
        hash_client_secret=False,
    )
    response = JsonResponse(
        {
            "client_id": program.client_id,
            "client_id_issued_at": int(program.created.timestamp()),
            "client_name": program.name,
            "redirect_uris": asked["redirect_uris"],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
        },
        status=201,
    )
    response["Cache-Control"] = "no-store"
    return response


def _wrong_metadata(asked: dict[str, Any]) -> HttpResponse | None:
    redirects = asked.get("redirect_uris")
    if not isinstance(redirects, list) or not 1 <= len(redirects) <= MOST_REDIRECTS:
        return refusal(
            "invalid_redirect_uri", f"redirect_uris must be a list of 1 to {MOST_REDIRECTS} addresses."
        )
    if not all(isinstance(each, str) and may_redirect_to(each) for each in redirects):
        return refusal(
            "invalid_redirect_uri",
            "A redirect URI must be https, or http on localhost, 127.0.0.1 or [::1], without a fragment.",
        )
    grants = asked.get("grant_types", ["authorization_code"])
    if not isinstance(grants, list) or "authorization_code" not in grants:
        return refusal("invalid_client_metadata", "grant_types must have authorization_code.")
    return None


token = method_decorator(csrf_exempt, name="dispatch")(TokenEndpoint).as_view()
revoke = method_decorator(csrf_exempt, name="dispatch")(RevokeEndpoint).as_view()
