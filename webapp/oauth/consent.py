"""GET and POST /oauth/authorize: a signed-in person decides what a program may do.

The request of the program stays in the address, where it is judged anew on POST; the form holds the decision alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote, urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views import View
from django.views.decorators.http import require_safe
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.models import Application
from oauth2_provider.views.mixins import OAuthLibMixin
from oauthlib.oauth2.rfc6749.errors import (
    CustomOAuth2Error,
    InvalidClientIdError,
    InvalidRedirectURIError,
    MismatchingRedirectURIError,
    MissingClientIdError,
    MissingRedirectURIError,
    OAuth2Error,
)

from webapp.accounts.audience import audience_of
from webapp.accounts.models import User
from webapp.audit.services import record
from webapp.library.access import reader_for
from webapp.library.models import Collection
from webapp.oauth.clients import is_described, shown_name
from webapp.oauth.consent_text import TEXTS, language_of
from webapp.oauth.metadata import address_of
from webapp.oauth.redirects import LOOPBACK, host_of, policy_source

POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
MOST_COLLECTIONS = 500

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_STYLE = Path(__file__).with_name("consent.css")


class Unusable(Exception):
    """The request of a program is answered with this response."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


@dataclass(frozen=True, slots=True)
class Asked:
    """What a program asks for. collections: what the person may choose from."""

    application: Application
    credentials: dict[str, Any]
    scopes: list[str]
    collections: list[Collection]

    @property
    def redirect(self) -> str:
        """The address that the answer is sent to."""
        return str(self.credentials["redirect_uri"])


