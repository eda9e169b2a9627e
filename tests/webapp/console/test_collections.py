"""Collections and memberships in the console."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from tests.support.documents import make_document, make_user
from webapp.accounts.models import User
from webapp.audit.models import AuditEntry
from webapp.library.models import Collection, Document, Membership
from webapp.library.services import default_collection


def page_of(collection: Collection) -> str:
    return reverse("admin:library_collection_change", args=(collection.pk,))


def members(*rows: dict[str, object], initial: int = 0) -> dict[str, object]:
    form: dict[str, object] = {"memberships-TOTAL_FORMS": len(rows), "memberships-INITIAL_FORMS": initial}
    for place, row in enumerate(rows):
        form |= {f"memberships-{place}-{name}": value for name, value in row.items()}
    return form


def test_a_collection_is_shared_on_its_page(http: Client, user: User) -> None:
    collection, friend = default_collection(user), make_user("friend")
    http.post(page_of(collection), members({"user": friend.pk, "group": "", "role": "editor"}))
    made = Membership.objects.get()
    assert (made.user, made.role) == (friend, "editor")
    row = {"id": made.pk, "collection": collection.pk, "user": friend.pk, "group": "", "role": "editor"}
    http.post(page_of(collection), members({**row, "role": "reader"}, initial=1))
    changed = AuditEntry.objects.filter(action="collection-shared").latest("id")
    assert changed.detail == {"role": {"from": "editor", "to": "reader"}}
    http.post(page_of(collection), members({**row, "DELETE": "on"}, initial=1))
    assert not Membership.objects.exists()
    told = [entry.action for entry in AuditEntry.objects.order_by("id")]
    assert [action for action in told if "share" in action] == [
        "collection-shared",
        "collection-shared",
        "collection-unshared",
    ]


def test_a_membership_is_of_one_user_or_group_who_is_not_the_owner(http: Client, user: User) -> None:
    collection, group = default_collection(user), Group.objects.create(name="research")
    both = {"user": make_user("friend").pk, "group": group.pk, "role": "reader"}
    assert "one of the two" in http.post(page_of(collection), members(both)).content.decode()
    owner = {"user": user.pk, "group": "", "role": "reader"}
    assert (
        "may do everything in it already" in http.post(page_of(collection), members(owner)).content.decode()
    )
    assert not Membership.objects.exists()


@pytest.mark.usefixtures("open_engines")
def test_deleting_a_collection_takes_its_documents_along_and_says_so_before(http: Client, user: User) -> None:
    make_document(user)
    collection = default_collection(user)
    address = reverse("admin:library_collection_delete", args=(collection.pk,))
    assert "With its 1 documents" in http.get(address).content.decode()
    http.post(address, {"post": "yes"})
    assert not Collection.objects.exists()
    assert not Document.objects.exists()
    assert AuditEntry.objects.order_by("-id").values_list("action", flat=True)[0] == "collection-deleted"


def test_nobody_makes_a_collection_for_another(http: Client) -> None:
    assert http.get(reverse("admin:library_collection_add")).status_code == 403
