"""What a browser is told of a document, and how it tells one change from none."""

from __future__ import annotations

import pytest

from tests.support.documents import make_collection, make_document, make_user, reader_of
from webapp.bridge.outline_edits import Rename, change_outline
from webapp.jobs.statuses import statuses
from webapp.library.access import reader_for
from webapp.library.models import Document
from webapp.library.services import move_document, set_tags

pytestmark = pytest.mark.django_db


def told(document: Document, user_id: int) -> str:
    (status,) = statuses([document.pk])[user_id]
    return status.changed


def test_tags_places_and_edited_outlines_are_changes_and_asking_is_none() -> None:
    user = make_user()
    document = make_document(user, "# Tides\n\nThe moon.\n\n## Causes\n\nIt pulls.\n")
    vault = make_collection(user, "Vault")
    seen = [told(document, user.pk)]
    assert told(document, user.pk) == seen[-1]
    set_tags(reader_of(user), document, ["sea"])
    seen.append(told(document, user.pk))
    assert move_document(reader_for(user), document, vault)
    seen.append(told(document, user.pk))
    change_outline(
        reader_for(user), document.pk, [Rename("1.1", "Reasons")], version=document.outline_version
    )
    seen.append(told(document, user.pk))
    assert sorted(set(seen)) == seen
