"""A running server mails invitations and links for a new password, and tells nobody who has an account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.https_document import certificate_for_localhost
from tests.support.mail_server import MailServer, mail_server, secret_in, words_of
from tests.support.server import Server, mokuji, running_server

PASSWORD = "an-unlikely-password-7"
NEW = "another-unlikely-one-8"
ADDRESS = "forgetful@example.org"


@dataclass
class Post:
    """A server that sends mail, and where its mail goes."""

    server: Server
    mails: MailServer
    opened: ExitStack
    env: dict[str, str]

    def browser(self) -> httpx.Client:
        http = httpx.Client(base_url=f"{self.server.url}/api/v1", timeout=60, trust_env=False)
        self.opened.enter_context(http)
        http.headers["X-CSRFToken"] = http.get("/session").json()["csrf_token"]
        return http


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    folder = tmp_path_factory.mktemp("mail")
    certificate = certificate_for_localhost(folder)
    with mail_server(user="mokuji", password="p@ss word", certificate=certificate) as mails:
        env = {
            "MOKUJI_EMBEDDING": "off",
            "MOKUJI_EMAIL_URL": f"smtps://mokuji:p%40ss%20word@localhost:{mails.port}",
            "MOKUJI_EMAIL_FROM": "Mokuji <mokuji@example.org>",
            "SSL_CERT_FILE": str(certificate),
        }
        with running_server(folder / "data", env=env) as server:
            mokuji(folder / "data", "user", "create", "keeper", "--admin", "--password-stdin", text=PASSWORD)
            asked = ("user", "create", "forgetful", "--email", ADDRESS, "--password-stdin")
            mokuji(folder / "data", *asked, text=PASSWORD)
            with ExitStack() as opened:
                yield Post(server, mails, opened, env)


def asked(http: httpx.Client, path: str, body: Any, status: int = 200) -> Any:
    answer = http.post(path, json=body)
    assert answer.status_code == status, answer.text
    if "csrf_token" in answer.text:
        http.headers["X-CSRFToken"] = answer.json()["csrf_token"]
    return answer.json() if answer.content else None


def test_a_new_password_comes_by_mail_and_nobody_learns_who_is_known(post: Post) -> None:
    mails, http = post.mails, post.browser()
    assert http.get("/session").json()["mail"] is True
    before = len(mails.mails)
    told = set()
    for who in ("nobody@example.org", "keeper", "no-such-name", ADDRESS.upper()):
        answer = http.post("/session/forgotten", json={"who": who})
        told.add((answer.status_code, answer.content))
    assert told == {(202, b"")}
    mail = mails.wait_for(before + 1)[before]
    assert (mail["To"], mail["From"]) == (ADDRESS, "Mokuji <mokuji@example.org>")
    assert "new password for forgetful" in words_of(mail)
    assert post.server.url in words_of(mail)
    old = post.browser()
    asked(old, "/session", {"username": "forgetful", "password": PASSWORD})
    asked(http, "/session/link", {"secret": secret_in(mail)})
    assert old.get("/documents").status_code == 401, "sessions of the old password go on"
    asked(http, "/account/password", {"new_password": NEW})
    asked(post.browser(), "/session", {"username": "forgetful", "password": PASSWORD}, 401)
    asked(post.browser(), "/session", {"username": "forgetful", "password": NEW})
    assert asked(post.browser(), "/session/link", {"secret": secret_in(mail)}, 401)["code"] == "link-spent"
    assert len(mails.mails) == before + 1, "somebody without an address was mailed"


def test_an_invitation_is_mailed_in_the_language_of_whom_it_is_for(post: Post) -> None:
    mails, http = post.mails, post.browser()
    asked(http, "/session", {"username": "keeper", "password": PASSWORD})
    before = len(mails.mails)
    invited = asked(http, "/users", {"username": "newcomer", "email": "new@example.org"}, 201)
    assert invited["mailed"] is True
    mail = mails.wait_for(before + 1)[before]
    assert mail["To"] == "new@example.org"
    assert invited["link"].endswith(secret_in(mail))
    assert asked(http, "/users", {"username": "without"}, 201)["mailed"] is False
    asked(http, "/users", {"username": "third", "email": "not an address"}, 400)
    mails.refuse = True
    refused = asked(http, "/users", {"username": "fourth", "email": "full@example.org"}, 201)
    mails.refuse = False
    assert refused["mailed"] is False, "a link that was not mailed is still there to be given"


def test_the_command_mails_an_invitation_too(post: Post) -> None:
    before = len(post.mails.mails)
    asked = ("user", "create", "commanded", "--email", "commanded@example.org")
    told = mokuji(post.server.data, *asked, env=post.env)
    mail = post.mails.wait_for(before + 1)[before]
    assert (mail["To"], told.stderr) == ("commanded@example.org", "Mailed to commanded@example.org.\n")
    assert told.stdout.strip().endswith(secret_in(mail))
    page = httpx.get(told.stdout.strip(), trust_env=False)
    assert page.headers["location"].endswith("&name=commanded")
    told = mokuji(post.server.data, "user", "email", "commanded", "elsewhere@example.org")
    assert told.stdout == "Mail for commanded goes to elsewhere@example.org.\n"
    refused = mokuji(post.server.data, "user", "email", "commanded", "nowhere", check=False)
    assert (refused.returncode, "valid email address" in refused.stderr) == (2, True)


def test_a_start_tells_that_the_mail_server_cannot_be_used(tmp_path: Path) -> None:
    with mail_server(user="mokuji", password="right") as mails:
        env = {
            "MOKUJI_EMBEDDING": "off",
            "MOKUJI_EMAIL_URL": f"smtp://mokuji:wrong@127.0.0.1:{mails.port}",
            "MOKUJI_EMAIL_FROM": "mokuji@example.org",
        }
        with running_server(tmp_path, env=env) as server:
            told = "".join(server.output)
    assert f"The mail server 127.0.0.1:{mails.port} cannot be used: it refuses the name and password." in told
    assert "Set it to the address under which people reach this server." in told
    assert "wrong" not in told
