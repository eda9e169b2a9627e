"""The last route: whatever nobody else answers is a page of the app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.urls import re_path

from webapp.spa.page import page


def missing(request: HttpRequest) -> HttpResponse:
    """Answer a missing asset or API path with 404, never with the page."""
    return HttpResponseNotFound("Not found.\n", content_type="text/plain; charset=utf-8")


urlpatterns = [
    re_path(r"^(?:api|static|mcp|sse|messages|ws)(?:/|$)", missing),
    re_path(r"^(?P<path>.*)$", page, name="page"),
]
