from __future__ import annotations

import pytest

from tests.support.ask import Ask
from tests.support.documents import make_document, register
from webapp.accounts.models import User
from webapp.jobs.models import IndexingJob

pytestmark = pytest.mark.django_db


def test_counts_are_of_what_one_may_see(ask: Ask, user: User, other: User) -> None:
    make_document(user)
    for owner, content in ((user, b"# New"), (other, b"# Secret")):
        revision = register(owner, content).revision
        assert revision is not None
        IndexingJob.objects.create(revision=revision)
    status = ask("GET", "/status")
    assert status["documents"] == 2
    assert status["states"] == {"received": 1, "extracting": 0, "searchable": 0, "complete": 1, "failed": 0}
    assert (status["searchable"], status["queue"]) == (1, 1)
    assert status["versions"]["django"]
    assert status["limits"]["max_upload_bytes"] == 200 * 1024 * 1024


def test_an_empty_library_has_no_fraction_of_nothing(ask: Ask) -> None:
    status = ask("GET", "/status")
    assert (status["documents"], status["semantic_progress"]) == (0, 1.0)
