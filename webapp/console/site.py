"""The console's door: administrators only, through our sign-in page, in their language, under a policy of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.urls import NoReverseMatch, URLPattern, URLResolver, path, reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from webapp.audit.services import record
from webapp.bridge import rebuild
from webapp.bridge.doctor import examine
from webapp.bridge.engines import engines
from webapp.console.dashboard import overview
from webapp.console.look import Site
from webapp.library.errors import LibraryError

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'unsafe-eval'",  # Alpine evaluates the attributes of unfold's templates
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # it sets some widths so
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)

_LANGUAGES = {"en": "en", "ja": "ja", "zh": "zh-hans"}
_LANGUAGE_COOKIE = "mokuji_language"

_NAVIGATION: tuple[tuple[Any, tuple[tuple[Any, str, str], ...]], ...] = (
    (
        None,
        (
            (_("Overview"), "space_dashboard", "admin:index"),
            (_("Health"), "monitor_heart", "admin:health"),
        ),
    ),
    (
        _("People"),
        (
            (_("Users"), "person", "admin:accounts_user_changelist"),
            (_("Groups"), "group", "admin:auth_group_changelist"),
            (_("Tokens"), "key", "admin:accounts_token_changelist"),
        ),
    ),
    (
        pgettext_lazy("console", "Library"),
        (
            (_("Collections"), "folder", "admin:library_collection_changelist"),
            (_("Memberships"), "folder_shared", "admin:library_membership_changelist"),
            (_("Documents"), "description", "admin:console_listeddocument_changelist"),
            (_("Indexing jobs"), "manufacturing", "admin:jobs_indexingjob_changelist"),
        ),
    ),
    (
        _("Record"),
        (
            (_("Agents' calls"), "smart_toy", "admin:retrieval_agentcall_changelist"),
            (_("Use by day"), "calendar_month", "admin:retrieval_dailyuse_changelist"),
            (_("Audit log"), "history", "admin:audit_auditentry_changelist"),
        ),
    ),
)


def language_of(request: HttpRequest) -> str:
    """Return the console's language: the one chosen in the account, else the page's, else the browser's."""
    chosen = getattr(request.user, "language", "") or request.COOKIES.get(_LANGUAGE_COOKIE, "")
    return _LANGUAGES.get(chosen.split("-")[0].lower()) or translation.get_language_from_request(request)


class ConsoleSite(Site):
    """The console."""

    site_title = site_header = "Mokuji"
    index_title = _("Overview")
    index_template = "console/overview.html"
    enable_nav_sidebar = True

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether somebody is an administrator who may use the console."""
        user = request.user
        return bool(user.is_active and user.is_staff and getattr(user, "is_superuser", False))

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """Return a view in the reader's language and with the console's headers, rendered before it is left."""
        guarded = super().admin_view(view, cacheable)

        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **values: Any) -> HttpResponseBase:
            if request.user.is_authenticated and not self.has_permission(request):
                raise PermissionDenied
            with translation.override(language_of(request)):
                response: HttpResponseBase = guarded(request, *args, **values)
                if isinstance(response, SimpleTemplateResponse):
                    response.render()
            response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
            response["Cache-Control"] = "no-store"
            response["X-Frame-Options"] = "DENY"
            return response

        return answer

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the one sign-in page, which limits attempts."""
        wanted = request.GET.get("next") or reverse("admin:index")
        return HttpResponseRedirect(f"/sign-in?{urlencode({'next': wanted})}")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """End the session and lead to the sign-in page."""
        record("signed-out")
        logout(request)
        return HttpResponseRedirect("/sign-in")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Lead to one's account, where the password is changed."""
        return HttpResponseRedirect("/account")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return the console's addresses."""
        return [
            path("health/", self.admin_view(self.health), name="health"),
            path("rebuild/", self.admin_view(self.rebuild), name="rebuild"),
            *super().get_urls(),
        ]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Show how all is."""
        return super().index(request, {"overview": overview(), **(extra_context or {})})

    def health(self, request: HttpRequest) -> SimpleTemplateResponse:
        """Run every check of `mokuji doctor`, and show what was found with the mend."""
        try:
            findings, trouble = examine(engines()), ""
        except LibraryError as error:
            findings, trouble = [], str(error)
        context = {
            **self.each_context(request),
            "title": _("Health"),
            "findings": findings,
            "trouble": trouble,
        }
        return TemplateResponse(request, "console/health.html", context)

    def rebuild(self, request: HttpRequest) -> HttpResponse:
        """Begin to make both indexes again."""
        if request.method != "POST":
            return HttpResponse(status=405, headers={"Allow": "POST"})
        rebuild.start_rebuild()
        record("rebuild-started")
        return HttpResponseRedirect(reverse("admin:index"))

    def get_sidebar_list(self, request: HttpRequest) -> list[dict[str, Any]]:
        """Return what the side offers."""
        return [
            {
                "title": title,
                "separator": title is not None,
                "items": [_item(request, *item) for item in items],
            }
            for title, items in _NAVIGATION
        ]


def _item(request: HttpRequest, title: Any, icon: str, name: str) -> dict[str, Any]:
    try:
        link = reverse(name)
    except NoReverseMatch:
        return {"title": title, "has_permission": False}
    here = request.path == link if name == "admin:index" else request.path.startswith(link)
    return {"title": title, "icon": icon, "link": link, "active": here, "has_permission": True}


console = ConsoleSite(name="admin")
