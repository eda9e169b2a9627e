"""Mail to people: invitations and links for who forgot the password, where MOKUJI_EMAIL_URL names a server for it."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from webapp.accounts.mail_text import TEXTS, language_of
from webapp.accounts.models import User
from webapp.audit.services import record

log = logging.getLogger(__name__)


class NotSent(Exception):
    """A mail did not leave; the message says why."""


def is_set_up() -> bool:
    """Return whether this server sends mail."""
    return bool(settings.MOKUJI["email_url"])


def send_link(user: User, link: str, *, kind: str, locale: str = "") -> None:
    """Mail a one-time link to its user. Raises NotSent.

    kind: `invitation`, `link` of an administrator, or `reset`, which its user asked for.
    locale: the language when the user has not chosen one.
    """
    text = TEXTS[language_of(user.language or locale)][kind]
    known = {"name": user.username, "link": link, "server": settings.SERVED_AT}
    with _server() as server:
        EmailMessage(
            text["subject"],
            text["body"].format(**known),
            settings.DEFAULT_FROM_EMAIL,
            [user.email],
            headers={"Auto-Submitted": "auto-generated"},
            connection=server,
        ).send()


def try_link(user: User, link: str, *, kind: str) -> str:
    """Mail a one-time link to its user, if that can be. Returns why it was not, or nothing when it was."""
    if not is_set_up():
        return "this server sends no mail"
    if not user.email:
        return "no address is known"
    try:
        send_link(user, link, kind=kind)
    except NotSent as error:
        log.error("a link could not be mailed: %s", error)
        return str(error)
    record("link-mailed", user.username)
    return ""


def why_not() -> str:
    """Return why the mail server cannot be used, after connecting and signing in there; empty when it can."""
    try:
        with _server() as server:
            server.open()
    except NotSent as error:
        return str(error)
    return ""


@contextmanager
def _server() -> Iterator[BaseEmailBackend]:
    """Yield the mail server, left in the end however it went. Raises NotSent for what it refuses."""
    try:
        with closing(get_connection()) as server:
            yield server
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise NotSent(_reason(error)) from error


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return "it refuses the name and password"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "it refuses the address of the recipient"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "it offers no STARTTLS"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"it answers {error.smtp_code}"
    return getattr(error, "strerror", None) or type(error).__name__
