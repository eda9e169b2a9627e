"""The WebSocket of a signed-in browser: a snapshot first, then numbered events, resumed after a loss."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.db import close_old_connections

from webapp.jobs.messages import LiveSnapshot, group_of, publisher
from webapp.jobs.statuses import counts_of, unfinished

SIGNED_OUT = 4401
"""Close code for a connection without a session; the browser then asks for a sign-in."""

MISUSED = 4400
"""Close code for a message that is not a hello."""


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """One browser tab. It says hello with the last event it saw; the answer is what it missed, or a snapshot.

    A tab that notices a gap in the numbers says hello again.
    """

    user_id: int | None = None

    async def connect(self) -> None:
        """Join the person's group, or close with SIGNED_OUT."""
        user = self.scope.get("user")
        await self.accept()
        if user is None or not user.is_authenticated:
            await self.close(SIGNED_OUT)
            return
        self.user_id = user.pk
        publisher.attach(asyncio.get_running_loop(), self.channel_layer.group_send)
        await self.channel_layer.group_add(group_of(user.pk), self.channel_name)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.user_id is not None:
            await self.channel_layer.group_discard(group_of(self.user_id), self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Refuse what is not JSON instead of raising."""
        try:
            content = await self.decode_json(text_data or "")
        except ValueError:
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
        missed = publisher.since(self.user_id, str(epoch), number)
        if missed is None:
            await self.send_json(await self._snapshot(self.user_id))
            return
        for event in missed:
            await self.send_json(asdict(event))

    async def live_event(self, message: dict[str, Any]) -> None:
        """Pass on an event of the group."""
        await self.send_json(message["event"])

    async def live_anew(self, _: dict[str, Any]) -> None:
        """Send a snapshot: the person may see more or less than before."""
        if self.user_id is not None:
            await self.send_json(await self._snapshot(self.user_id))

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
