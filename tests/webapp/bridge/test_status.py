from __future__ import annotations

from collections.abc import Callable

import pytest

from webapp.accounts.models import User
from webapp.bridge import work
from webapp.bridge.engines import OpenEngines
from webapp.bridge.status import index_status, semantic_progress
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import Reader, reader_for
from webapp.library.models import Document, Role
from webapp.library.services import create_collection, move_document

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


@pytest.fixture
def half_done(semantic: OpenEngines, hand_in: HandIn, run_stages: Run) -> list[Document]:
    """One document with a vector, and one that can be found by its words only."""
    done = hand_in("walrus.md", "# walrus\n\nAll about it.\n")
    run_stages()
    waiting = hand_in("seal.md", "# seal\n\nAll about it.\n")
    for revision_id in IndexingJob.objects.filter(stage=Stage.EXTRACT).values_list("revision_id", flat=True):
        work.extract(revision_id)
    work.index_waiting_words()
    return [done, waiting]


def test_progress_is_the_share_of_readable_documents_that_have_a_vector(
    half_done: list[Document], hand_in: HandIn, user: User, run_stages: Run
) -> None:
    hand_in("unread.md", "# not read yet\n")
    assert semantic_progress() == semantic_progress(reader_for(user)) == 0.5
    status = index_status(reader_for(user))
    assert (status.searchable, status.embedded) == (2, 1)
    run_stages()
    assert semantic_progress(reader_for(user)) == 1.0


def test_only_what_a_reader_may_see_counts(half_done: list[Document], user: User) -> None:
    done, waiting = half_done
    other = create_collection(user, "other")
    move_document(reader_for(user), waiting, other)

    def progress(*collection_ids: int) -> float | None:
        return semantic_progress(Reader(user.pk, dict.fromkeys(collection_ids, Role.READER)))

    assert progress(done.collection_id) == 1.0
    assert progress(other.pk) == 0.0
    assert progress(done.collection_id, other.pk) == 0.5
    assert progress() == 1.0