class ConsentView(OAuthLibMixin, View):  # type: ignore[misc]
    """The consent page."""

    http_method_names = ["get", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Let only signed-in people in; others sign in first and come back."""
        address_of(request)
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        try:
            response = cast(HttpResponse, super().dispatch(request, *args, **kwargs))
        except Unusable as unusable:
            response = unusable.response
        response["Cache-Control"] = "no-store"
        # with no-referrer a browser sends `Origin: null` along with the form, which is refused as forged
        response["Referrer-Policy"] = "same-origin"
        return response

    def get(self, request: HttpRequest) -> HttpResponse:
        """Ask the person."""
        return _page(request, self._asked(request))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Send the person's decision to the program."""
        asked = self._asked(request)
        chosen = _chosen_collections(request, asked)
        allowed = request.POST.get("decision") == "allow"
        if allowed and chosen == []:
            return _page(request, asked, problem="none_chosen")
        may_write = request.POST.get("access") == "write" and "write" in asked.scopes
        asked.credentials["chosen_collections"] = chosen
        if not allowed:
            _note(asked, allowed=False, may_write=False, chosen=None)
        try:
            answer, *_ = self.create_authorization_response(
                request, "read write" if may_write else "read", asked.credentials, allowed
            )
        except OAuthToolkitError as error:
            return self._refused(request, error)
        _note(asked, allowed=True, may_write=may_write, chosen=chosen)
        return cast(HttpResponse, OAuth2ResponseRedirect(answer, ["http", "https"]))

    def _asked(self, request: HttpRequest) -> Asked:
        """Return what the program asks for. Raises Unusable."""
        if "\0" in request.GET.urlencode() or "%00" in request.GET.urlencode():
            raise Unusable(_error_page(request, "request"))
        try:
            scopes, credentials = self.validate_authorization_request(request)
        except OAuthToolkitError as error:
            raise Unusable(self._refused(request, error)) from error
        except ValueError as error:
            raise Unusable(_error_page(request, "request")) from error
        resources = request.GET.getlist("resource")
        audience = audience_of(resources, address_of(request))
        problem = None
        if credentials.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(
            credentials.get("code_challenge") or ""
        ):
            problem = "invalid_request", "Send a code_challenge with code_challenge_method S256."
        elif audience is None:
            problem = "invalid_target", "This server has no such resource."
        if problem:
            told = CustomOAuth2Error(*problem, request=credentials["request"])
            raise Unusable(self._refused(request, OAuthToolkitError(error=told)))
        credentials |= {"resource": resources, "chosen_audience": audience}
        application = Application.objects.get(client_id=credentials["client_id"])
        return Asked(application, credentials, scopes, _collections(cast(User, request.user)))

    def _refused(self, request: HttpRequest, error: OAuthToolkitError) -> HttpResponse:
        """Tell the program why, or the person where the program cannot be told."""
        told: OAuth2Error = error.oauthlib_error
        if isinstance(error, FatalClientError) or not told.redirect_uri:
            return _error_page(request, _kind(told))
        joint = "&" if "?" in told.redirect_uri else "?"
        more = urlencode({"iss": address_of(request)})
        url = f"{told.redirect_uri}{joint}{told.urlencoded}&{more}"
        return cast(HttpResponse, OAuth2ResponseRedirect(url, ["http", "https"]))


def _note(asked: Asked, *, allowed: bool, may_write: bool, chosen: list[int] | None) -> None:
    """Write down what the person decided about which program."""
    program = asked.application
    detail: dict[str, Any] = {"client": program.client_id, "redirect": host_of(asked.redirect)}
    if allowed:
        names = [each.name for each in asked.collections if each.pk in chosen] if chosen is not None else None
        detail |= {"scopes": ["read", "write"] if may_write else ["read"], "collections": names or "all"}
    record("program-let-in" if allowed else "program-turned-away", shown_name(program), detail=detail)


def _kind(error: OAuth2Error) -> str:
    """Return which sentence of the page says what is wrong."""
    if isinstance(error, (InvalidClientIdError, MissingClientIdError)):
        return "client"
    wrong = (MismatchingRedirectURIError, InvalidRedirectURIError, MissingRedirectURIError)
    return "redirect" if isinstance(error, wrong) else "request"


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(f"/sign-in?next={quote(request.get_full_path(), safe='')}")
    response["Cache-Control"] = "no-store"
    return response


def _collections(user: User) -> list[Collection]:
    seen = Collection.objects.filter(pk__in=reader_for(user).collection_ids)
    return list(seen.select_related("owner").order_by("name", "id")[:MOST_COLLECTIONS])


def _chosen_collections(request: HttpRequest, asked: Asked) -> list[int] | None:
    """Return the ids of the chosen collections that exist for the person; None for all."""
    if request.POST.get("where") != "chosen":
        return None
    wanted = set(request.POST.getlist("collection"))
    return [each.pk for each in asked.collections if str(each.pk) in wanted]


def _page(request: HttpRequest, asked: Asked, *, problem: str = "") -> HttpResponse:
    language = language_of(request)
    texts = TEXTS[language]
    user = cast(User, request.user)
    host = host_of(asked.redirect)
    client = asked.application
    context = {
        "language": language,
        "texts": texts,
        "name": shown_name(client),
        "asks": texts["asks"].format(user=user.username),
        "origin": texts["described"].format(host=host_of(client.client_id)) if is_described(client) else "",
        "host": host,
        "here": host.rsplit(":", 1)[0].strip("[]") in LOOPBACK,
        "may_write": "write" in asked.scopes,
        "wants_write": request.POST.get("access") == "write",
        "chosen": request.POST.get("where") == "chosen",
        "collections": [
            (
                each.pk,
                each.name,
                "" if each.owner_id == user.pk else texts["of"].format(owner=each.owner.username),
            )
            for each in asked.collections
        ],
        "problem": texts.get(problem, ""),
    }
    get_token(request)
    response = render(request, "oauth/consent.html", context, status=422 if problem else 200)
    # browsers hold the redirect that ends the form to this rule, too
    response["Content-Security-Policy"] = f"{POLICY} {policy_source(asked.redirect)}"
    response["X-Frame-Options"] = "DENY"
    return response


def _error_page(request: HttpRequest, kind: str) -> HttpResponse:
    language = language_of(request)
    context = {"language": language, "texts": TEXTS[language], "sentence": TEXTS[language][kind]}
    response = render(request, "oauth/unusable.html", context, status=400)
    response["Content-Security-Policy"] = POLICY
    return response


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Return the style sheet of the consent page."""
    if not settings.MOKUJI["oauth"]:
        raise Http404
    response = HttpResponse(_STYLE.read_bytes(), content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=3600"
    return response
