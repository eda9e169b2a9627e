"""The ASGI application for WebSockets: /ws/live, from our own pages only; the session says who it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from channels.auth import AuthMiddlewareStack
from channels.security.websocket import WebsocketDenier
from django.conf import settings

from webapp.live.consumer import LiveConsumer

PATH = "/ws/live"

Application = Callable[[Any, Any, Any], Awaitable[None]]


def _header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin1") for key, value in headers if key == name), "")


def same_origin(headers: Iterable[tuple[bytes, bytes]], trusted: Iterable[str] = ()) -> bool:
    """Return whether a page of this very host and port, or of a trusted origin, opened the connection.

    Cookies do not tell ports apart, so a page on another port must be refused here.
    """
    pairs = list(headers)
    origin = _header(pairs, b"origin").lower()
    return bool(origin) and (origin in trusted or urlsplit(origin).netloc == _header(pairs, b"host").lower())


def websocket_application() -> Application:
    """Return the application that serves /ws/live and refuses every other socket."""
    live: Any = AuthMiddlewareStack(LiveConsumer.as_asgi())
    denier: Any = WebsocketDenier.as_asgi()

    async def route(scope: Any, receive: Any, send: Any) -> None:
        ours = scope["path"] == PATH and same_origin(scope["headers"], settings.CSRF_TRUSTED_ORIGINS)
        await (live if ours else denier)(scope, receive, send)

    return route
