"""What the overview counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.documents import make_document
from webapp.accounts.models import User
from webapp.console.dashboard import overview
from webapp.library.models import Revision
from webapp.retrieval.models import DailyUse


def test_it_counts_documents_rooms_and_thirty_days(user: User) -> None:
    now = datetime.now(UTC)
    document = make_document(user)
    Revision.objects.filter(document=document).update(published_at=now - timedelta(days=1))
    for days, calls in ((0, 5), (29, 2), (30, 100)):
        DailyUse.objects.create(
            user=user, day=(now - timedelta(days=days)).date(), tool="search", calls=calls, tokens=10
        )
    shown = overview(now.date())
    assert sum(count for _, count in shown.states) == 1
    assert dict(shown.room)["Originals"] == document.size
    assert dict(shown.room)["Database"] > 0
    assert [bar.value for bar in shown.indexed.bars] == [0] * 28 + [1, 0]
    assert (shown.searches.total, shown.searches.bars[0].value, shown.searches.bars[-1].value) == (7, 2, 5)
    assert shown.spent.total == 20


def test_the_same_bytes_take_room_once(user: User) -> None:
    document = make_document(user)
    newest = document.revisions.get()
    newest.pk, newest.number = None, 2
    newest.save()
    assert dict(overview().room)["Originals"] == document.size


def test_an_index_that_is_not_open_is_a_bad_sign(user: User) -> None:
    words = overview().signs[0]
    assert (words.state, words.said) == ("bad", "The index is not open in this process.")


@pytest.mark.usefixtures("open_engines")
def test_one_that_is_open_is_a_good_one(user: User) -> None:
    assert overview().signs[0].state == "good"
