"""The console's addresses. Importing its pages registers them."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from webapp.console import audit_log, calls, collections, documents, jobs, people, tokens
from webapp.console.site import console

PAGES = (people, tokens, collections, documents, jobs, calls, audit_log)

urlpatterns: list[URLPattern | URLResolver] = [path("", console.urls)]
