"""The one page of the web app: the built index.html, with theme and language set before the first paint."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.views.decorators.http import require_safe

LANGUAGES = {"en": "en", "ja": "ja", "zh": "zh-Hans"}
"""Languages that have a complete catalogue, by the primary tag a browser asks with."""

THEMES = ("light", "dark")
"""Themes that a person can insist on; without one, the system decides."""

LANGUAGE_COOKIE = "mokuji_language"
THEME_COOKIE = "mokuji_theme"

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)

NOT_BUILT = "The web app is not built. Run `make frontend`, or install the wheel, which carries it.\n"


@lru_cache(maxsize=4)
def _template(path: Path, _changed: int) -> str:
    return path.read_text(encoding="utf-8")


def language_of(request: HttpRequest) -> str:
    """Return the language of the page: the chosen one, else the first of the browser's that we speak."""
    chosen = request.COOKIES.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES.values():
        return chosen
    weighted: list[tuple[float, int, str]] = []
    for position, part in enumerate(request.headers.get("Accept-Language", "").split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((-float(weight or 1), position, tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next(
        (LANGUAGES[tag] for weight, _, tag in sorted(weighted) if tag in LANGUAGES and weight < 0), "en"
    )


@require_safe
def page(request: HttpRequest, path: str = "") -> HttpResponse:
    """Answer every path that no API owns with the app, which shows the right page itself."""
    file = Path(settings.STATIC_ROOT) / "index.html"
    if not file.is_file():
        return HttpResponse(NOT_BUILT, status=503, content_type="text/plain; charset=utf-8")
    theme = request.COOKIES.get(THEME_COOKIE, "")
    attributes = f'lang="{language_of(request)}"' + (f' data-theme="{theme}"' if theme in THEMES else "")
    body = _template(file, file.stat().st_mtime_ns).replace('lang="en"', attributes, 1)
    get_token(request)
    response = HttpResponse(body)
    response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response["Cache-Control"] = "no-cache"
    response["Vary"] = "Accept-Language, Cookie"
    return response
