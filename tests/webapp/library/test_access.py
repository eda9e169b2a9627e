from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.db.models import ProtectedError

from tests.support.documents import make_collection, make_document, make_user
from webapp.accounts.services import TokenLimits, create_token
from webapp.library.access import audience_of, get_collection, reader_for, require_role, require_tool
from webapp.library.errors import BadRequest, NotFound, Refused
from webapp.library.models import Membership, Role

pytestmark = pytest.mark.django_db


def test_the_highest_of_several_roles_counts() -> None:
    owner, member = make_user("owner"), make_user("member")
    law = make_collection(owner, "Law")
    group = Group.objects.create(name="lawyers")
    member.groups.add(group)
    Membership.objects.create(collection=law, group=group, role=Role.EDITOR)
    Membership.objects.create(collection=law, user=member, role=Role.READER)
    assert reader_for(member).roles == {law.pk: Role.EDITOR}
    assert reader_for(owner).roles == {law.pk: Role.MANAGER}
    member.groups.clear()
    assert reader_for(member).roles == {law.pk: Role.READER}


def test_a_token_sees_only_what_it_and_its_user_may_see() -> None:
    owner, member = make_user("owner"), make_user("member")
    law, art = make_collection(owner, "Law"), make_collection(member, "Art")
    share = Membership.objects.create(collection=law, user=member, role=Role.EDITOR)
    limits = TokenLimits(collections=[law.pk], tools=["search"], calls_per_minute=5, tokens_per_day=100)
    token = create_token(member, "limited", limits=limits).token
    reader = reader_for(member, token=token)
    assert (reader.roles, reader.limited, reader.tools) == (
        {law.pk: Role.EDITOR},
        True,
        frozenset({"search"}),
    )
    assert (reader.calls_per_minute, reader.tokens_per_day) == (5, 100)
    assert art.pk in reader_for(member, token=create_token(member, "free").token).roles
    share.delete()
    assert reader_for(member, token=token).roles == {}


def test_the_audience_are_owner_members_and_groups() -> None:
    owner, member, grouped, _ = (make_user(name) for name in ("owner", "member", "grouped", "stranger"))
    law = make_collection(owner, "Law")
    group = Group.objects.create(name="lawyers")
    grouped.groups.add(group)
    Membership.objects.create(collection=law, user=member)
    Membership.objects.create(collection=law, group=group)
    assert audience_of([law.pk, 10**6]) == {law.pk: {owner.pk, member.pk, grouped.pk}}


def test_ones_own_collection_comes_before_a_shared_one_of_that_name() -> None:
    member = make_user("member")
    shared = []
    for name in ("first", "second"):
        collection = make_collection(make_user(name), "Law")
        Membership.objects.create(collection=collection, user=member)
        shared.append(collection)
    with pytest.raises(BadRequest, match=f"{shared[0].pk}, {shared[1].pk}"):
        get_collection(reader_for(member), "Law")
    own = make_collection(member, "Law")
    assert get_collection(reader_for(member), "Law") == own
    assert get_collection(reader_for(member), str(shared[1].pk)) == shared[1]


def test_a_refusal_names_the_role_that_is_needed_and_who_gives_it() -> None:
    owner, member = make_user("owner"), make_user("member")
    law = make_collection(owner, "Law")
    Membership.objects.create(collection=law, user=member, role=Role.READER)
    with pytest.raises(
        Refused, match=r"'Law' you are a reader; this needs the role editor\. Ask its owner, owner"
    ):
        require_role(reader_for(member), law, Role.EDITOR)
    with pytest.raises(NotFound):
        require_role(reader_for(make_user("stranger")), law, Role.READER)


def test_a_token_without_tools_has_none() -> None:
    user = make_user()
    reader = reader_for(user, token=create_token(user, "none", limits=TokenLimits(tools=[])).token)
    with pytest.raises(Refused, match="none"):
        require_tool(reader, "search")
    require_tool(reader_for(user), None)


def test_a_user_with_documents_cannot_be_deleted_under_them() -> None:
    user = make_user()
    make_document(user)
    with pytest.raises(ProtectedError):
        user.delete()


def test_a_name_of_old_is_told_and_found_without_what_nobody_sees() -> None:
    owner, member = make_user("owner"), make_user("member")
    shared = make_collection(owner, "Pl\u202eans\U000e0049\U000e0047")
    Membership.objects.create(collection=shared, user=member, role=Role.READER)
    with pytest.raises(NotFound) as told:
        get_collection(reader_for(member), "Law")
    assert str(told.value) == "No collection is called 'Law'. Yours: Plans."
    assert get_collection(reader_for(member), "Plans") == shared
