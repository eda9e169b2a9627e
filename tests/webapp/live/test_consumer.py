from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.test import Client
from django.utils import timezone

from tests.support.documents import make_document, make_user
from webapp.accounts.models import User
from webapp.accounts.services import deactivate
from webapp.accounts.sessions import end_session, end_sessions, note_session, sessions_of
from webapp.jobs.messages import document_changed
from webapp.library.models import Document, Membership, Role
from webapp.live.consumer import MISUSED, SIGNED_OUT
from webapp.live.routing import websocket_application

pytestmark = pytest.mark.django_db(transaction=True)


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        layer = get_channel_layer()
        assert isinstance(layer, InMemoryChannelLayer)
        layer.channels.clear()
        await asyncio.wait_for(story, 30)

    asyncio.run(bounded())


def cookie_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["mokuji_session"].value


class Tab:
    """A browser tab's end of a WebSocket."""

    def __init__(
        self, cookie: str = "", *, origin: str = "http://testserver", path: str = "/ws/live"
    ) -> None:
        headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
        if cookie:
            headers.append((b"cookie", f"mokuji_session={cookie}".encode()))
        scope = {
            "type": "websocket",
            "path": path,
            "headers": headers,
            "query_string": b"",
            "subprotocols": [],
        }
        self._app = ApplicationCommunicator(websocket_application(), scope)

    async def connect(self) -> bool:
        await self._app.send_input({"type": "websocket.connect"})
        return bool((await self.output())["type"] == "websocket.accept")

    async def output(self) -> Any:
        return await self._app.receive_output(10)

    async def json(self) -> Any:
        return json.loads((await self.output())["text"])

    async def say(self, text: str) -> None:
        await self._app.send_input({"type": "websocket.receive", "text": text})

    async def hears_nothing(self, seconds: float) -> bool:
        return bool(await self._app.receive_nothing(seconds))

    async def leave(self) -> None:
        await self._app.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._app.wait(10)


async def greeted(link: Tab, epoch: str = "", number: int = 0) -> Any:
    await link.say(json.dumps({"type": "hello", "epoch": epoch, "number": number}))
    return await link.json()


def test_a_hello_is_answered_with_everything_unfinished() -> None:
    user = make_user()
    make_document(user, name="done.md")
    waiting = make_document(user, "# W", name="waiting.md", state="extracting")
    cookie = cookie_of(user)

    async def story() -> None:
        link = Tab(cookie)
        assert await link.connect()
        snapshot = await greeted(link)
        assert snapshot["type"] == "snapshot"
        assert [each["id"] for each in snapshot["documents"]] == [waiting.pk]
        assert (snapshot["counts"]["complete"], snapshot["counts"]["extracting"]) == (1, 1)
        await link.leave()

    run(story())


def test_a_change_arrives_numbered_and_only_with_its_owner() -> None:
    user, other = make_user(), make_user("other")
    document = make_document(user, state="received")
    mine, theirs = cookie_of(user), cookie_of(other)

    async def story() -> None:
        link, stranger = Tab(mine), Tab(theirs)
        await link.connect()
        await stranger.connect()
        start = await greeted(link)
        await greeted(stranger)
        await sync_to_async(document_changed)(document.pk)
        event = await link.json()
        assert (event["type"], event["number"], event["epoch"]) == (
            "event",
            start["number"] + 1,
            start["epoch"],
        )
        assert [each["state"] for each in event["documents"]] == ["received"]
        assert await stranger.hears_nothing(0.5)
        await link.leave()
        await stranger.leave()

    run(story())


def test_what_was_missed_is_told_on_return() -> None:
    user = make_user()
    document = make_document(user, state="received")
    cookie = cookie_of(user)

    async def story() -> None:
        link = Tab(cookie)
        await link.connect()
        start = await greeted(link)
        await sync_to_async(document_changed)(document.pk)
        first = await link.json()
        await link.leave()
        back = Tab(cookie)
        await back.connect()
        assert await greeted(back, start["epoch"], start["number"]) == first
        await back.leave()
        stale = Tab(cookie)
        await stale.connect()
        assert (await greeted(stale, "another-life", 7))["type"] == "snapshot"
        await stale.leave()

    run(story())


def test_nobody_is_told_without_a_session() -> None:
    async def story() -> None:
        link = Tab()
        await link.connect()
        assert await link.output() == {"type": "websocket.close", "code": SIGNED_OUT}
        await link.leave()

    run(story())


