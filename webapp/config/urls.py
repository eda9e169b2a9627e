"""Which path is answered by whom. MCP, uploads and WebSockets are routed before Django, in asgi.py."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
