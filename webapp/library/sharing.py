"""Whom a collection is shared with, and as what."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from webapp.accounts.models import User
from webapp.audit.services import record
from webapp.library.access import Reader, require_role, require_write
from webapp.library.errors import BadRequest, Conflict, NotFound, Refused
from webapp.library.models import Collection, Membership, Role


@dataclass(frozen=True, slots=True)
class Invitee:
    """Who is to become a member: the name of a user, or of a group; one of the two."""

    user: str = ""
    group: str = ""


def members_of(reader: Reader, collection: Collection) -> list[Membership]:
    """Return the memberships of a collection in their order. Raises Refused for who does not manage it."""
    require_role(reader, collection, Role.MANAGER)
    return list(
        Membership.objects.filter(collection=collection).select_related("user", "group").order_by("id")
    )


def share(reader: Reader, collection: Collection, invitee: Invitee, role: Role) -> Membership:
    """Make a user or a group a member, or give a member another role.

    Raises Refused for who does not manage the collection, NotFound for an unknown name, Conflict for the owner.
    """
    require_role(reader, collection, Role.MANAGER)
    if bool(invitee.user) == bool(invitee.group):
        raise BadRequest("Give `user` or `group`: the name of whom to share with.")
    user, group = None, None
    if invitee.user:
        user = _user(invitee.user)
        if user.pk == collection.owner_id:
            raise Conflict(
                f"{user.username!r} owns {collection.name!r}, and may do everything in it already."
            )
    else:
        group = Group.objects.filter(name=invitee.group).first()
        if group is None:
            raise NotFound(f"No group is called {invitee.group!r}. An administrator makes groups.")
    with transaction.atomic():
        mine = Membership.objects.filter(collection=collection, user=user, group=group)
        former = mine.values_list("role", flat=True).first()
        made = Membership.objects.update_or_create(
            collection=collection, user=user, group=group, defaults={"role": role}
        )[0]
        detail = {"role": {"from": former, "to": role}} if former is not None else None
        record("collection-shared", str(made), detail=detail)
    return made


def unshare(reader: Reader, collection: Collection, membership_id: int) -> None:
    """End a membership. A member may end its own; all others need the role manager. Raises NotFound, Refused."""
    require_write(reader)
    membership = Membership.objects.filter(collection=collection, pk=membership_id).first()
    if membership is None or membership.user_id != reader.user_id:
        require_role(reader, collection, Role.MANAGER)
    if membership is None:
        raise NotFound(f"No membership of {collection.name!r} has the id {membership_id}.")
    record("collection-unshared", str(membership))
    membership.delete()


def hand_over(reader: Reader, collection: Collection, new_owner: str) -> Collection:
    """Make another user the owner; who owned it stays as a manager.

    Raises Refused for who does not own it, NotFound for an unknown name, Conflict when that user has a
    collection by this name.
    """
    require_role(reader, collection, Role.MANAGER)
    if collection.owner_id != reader.user_id:
        raise Refused(f"Only its owner, {collection.owner.username}, may hand {collection.name!r} over.")
    user = _user(new_owner)
    if user.pk == collection.owner_id:
        return collection
    try:
        with transaction.atomic():
            Membership.objects.filter(collection=collection, user=user).delete()
            Membership.objects.create(collection=collection, user_id=reader.user_id, role=Role.MANAGER)
            collection.owner = user
            collection.save(update_fields=["owner"])
            record("collection-handed-over", collection.name, detail={"to": user.username})
    except IntegrityError:
        raise Conflict(
            f"{user.username!r} has a collection called {collection.name!r} already. Rename one of them first."
        ) from None
    return collection


def _user(name: str) -> User:
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise NotFound(f"No user is called {name!r}. Ask an administrator to invite them first.")
    return user
