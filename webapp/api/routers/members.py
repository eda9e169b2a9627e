"""Whom a collection is shared with. Only a signed-in person shares: an agent never decides who may read."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Status

from webapp.api.auth import person
from webapp.api.routers.collections import collection_by_id
from webapp.api.schemas.account import Member, NewMember, NewOwner
from webapp.library import sharing
from webapp.library.models import Membership, Role
from webapp.library.sharing import Invitee

router = Router()


@router.get(
    "/collections/{int:collection_id}/members",
    response=list[Member],
    operation_id="list_members",
    summary="Members of a collection",
)
def list_members(request: HttpRequest, collection_id: int) -> list[Member]:
    """Return whom a collection is shared with. For its managers."""
    reader = person(request).reader
    return [_item(each) for each in sharing.members_of(reader, collection_by_id(reader, collection_id))]


@router.put(
    "/collections/{int:collection_id}/members",
    response=Member,
    operation_id="share_collection",
    summary="Share a collection",
)
def share(request: HttpRequest, collection_id: int, payload: NewMember) -> Member:
    """Make a user or a group a member, or give a member another role. For managers."""
    reader = person(request).reader
    invitee = Invitee(user=payload.user or "", group=payload.group or "")
    return _item(sharing.share(reader, collection_by_id(reader, collection_id), invitee, payload.role))


@router.delete(
    "/collections/{int:collection_id}/members/{int:member_id}",
    response={204: None},
    operation_id="unshare_collection",
    summary="End a membership",
)
def unshare(request: HttpRequest, collection_id: int, member_id: int) -> Status[None]:
    """End a membership. Managers end any, members their own."""
    reader = person(request).reader
    sharing.unshare(reader, collection_by_id(reader, collection_id), member_id)
    return Status(204, None)


@router.put(
    "/collections/{int:collection_id}/owner",
    response={204: None},
    operation_id="hand_over_collection",
    summary="Hand a collection over",
)
def hand_over(request: HttpRequest, collection_id: int, payload: NewOwner) -> Status[None]:
    """Make another user the owner; the former one stays as a manager. For the owner."""
    reader = person(request).reader
    sharing.hand_over(reader, collection_by_id(reader, collection_id), payload.user)
    return Status(204, None)


def _item(membership: Membership) -> Member:
    return Member(
        id=membership.pk,
        user=membership.user.username if membership.user else None,
        group=membership.group.name if membership.group else None,
        role=Role(membership.role),
        since=membership.created_at,
    )
