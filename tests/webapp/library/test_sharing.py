from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from tests.support.documents import make_collection, make_user
from webapp.library.access import reader_for
from webapp.library.errors import BadRequest, Conflict, NotFound, Refused
from webapp.library.models import Membership, Role
from webapp.library.sharing import Invitee, hand_over, members_of, share, unshare

pytestmark = pytest.mark.django_db


def test_sharing_again_changes_the_role() -> None:
    owner, member = make_user("owner"), make_user("member")
    law = make_collection(owner, "Law")
    share(reader_for(owner), law, Invitee(user="member"), Role.READER)
    share(reader_for(owner), law, Invitee(user="member"), Role.EDITOR)
    assert [(m.user, m.role) for m in members_of(reader_for(owner), law)] == [(member, Role.EDITOR)]


def test_a_group_becomes_a_member() -> None:
    owner, member = make_user("owner"), make_user("member")
    member.groups.add(Group.objects.create(name="lawyers"))
    law = make_collection(owner, "Law")
    share(reader_for(owner), law, Invitee(group="lawyers"), Role.READER)
    assert reader_for(member).roles == {law.pk: Role.READER}


def test_whom_one_cannot_share_with_is_said() -> None:
    owner = make_user("owner")
    law = make_collection(owner, "Law")
    reader = reader_for(owner)
    with pytest.raises(NotFound, match="No user is called 'ghost'"):
        share(reader, law, Invitee(user="ghost"), Role.READER)
    with pytest.raises(NotFound, match="No group is called 'ghosts'"):
        share(reader, law, Invitee(group="ghosts"), Role.READER)
    with pytest.raises(Conflict, match="owns"):
        share(reader, law, Invitee(user="owner"), Role.READER)
    with pytest.raises(BadRequest):
        share(reader, law, Invitee(user="a", group="b"), Role.READER)


def test_a_member_may_leave_but_not_send_others_away() -> None:
    owner, member, other = (make_user(name) for name in ("owner", "member", "other"))
    law = make_collection(owner, "Law")
    mine = Membership.objects.create(collection=law, user=member, role=Role.EDITOR)
    theirs = Membership.objects.create(collection=law, user=other)
    with pytest.raises(Refused):
        unshare(reader_for(member), law, theirs.pk)
    unshare(reader_for(member), law, mine.pk)
    assert reader_for(member).roles == {}
    with pytest.raises(NotFound):
        unshare(reader_for(owner), law, mine.pk)


def test_who_hands_a_collection_over_stays_as_a_manager() -> None:
    owner, heir = make_user("owner"), make_user("heir")
    law = make_collection(owner, "Law")
    Membership.objects.create(collection=law, user=heir, role=Role.READER)
    with pytest.raises(Refused):
        hand_over(reader_for(heir), law, "heir")
    hand_over(reader_for(owner), law, "heir")
    law.refresh_from_db()
    assert law.owner == heir
    assert [(m.user, m.role) for m in members_of(reader_for(heir), law)] == [(owner, Role.MANAGER)]
    with pytest.raises(Refused, match="Only its owner, heir"):
        hand_over(reader_for(owner), law, "owner")


def test_a_collection_cannot_be_handed_to_who_has_one_by_that_name() -> None:
    owner, heir = make_user("owner"), make_user("heir")
    law = make_collection(owner, "Law")
    make_collection(heir, "Law")
    with pytest.raises(Conflict):
        hand_over(reader_for(owner), law, "heir")
    law.refresh_from_db()
    assert law.owner == owner
