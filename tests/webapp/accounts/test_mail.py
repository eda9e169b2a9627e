"""Why a mail did not leave is told in words, and no secret crosses a network in the clear."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from tests.support.mail_server import MailServer, mail_server, words_of
from webapp.accounts import mail
from webapp.accounts.models import User

ADA = User(username="ada", email="ada@example.org")
LINK = "https://docs.example.org/sign-in/secret"


@pytest.fixture
def outgoing(settings: Any) -> Any:
    """Sends by a real server; takes what the settings would be."""

    def use(server: MailServer, **more: Any) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.DEFAULT_FROM_EMAIL = "Mokuji <mokuji@example.org>"
        for name, value in more.items():
            setattr(settings, name, value)

    return use


def send() -> str:
    """Return why an invitation was not sent, or nothing when it was."""
    try:
        mail.send_link(ADA, LINK, kind="invitation")
    except mail.NotSent as error:
        return str(error)
    return ""


def test_a_link_is_sent_whole_and_says_that_nobody_need_answer(outgoing: Any) -> None:
    with mail_server() as server:
        outgoing(server)
        assert send() == ""
        (sent,) = server.wait_for(1)
    assert LINK in words_of(sent)
    assert (sent["To"], sent["Auto-Submitted"]) == ("ada@example.org", "auto-generated")


def test_without_starttls_nothing_is_sent_where_it_is_asked_for(outgoing: Any) -> None:
    with mail_server(user="mokuji", password="secret") as server:
        outgoing(server, EMAIL_USE_TLS=True, EMAIL_HOST_USER="mokuji", EMAIL_HOST_PASSWORD="secret")
        assert send() == mail.why_not() == "it offers no STARTTLS"
        assert server.mails == []


def test_what_the_server_refuses_is_told(outgoing: Any) -> None:
    with mail_server(user="mokuji", password="secret") as server:
        outgoing(server, EMAIL_HOST_USER="mokuji", EMAIL_HOST_PASSWORD="wrong")
        assert send() == mail.why_not() == "it refuses the name and password"
        outgoing(server, EMAIL_HOST_PASSWORD="secret")
        server.refuse = True
        assert send() == "it refuses the address of the recipient"
        assert mail.why_not() == ""


def test_a_server_that_is_away_is_told(outgoing: Any) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        outgoing(MailServer(unused.getsockname()[1]))
        assert send() == mail.why_not() == "Connection refused"


@pytest.mark.parametrize("address", ["ada@example.org\nBcc: eve@example.org", "a\r\nb"])
def test_an_address_never_becomes_a_header(outgoing: Any, address: str) -> None:
    with mail_server() as server:
        outgoing(server)
        with pytest.raises(mail.NotSent):
            mail.send_link(User(username="ada", email=address), LINK, kind="reset")
        assert server.mails == []
