"""A small SMTP server on this machine that keeps what it is given: plain, or encrypted from the start."""

from __future__ import annotations

import base64
import contextlib
import email
import email.policy
import re
import socketserver
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.support.server import until


@dataclass
class MailServer:
    """Where it is, and what came. user, password: what a sender must sign in with; empty for nothing."""

    port: int
    user: str = ""
    password: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    refuse: bool = False

    def wait_for(self, count: int) -> list[EmailMessage]:
        """Return the mails when there are this many."""
        until(lambda: len(self.mails) >= count, seconds=20, what=f"{count} mails")
        return self.mails


def words_of(mail: EmailMessage) -> str:
    """Return the text of a mail."""
    return str(mail.get_content())


def secret_in(mail: EmailMessage) -> str:
    """Return the secret of the link in a mail."""
    found = re.search(r"/sign-in/([\w-]+)", words_of(mail))
    assert found is not None, words_of(mail)
    return found[1]


class _Conversation(socketserver.StreamRequestHandler):
    kept: MailServer

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            self._say("220 mail.example.org")
            self.signed_in = not self.kept.user
            for line in self.rfile:
                if line[:4].upper() == b"QUIT":
                    self._say("221 bye")
                    return
                self._answer(line[:4].upper(), line)

    def _answer(self, word: bytes, line: bytes) -> None:
        if word == b"EHLO":
            self._say("250-mail.example.org", "250 AUTH PLAIN" if self.kept.user else "250 8BITMIME")
        elif word == b"AUTH":
            _, name, secret = base64.b64decode(line.split()[2]).split(b"\0")
            self.signed_in = (name.decode(), secret.decode()) == (self.kept.user, self.kept.password)
            self._say("235 welcome" if self.signed_in else "535 who are you")
        elif word == b"RCPT" and (self.kept.refuse or not self.signed_in):
            self._say("550 no such mailbox")
        elif word == b"DATA":
            self._say("354 go on")
            self.kept.mails.append(self._mail())
            self._say("250 kept")
        else:
            self._say("250 fine")

    def _mail(self) -> EmailMessage:
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        found = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        return found

    def _say(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())


class _Listener(socketserver.ThreadingTCPServer):
    daemon_threads = True
    context: ssl.SSLContext | None = None

    def get_request(self) -> tuple[Any, Any]:
        connection, address = super().get_request()
        return (
            self.context.wrap_socket(connection, server_side=True) if self.context else connection
        ), address


@contextlib.contextmanager
def mail_server(
    *, user: str = "", password: str = "", certificate: Path | None = None
) -> Iterator[MailServer]:
    """Serve at 127.0.0.1:PORT, encrypted from the start where there is a certificate."""

    class Conversation(_Conversation):
        """Keeps for this server alone."""

    with _Listener(("127.0.0.1", 0), Conversation) as listener:
        kept = Conversation.kept = MailServer(listener.server_address[1], user, password)
        if certificate is not None:
            listener.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            listener.context.load_cert_chain(certificate)
        thread = threading.Thread(target=listener.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield kept
        finally:
            listener.shutdown()
            thread.join(10)
