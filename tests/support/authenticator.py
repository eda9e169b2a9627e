"""A person's authenticator app."""

from __future__ import annotations

import time

import pyotp


def code_of(secret: str, *, ahead: int = 0) -> str:
    """Return the code of now, or of so many steps of thirty seconds later."""
    return pyotp.TOTP(secret).at(int(time.time()) + 30 * ahead)
