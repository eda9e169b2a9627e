from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.documents import make_collection, make_document, make_user
from webapp.jobs.messages import KEPT_EVENTS, LivePublisher, group_of
from webapp.library.models import Membership

pytestmark = pytest.mark.django_db(transaction=True)

Sent = asyncio.Queue[tuple[str, dict[str, Any]]]


def told(story: Callable[[LivePublisher, Sent], Awaitable[None]]) -> None:
    """Run a story with a publisher whose messages land in a queue."""

    async def bounded() -> None:
        publisher, sent = LivePublisher(), Sent()

        async def send(group: str, message: dict[str, Any]) -> None:
            await sent.put((group, message.get("event", message)))

        publisher.attach(asyncio.get_running_loop(), send)
        await asyncio.wait_for(story(publisher, sent), 30)

    asyncio.run(bounded())


def test_a_burst_of_changes_is_one_message() -> None:
    user = make_user()
    ids = [make_document(user, f"# {n}", name=f"{n}.md", state="extracting").pk for n in range(5)]

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        publisher.number_of(user.pk)
        for _ in range(100):
            for document_id in ids:
                publisher.changed(document_id)
        group, event = await sent.get()
        assert group == group_of(user.pk)
        assert sorted(each["id"] for each in event["documents"]) == ids
        assert event["number"] == 1
        assert sent.empty()

    told(story)


def test_removals_and_calls_are_told_to_their_owner() -> None:
    user = make_user()
    document = make_document(user)

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        publisher.number_of(user.pk)
        publisher.removed(document.pk, document.collection_id)
        publisher.removed(document.pk + 1, 10**6)
        publisher.called(user.pk)
        publisher.called(user.pk)
        _, event = await sent.get()
        assert (event["removed"], event["calls"]) == ((document.pk,), 2)

    told(story)


def test_nobody_who_does_not_listen_is_told() -> None:
    user, listener = make_user(), make_user("listener")
    hidden = make_document(user, state="received")
    seen = make_document(listener, state="received")

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        publisher.number_of(listener.pk)
        publisher.changed(hidden.pk)
        publisher.changed(seen.pk)
        group, event = await sent.get()
        assert group == group_of(listener.pk)
        assert [each["id"] for each in event["documents"]] == [seen.pk]

    told(story)


def test_events_are_kept_for_a_while_and_then_a_snapshot_is_needed() -> None:
    user = make_user()
    document = make_document(user, state="received")

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        publisher.number_of(user.pk)
        for number in (1, 2):
            publisher.changed(document.pk)
            assert (await sent.get())[1]["number"] == number
        missed = publisher.since(user.pk, publisher.epoch, 1)
        assert missed is not None
        assert [event.number for event in missed] == [2]
        assert publisher.since(user.pk, publisher.epoch, 2) == ()
        assert publisher.since(user.pk, publisher.epoch, 3) is None
        assert publisher.since(user.pk, "other", 1) is None
        assert publisher.since(user.pk + 1, publisher.epoch, 0) is None
        assert KEPT_EVENTS >= 100

    told(story)


def test_nothing_happens_while_nobody_listens_or_the_loop_is_gone() -> None:
    publisher = LivePublisher()
    publisher.changed(1)

    async def attach() -> None:
        async def send(group: str, message: dict[str, Any]) -> None:
            raise AssertionError("nobody listens")

        publisher.attach(asyncio.get_running_loop(), send)

    asyncio.run(attach())
    publisher.changed(1)
    publisher.removed(1, 1)


def test_members_are_told_and_strangers_are_not() -> None:
    owner, member, stranger = make_user("owner"), make_user("member"), make_user("stranger")
    document = make_document(owner)
    Membership.objects.create(collection=document.collection, user=member)

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        for user in (owner, member, stranger):
            publisher.number_of(user.pk)
        publisher.changed(document.pk)
        groups = {(await sent.get())[0] for _ in range(2)}
        assert groups == {group_of(owner.pk), group_of(member.pk)}
        assert sent.empty()
        publisher.removed(document.pk, document.collection_id)
        assert {(await sent.get())[0] for _ in range(2)} == groups
        assert sent.empty()

    told(story)


def test_a_document_moved_out_of_sight_is_gone_for_those_only_who_see_it_no_more() -> None:
    owner, member = make_user("owner"), make_user("member")
    shared, private = make_collection(owner, "Shared"), make_collection(owner, "Private")
    document = make_document(owner, collection=private)
    Membership.objects.create(collection=shared, user=member)

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        for user in (owner, member):
            publisher.number_of(user.pk)
        publisher.removed(document.pk, shared.pk)
        publisher.changed(document.pk)
        events = dict([await sent.get(), await sent.get()])
        assert events[group_of(member.pk)]["removed"] == (document.pk,)
        assert events[group_of(member.pk)]["documents"] == ()
        assert events[group_of(owner.pk)]["removed"] == ()
        assert [each["id"] for each in events[group_of(owner.pk)]["documents"]] == [document.pk]

    told(story)


def test_who_may_see_more_or_less_begins_anew() -> None:
    user = make_user()
    document = make_document(user)

    async def story(publisher: LivePublisher, sent: Sent) -> None:
        publisher.number_of(user.pk)
        publisher.changed(document.pk)
        await sent.get()
        assert publisher.since(user.pk, publisher.epoch, 0) != ()
        publisher.access(user.pk)
        assert await sent.get() == (group_of(user.pk), {"type": "live.anew"})
        assert publisher.since(user.pk, publisher.epoch, 1) is None
        assert publisher.since(user.pk, publisher.epoch, 2) == ()

    told(story)
