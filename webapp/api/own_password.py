"""What a session alone must not do needs the password once more: a browser may have been left open."""

from __future__ import annotations

from django.http import HttpRequest

from webapp.accounts.models import User
from webapp.api import sign_in_limit
from webapp.api.problems import ProblemError


def require_password(request: HttpRequest, user: User, password: str | None) -> None:
    """Raise ProblemError 403 when a user has a password and this is not it, 429 after too many."""
    if not user.has_usable_password():
        return
    sign_in_limit.check_account(request, f"password of {user.pk}")
    if password is None or not user.check_password(password):
        raise ProblemError(403, "The old password is wrong. Type it again.", code="wrong-password")
    sign_in_limit.forgive(request, f"password of {user.pk}")
