"""The WebSocket of a signed-in browser: a snapshot first, then numbered events, resumed after a loss."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import asdict
from typing import Any

from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.db import DatabaseError, close_old_connections

from webapp.jobs.messages import LiveSnapshot, group_of, publisher
from webapp.jobs.statuses import counts_of, unfinished
from webapp.live.presence import FRESH_SECONDS, Presence

SIGNED_OUT = 4401
"""Close code for a connection without a session, or whose session is over; the browser then asks for a sign-in."""

MISUSED = 4400
"""Close code for a message that is not a hello."""

CHECK_SECONDS = 5.0
"""How often a quiet socket asks whether its session is still one: a command may have ended it without a word."""


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """One browser tab. It says hello with the last event it saw; the answer is what it missed, or a snapshot.

    A tab that notices a gap in the numbers says hello again.
    """

    user_id: int | None = None
    _presence: Presence
    _watch: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Join the person's group, or close with SIGNED_OUT."""
        user = self.scope.get("user")
        await self.accept()
        if user is None or not user.is_authenticated:
            await self.close(SIGNED_OUT)
            return
        self.user_id = user.pk
        self._presence = Presence(str(self.scope["session"].session_key), user.pk)
        publisher.attach(asyncio.get_running_loop(), self.channel_layer.group_send)
        await self.channel_layer.group_add(group_of(user.pk), self.channel_name)
        self._watch = asyncio.create_task(self._watch_session())

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self._watch is not None:
            self._watch.cancel()
        await self._leave()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Refuse what is not JSON instead of raising."""
        try:
            content = await self.decode_json(text_data or "")
        except (ValueError, RecursionError):
            await self.close(MISUSED)
            return
        await self.receive_json(content)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Answer a hello: `{"type": "hello", "epoch": "...", "number": 12}`."""
        hello = content if isinstance(content, dict) else {}
        epoch, number = hello.get("epoch", ""), hello.get("number", 0)
        if hello.get("type") != "hello" or not isinstance(number, int) or self.user_id is None:
            await self.close(MISUSED)
            return
        if not await self._stays():
            return
        missed = publisher.since(self.user_id, str(epoch), number)
        if missed is None:
            await self.send_json(await self._snapshot(self.user_id))
            return
        for event in missed:
            await self.send_json(asdict(event))

    async def live_event(self, message: dict[str, Any]) -> None:
        """Pass on an event of the group."""
        if await self._stays(at_most=FRESH_SECONDS):
            await self.send_json(message["event"])

    async def live_anew(self, _: dict[str, Any]) -> None:
        """Send a snapshot: the person may see more or less than before."""
        if self.user_id is not None and await self._stays():
            await self.send_json(await self._snapshot(self.user_id))

    async def live_check(self, _: dict[str, Any]) -> None:
        """Close if the session, or the person, is no more."""
        await self._stays()

    async def _stays(self, *, at_most: float = 0.0) -> bool:
        """Return whether the session holds; close the socket, for good, when it does not."""
        if self.user_id is None:
            return False
        if await self._presence.holds(at_most=at_most):
            return True
        if self.user_id is not None:  # another check may have found out first
            await self._leave()
            await self.close(SIGNED_OUT)
        return False

    async def _leave(self) -> None:
        user_id, self.user_id = self.user_id, None
        if user_id is not None:
            await self.channel_layer.group_discard(group_of(user_id), self.channel_name)

    async def _watch_session(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with contextlib.suppress(DatabaseError):
                if not await self._stays(at_most=CHECK_SECONDS / 2):
                    return

    async def _snapshot(self, user_id: int) -> dict[str, Any]:
        number = publisher.number_of(user_id)
        documents, counts = await sync_to_async(_read, thread_sensitive=False)(user_id)
        return asdict(LiveSnapshot(publisher.epoch, number, documents, counts))


def _read(user_id: int) -> tuple[Any, Any]:
    close_old_connections()
    try:
        return unfinished(user_id), counts_of(user_id)
    finally:
        close_old_connections()
