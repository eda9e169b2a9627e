"""Sign-in by an OpenID provider: the one module that knows authlib, which does state, nonce, PKCE and signatures."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.django_client import DjangoOAuth2App, OAuth
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from joserfc.errors import JoseError

from webapp.accounts.identities import Known

SIGNATURES = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Those with a key that the provider alone has. Never `none`, whatever the provider lists."""

SECONDS = 10
KEPT_SECONDS = 3600
"""How long what the provider says of itself is taken as it was."""


_TROUBLES: tuple[type[Exception], ...] = (
    *(requests.RequestException, AuthlibBaseError, JoseError),
    *(ValueError, RuntimeError, KeyError, TypeError, AttributeError),
)
"""What a provider that answers strangely leads to."""


class Failed(Exception):
    """The provider signed nobody in. The message is for the log; refused: because the person, or it, said no."""

    def __init__(self, message: str, *, refused: bool = False) -> None:
        super().__init__(message)
        self.refused = refused


def is_set_up() -> bool:
    """Return whether people may sign in by a provider."""
    return bool(settings.MOKUJI["oidc_issuer"])


def shown_name() -> str:
    """Return how the sign-in page calls the provider; empty where there is none."""
    issuer = settings.MOKUJI["oidc_issuer"]
    return str(settings.MOKUJI["oidc_name"] or urlsplit(issuer).hostname) if issuer else ""


def lead_there(request: HttpRequest, back: str) -> HttpResponse:
    """Return the redirect to the provider. back: the address that it sends the person to. Raises Failed."""
    try:
        answer: HttpResponse = _provider().authorize_redirect(request, back)
    except _TROUBLES as error:
        raise Failed(f"{settings.MOKUJI['oidc_issuer']} cannot be used: {error}") from error
    return answer


def who_comes_back(request: HttpRequest) -> Known:
    """Return whom the provider has signed in, by the code in the request. Raises Failed."""
    _check_sender(request)
    if answer := request.GET.get("error"):
        raise Failed(f"the provider answers {answer[:100]!r}", refused=answer == "access_denied")
    try:
        provider = _provider()
        itself = provider.load_server_metadata()
        token = provider.authorize_access_token(request, claims_options=_wanted(itself["issuer"]))
        said = dict(token.get("userinfo") or {})
        if said and "email" not in said and "userinfo_endpoint" in itself:
            said = _more(said, dict(provider.userinfo(token=token)))
    except _TROUBLES as error:
        raise Failed(f"the provider's answer cannot be used: {type(error).__name__} {error}") from error
    if not isinstance(said.get("sub"), str) or not 0 < len(said["sub"]) <= 255:
        raise Failed("the provider named nobody")
    verified = said.get("email_verified") is True
    email = said.get("email") if verified and isinstance(said.get("email"), str) else ""
    name = said.get("preferred_username")
    return Known(
        settings.MOKUJI["oidc_issuer"],
        said["sub"],
        str(email or "").strip(),
        name if isinstance(name, str) else "",
    )


def _check_sender(request: HttpRequest) -> None:
    """Raise Failed when the answer says that it is another provider's, or does not say whose and should (RFC 9207)."""
    try:
        itself = _provider().load_server_metadata()
    except _TROUBLES as error:
        raise Failed(f"the provider cannot be asked: {error}") from error
    said = request.GET.getlist("iss")
    must = itself.get("authorization_response_iss_parameter_supported") is True
    if said not in ([], [itself["issuer"]]) or (must and not said):
        raise Failed(f"the answer says that it comes from {said[:1]!r}")


def _wanted(issuer: str) -> dict[str, Any]:
    client = settings.MOKUJI["oidc_client_id"]
    return {"iss": {"essential": True, "values": [issuer]}, "aud": {"essential": True, "values": [client]}}


def _more(said: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    if more.get("sub") != said["sub"]:
        raise ValueError("userinfo is of another subject")
    return more | said


class _Provider(DjangoOAuth2App):  # type: ignore[misc]
    def load_server_metadata(self) -> dict[str, Any]:
        """Return what the provider says of itself, held to the issuer that was set and to good signatures."""
        found: dict[str, Any] = super().load_server_metadata()
        if str(found.get("issuer")).rstrip("/") != settings.MOKUJI["oidc_issuer"]:
            self.server_metadata.clear()
            raise ValueError(f"it calls itself {found.get('issuer')!r}")
        listed = found.get("id_token_signing_alg_values_supported") or ["RS256"]
        found["id_token_signing_alg_values_supported"] = [each for each in listed if each in SIGNATURES]
        return found


def _provider() -> _Provider:
    return _registered(
        settings.MOKUJI["oidc_issuer"],
        settings.MOKUJI["oidc_client_id"],
        settings.MOKUJI["oidc_client_secret"],
        int(time.time()) // KEPT_SECONDS,
    )


@lru_cache(maxsize=1)
def _registered(issuer: str, client_id: str, client_secret: str, _period: int) -> _Provider:
    registry = OAuth()
    registry.register(
        "provider",
        client_cls=_Provider,
        client_id=client_id,
        client_secret=client_secret,
        server_metadata_url=f"{issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid email profile",
            "code_challenge_method": "S256",
            "default_timeout": SECONDS,
        },
    )
    made: _Provider = registry.create_client("provider")
    return made
