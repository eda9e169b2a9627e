"""The rules of this server inside django-oauth-toolkit: what codes and tokens are, and when they are over.

What opens the library is `accounts.Token`, as for tokens that people make. The toolkit's rows decide on codes and
refresh tokens alone. Neither holds a secret, only SHA-256 digests.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from oauth2_provider.models import RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidGrantError

from webapp.accounts.audience import audience_of, covers, public_address
from webapp.accounts.client_tokens import Access, let_in, renew
from webapp.accounts.models import Token
from webapp.accounts.services import SCOPES, digest_of, revoke_token
from webapp.oauth.clients import shown_name
from webapp.oauth.models import Approval
from webapp.oauth.redirects import may_redirect_to


class Validator(OAuth2Validator):  # type: ignore[misc]
    """Judges requests of oauthlib. Its methods are named and called by oauthlib."""

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Only registered addresses, and of these https or the person's own machine."""
        return may_redirect_to(redirect_uri) and bool(
            super().validate_redirect_uri(client_id, redirect_uri, request, *args, **kwargs)
        )

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Scopes that this server does not have are left out; with none left the request is refused."""
        request.scopes = [scope for scope in SCOPES if scope in scopes]
        return bool(request.scopes)

    def client_authentication_required(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        """Codes are known by their digest from here on: this is the first question about a token request."""
        if (
            request.grant_type == "authorization_code"
            and request.code
            and not hasattr(request, "code_digest")
        ):
            request.code_digest = request.code = digest_of(request.code)
        return bool(super().client_authentication_required(request, *args, **kwargs))

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """A code that comes again ends the token that was made of it."""
        good = bool(super().validate_code(client_id, code, client, request, *args, **kwargs))
        if not good:
            _end(Approval.objects.filter(code=code, application=client))
        return good and request.user.is_active

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """A refresh token that was rotated away and comes again ends its whole family and the token."""
        good = bool(super().validate_refresh_token(refresh_token, client, request, *args, **kwargs))
        known = RefreshToken.objects.filter(token_checksum=digest_of(refresh_token), application=client)
        approvals = Approval.objects.filter(family__in=known.values("token_family"))
        if not good:
            _end(approvals)
            return False
        approval = approvals.select_related("token", "user").first()
        request.approval = approval
        return approval is not None and _lives(approval)

    def revoke_token(
        self, token: str, token_type_hint: str | None, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Either secret ends everything that the person agreed to (RFC 7009)."""
        client, digest = request.client, digest_of(token)
        family = RefreshToken.objects.filter(token_checksum=digest, application=client).values("token_family")
        mine = Approval.objects.filter(application=client)
        _end(mine.filter(family__in=family) | mine.filter(token__digest=digest))
        super().revoke_token(token, token_type_hint, request, *args, **kwargs)

    def _create_authorization_code(
        self, request: Any, code: dict[str, str], expires: datetime | None = None
    ) -> Any:
        digest = digest_of(code["code"])
        grant = super()._create_authorization_code(request, {**code, "code": digest}, expires)
        Approval.objects.create(
            user=request.user,
            application=request.client,
            code=digest,
            collections=request.chosen_collections,
            audience=request.chosen_audience,
        )
        return grant

    def _save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        """Save the toolkit's rows and ours, in one transaction."""
        if request.grant_type == "refresh_token":
            self._renew(token, request, *args, **kwargs)
        else:
            self._redeem(token, request, *args, **kwargs)

    def _redeem(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        waiting = Approval.objects.filter(code=request.code, application=request.client)
        if not waiting.filter(redeemed_at=None).update(redeemed_at=timezone.now()):
            raise InvalidGrantError(request=request)
        approval = waiting.select_related("user", "application").get()
        super()._save_bearer_token(token, request, *args, **kwargs)
        audience = _audience(request, approval.audience)
        approval.family = RefreshToken.objects.get(
            token_checksum=digest_of(token["refresh_token"])
        ).token_family
        approval.token = let_in(
            approval.user,
            client=approval.application.client_id,
            name=shown_name(approval.application),
            access=_access(token),
            collections=approval.collections,
            audience=audience,
        )
        approval.save(update_fields=["family", "token"])

    def _renew(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        present = RefreshToken.objects.select_for_update().get(pk=request.refresh_token_instance.pk)
        if present.revoked is not None:  # another request was quicker
            raise InvalidGrantError(request=request)
        approval: Approval = request.approval
        super()._save_bearer_token(token, request, *args, **kwargs)
        held = approval.token
        if (
            held is None
            or _audience(request, held.audience) != held.audience
            or not renew(held, _access(token))
        ):
            raise InvalidGrantError(request=request)


def _access(token: dict[str, Any]) -> Access:
    ends = timezone.now() + timedelta(seconds=int(token["expires_in"]))
    return Access(
        secret=token["access_token"],
        scopes=str(token["scope"]).split(),
        expires_at=ends,
        ends_at=ends + timedelta(seconds=settings.OAUTH2_PROVIDER["REFRESH_TOKEN_EXPIRE_SECONDS"]),
    )


def _audience(request: Any, agreed: str) -> str:
    """Return what a token is for: what was agreed to, or the part of it that is asked. Raises invalid_target."""
    if not request.resource:
        return agreed
    scheme = "https" if request.headers.get("X_DJANGO_OAUTH_TOOLKIT_SECURE") else "http"
    address = public_address(scheme, request.headers.get("HTTP_HOST", ""))
    asked = audience_of(request.resource, address)
    if asked is None or not covers(agreed, asked):
        raise CustomOAuth2Error(
            "invalid_target", "This was not agreed to for that resource.", request=request
        )
    return asked


def _lives(approval: Approval) -> bool:
    token = approval.token
    if token is None or token.revoked_at is not None or not approval.user.is_active:
        return False
    return token.expires_at is None or token.expires_at > timezone.now()


def _end(approvals: Any) -> None:
    for token in Token.objects.filter(approval__in=approvals):
        revoke_token(token)
