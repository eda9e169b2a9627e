"""What is deleted while the model gets warm leaves nothing in the vector index."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.documents import reader_of
from webapp.accounts.models import User
from webapp.bridge import removal
from webapp.bridge.engines import OpenEngines
from webapp.library.access import visible_documents
from webapp.library.models import Document

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


def test_a_deletion_waits_for_the_vector_index_and_is_hidden_meanwhile(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    vectors, semantic.vectors = semantic.vectors, None  # as in a process that has just begun
    assert vectors is not None
    removal.postpone()
    removal.remove([document.pk])
    owner: User = document.collection.owner
    assert not visible_documents(reader_of(owner)).exists()
    assert Document.objects.filter(pk=document.pk).exists()
    semantic.vectors = vectors
    removal.catch_up()
    assert not Document.objects.exists()
    assert (vectors.revisions(), semantic.lexical.revisions()) == ({}, {})


def test_a_deletion_that_waits_for_a_model_that_cannot_be_loaded_is_done_without_it(
    opened: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    document = hand_in("a.md", "# A\n\nBody.\n")
    removal.postpone()
    removal.remove([document.pk])
    removal.catch_up()
    removal.catch_up()
    assert not Document.objects.exists()
    later = hand_in("b.md", "# B\n\nBody.\n")
    removal.remove([later.pk])
    assert not Document.objects.exists()