@pytest.mark.parametrize("where", [{"origin": "http://evil.example"}, {"path": "/ws/other"}])
def test_other_sites_and_paths_are_refused(where: dict[str, str]) -> None:
    cookie = cookie_of(make_user())

    async def story() -> None:
        assert not await Tab(cookie, **where).connect()

    run(story())


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        "[" * 50_000,
        '{"a":' * 50_000,
        '{"type": "dance"}',
        '{"type": "hello", "number": "x"}',
    ],
)
def test_nonsense_closes_the_connection(text: str) -> None:
    cookie = cookie_of(make_user())

    async def story() -> None:
        link = Tab(cookie)
        await link.connect()
        await link.say(text)
        assert (await link.output())["code"] == MISUSED
        await link.leave()

    run(story())


def test_a_tab_is_told_which_unfinished_documents_are_its_own_recent_uploads() -> None:
    owner, other = make_user("owner"), make_user("other")
    mine = make_document(owner, state="extracting")
    Membership.objects.create(collection=mine.collection, user=other, role=Role.READER)
    forgotten = make_document(owner, "# Old", state="failed", updated_at=timezone.now() - timedelta(days=3))

    async def own(user: User) -> dict[int, bool]:
        link = Tab(await sync_to_async(cookie_of)(user))
        assert await link.connect()
        snapshot = await greeted(link)
        await link.leave()
        return {each["id"]: each["own"] for each in snapshot["documents"]}

    async def story() -> None:
        assert await own(owner) == {mine.pk: True, forgotten.pk: False}
        assert await own(other) == {mine.pk: False, forgotten.pk: False}

    run(story())


def test_deleting_documents_are_not_in_a_snapshot() -> None:
    user = make_user()
    document = make_document(user, state="failed")
    Document.objects.filter(pk=document.pk).update(deleted_at=document.added_at)
    cookie = cookie_of(user)

    async def story() -> None:
        link = Tab(cookie)
        await link.connect()
        assert (await greeted(link))["documents"] == []
        await link.leave()

    run(story())


def sign_out(user: User, cookie: str) -> None:
    client = Client()
    client.cookies["mokuji_session"] = cookie
    client.delete(
        "/api/v1/session", headers={"X-CSRFToken": client.get("/api/v1/session").json()["csrf_token"]}
    )


def change_password(user: User, _: str) -> None:
    user.set_password("another long password")
    user.save(update_fields=["password"])


def delete_user(user: User, _: str) -> None:
    user.delete()


ENDS = [
    sign_out,
    change_password,
    delete_user,
    lambda user, _: end_sessions(user),
    lambda user, _: deactivate(user),
    lambda user, _: end_session(sessions_of(user)[0]),
]


def signed_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    note_session(user, client.session, address="", agent="")
    return client.cookies["mokuji_session"].value


@pytest.mark.parametrize("end", ENDS)
def test_a_socket_ends_with_its_session(end: Callable[[User, str], object]) -> None:
    user = make_user()
    cookie = signed_in(user)

    async def story() -> None:
        link = Tab(cookie)
        await link.connect()
        await greeted(link)
        await sync_to_async(end)(user, cookie)
        assert await link.output() == {"type": "websocket.close", "code": SIGNED_OUT}
        await link.leave()

    run(story())


@pytest.mark.parametrize("say", [True, False])
def test_an_end_that_nobody_told_of_is_found_when_asked_and_by_itself(say: bool) -> None:
    """As after a command of another program, which no event comes from."""
    user = make_user()
    cookie = signed_in(user)

    async def story() -> None:
        link = Tab(cookie)
        await link.connect()
        await greeted(link)
        await sync_to_async(lambda: User.objects.filter(pk=user.pk).update(is_active=False))()
        if say:
            await link.say(json.dumps({"type": "hello", "epoch": "", "number": 0}))
        assert await link.output() == {"type": "websocket.close", "code": SIGNED_OUT}
        await link.leave()

    run(story())


def test_other_sessions_of_the_person_go_on() -> None:
    user = make_user()
    document = make_document(user, state="received")
    ending, staying = signed_in(user), signed_in(user)

    async def story() -> None:
        first, second = Tab(ending), Tab(staying)
        for each in (first, second):
            await each.connect()
            await greeted(each)
        await sync_to_async(sign_out)(user, ending)
        assert (await first.output())["code"] == SIGNED_OUT
        await sync_to_async(document_changed)(document.pk)
        assert (await second.json())["type"] == "event"
        await first.leave()
        await second.leave()

    run(story())
