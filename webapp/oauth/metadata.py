"""What programs read first: which server lets them in (RFC 9728), and how they ask there (RFC 8414)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from webapp.accounts.audience import audience_of, public_address
from webapp.accounts.services import SCOPES

KEPT_SECONDS = 300


def address_of(request: HttpRequest) -> str:
    """Return the address of this server, which is its issuer. Raises Http404 when OAuth is off."""
    if not settings.MOKUJI["oauth"]:
        raise Http404
    return public_address(request.scheme or "http", request.get_host())


@require_safe
def resource(request: HttpRequest, path: str = "") -> HttpResponse:
    """Describe a part of this server: MCP at /mcp or /sse, the HTTP API, or the whole for no path."""
    address = address_of(request)
    name = "/".join((address, *filter(None, [path.strip("/")])))
    if audience_of([name], address) is None:
        raise Http404
    return _answer(
        {
            "resource": name,
            "authorization_servers": [address],
            "scopes_supported": list(SCOPES),
            "bearer_methods_supported": ["header"],
            "resource_name": "Mokuji",
        }
    )


@require_safe
def server(request: HttpRequest, path: str = "") -> HttpResponse:
    """Describe the authorization server; programs look for it below the paths of its resources, too."""
    address = address_of(request)
    if audience_of(["/".join((address, *filter(None, [path.strip("/")])))], address) is None:
        raise Http404
    return _answer(
        {
            "issuer": address,
            "authorization_endpoint": f"{address}/oauth/authorize",
            "token_endpoint": f"{address}/oauth/token",
            "revocation_endpoint": f"{address}/oauth/revoke",
            "registration_endpoint": f"{address}/oauth/register",
            "scopes_supported": list(SCOPES),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "client_id_metadata_document_supported": True,
            "authorization_response_iss_parameter_supported": True,
        }
    )


def _answer(document: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(document)
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response
