from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Group

from tests.support.documents import make_collection, make_user
from webapp.library.models import Membership

pytestmark = pytest.mark.django_db

Told = Callable[[Callable[[], Any]], set[int]]


@pytest.fixture
def told(django_capture_on_commit_callbacks: Any) -> Told:
    """Return what tells whom a change would be told to after its commit."""

    def of(change: Callable[[], Any]) -> set[int]:
        with django_capture_on_commit_callbacks() as callbacks:
            change()
        calls = [callback.args for callback in callbacks if isinstance(callback, partial)]
        return {user_id for kind, user_id in calls if kind == "access"}

    return of


def test_whose_access_changes_is_told(told: Told) -> None:
    owner, member, grouped = (make_user(name) for name in ("owner", "member", "grouped"))
    assert told(lambda: make_collection(owner, "Law")) == {owner.pk}
    law = make_collection(owner, "Art")
    group = Group.objects.create(name="lawyers")
    assert told(lambda: Membership.objects.create(collection=law, user=member)) == {member.pk}
    assert told(lambda: grouped.groups.add(group)) == {grouped.pk}
    assert told(lambda: Membership.objects.create(collection=law, group=group)) == {grouped.pk}
    assert told(Membership.objects.get(user=member).delete) == {member.pk}


@pytest.mark.parametrize("leave", ["person leaves", "group lets go", "group is cleared", "group is deleted"])
def test_who_leaves_a_group_is_told_from_whichever_side(told: Told, leave: str) -> None:
    grouped, group = make_user("grouped"), Group.objects.create(name="lawyers")
    grouped.groups.add(group)
    Membership.objects.create(collection=make_collection(make_user("owner"), "Law"), group=group)
    ways: dict[str, Callable[[], Any]] = {
        "person leaves": grouped.groups.clear,
        "group lets go": partial(group.user_set.remove, grouped),
        "group is cleared": group.user_set.clear,
        "group is deleted": group.delete,
    }
    assert told(ways[leave]) == {grouped.pk}
