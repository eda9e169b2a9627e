"""Deleting a user, whose documents must not go along unseen."""

from __future__ import annotations

from django.db import transaction

from webapp.accounts import services
from webapp.accounts.models import User
from webapp.library.errors import Conflict
from webapp.library.models import Collection, Document


def remove_user(user: User) -> None:
    """Delete a user with tokens, sessions, memberships and empty collections.

    Raises Conflict while a collection of theirs holds documents, and for the last administrator.
    """
    held = Document.objects.filter(collection__owner=user)
    if count := held.count():
        names = ", ".join(
            sorted({repr(name) for name in held.values_list("collection__name", flat=True)[:1000]})[:5]
        )
        raise Conflict(
            f"{user.username!r} owns {count} documents in {names}. Hand these collections over or delete them first;"
            " deactivate the user meanwhile."
        )
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise Conflict(f"{user.username!r} is the only administrator. Make another one first.")
    with transaction.atomic():
        services.deactivate(user)
        Collection.objects.filter(owner=user).delete()
        user.delete()
