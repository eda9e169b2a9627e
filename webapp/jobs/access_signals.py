"""Whoever may see more or less now, or is signed out, is told so, wherever that happened (API, console, command)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_delete

from webapp.accounts.models import SignedIn, User
from webapp.jobs.messages import access_changed, session_ended
from webapp.library.models import Collection, Membership

_IN_GROUPS = frozenset({"post_add", "post_remove", "pre_clear"})


def connect() -> None:
    """Listen to changes of memberships, of groups' people, of collections' owners, and to the ends of sessions."""
    post_save.connect(_membership, sender=Membership, dispatch_uid="mokuji-membership-saved")
    pre_delete.connect(_membership, sender=Membership, dispatch_uid="mokuji-membership-deleted")
    post_save.connect(_collection, sender=Collection, dispatch_uid="mokuji-collection-saved")
    m2m_changed.connect(_group, sender=User.groups.through, dispatch_uid="mokuji-group-changed")
    user_logged_out.connect(_signed_out, dispatch_uid="mokuji-signed-out")
    post_delete.connect(_session, sender=SignedIn, dispatch_uid="mokuji-session-ended")
    post_save.connect(_person, sender=User, dispatch_uid="mokuji-person-changed")


def _membership(instance: Membership, **_: Any) -> None:
    if instance.user_id is not None:
        access_changed([instance.user_id])
    elif instance.group_id is not None:
        access_changed(User.objects.filter(groups=instance.group_id).values_list("id", flat=True))


def _collection(instance: Collection, **_: Any) -> None:
    access_changed([instance.owner_id])


def _group(
    instance: User | Group, action: str, *, reverse: bool, pk_set: set[int] | None = None, **_: Any
) -> None:
    """Told from either side: a person gets groups, or a group gets people."""
    if action not in _IN_GROUPS:
        return
    if not reverse:
        access_changed([instance.pk])
    elif pk_set is not None:
        access_changed(pk_set)
    else:
        access_changed(User.objects.filter(groups=instance.pk).values_list("id", flat=True))


def _signed_out(user: User | None, **_: Any) -> None:
    if user is not None:
        session_ended(user.pk)


def _session(instance: SignedIn, **_: Any) -> None:
    session_ended(instance.user_id)


def _person(instance: User, **_: Any) -> None:
    """Another password, or no way in any more, ends sessions."""
    session_ended(instance.pk)
