"""A second factor on a running server, from the account page to the command that helps who lost it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.support.authenticator import code_of
from tests.support.server import Server, mokuji, running_server

PASSWORD = "an-unlikely-password-7"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("factor"), env={"MOKUJI_EMBEDDING": "off"}) as running:
        mokuji(running.data, "user", "create", "keeper", "--admin", "--password-stdin", text=PASSWORD)
        yield running


def sign_in(server: Server) -> tuple[httpx.Client, httpx.Response]:
    http = httpx.Client(base_url=server.url, timeout=60, trust_env=False)
    http.headers["X-CSRFToken"] = http.get("/api/v1/session").json()["csrf_token"]
    answer = http.post("/api/v1/session", json={"username": "keeper", "password": PASSWORD})
    if answer.status_code == 200:
        http.headers["X-CSRFToken"] = answer.json()["csrf_token"]
    return http, answer


def test_it_guards_all_that_a_password_opens_until_it_is_reset(server: Server) -> None:
    token = mokuji(server.data, "token", "create", "agent", "--user", "keeper").stdout.strip()
    http, answer = sign_in(server)
    with closing(http):
        assert answer.status_code == 200
        path = "/api/v1/account/second-factor"
        secret = http.post(path, json={"password": PASSWORD}).json()["secret"]
        assert http.post(f"{path}/confirm", json={"code": code_of(secret)}).status_code == 200
        assert http.get(path).json()["on"] is True
    http, answer = sign_in(server)
    with closing(http):
        assert (answer.status_code, answer.json()["code"]) == (401, "code-needed")
        assert http.get("/admin/").status_code == 302
        answer = http.post("/api/v1/session/code", json={"code": code_of(secret, ahead=1)})
        assert answer.status_code == 200, answer.text
        assert http.get("/admin/").status_code == 200
    bearer = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/v1/status", headers=bearer, trust_env=False).status_code == 200
    told = mokuji(server.data, "user", "reset-second-factor", "keeper").stdout
    assert told == "keeper signs in without a code from now on.\n"
    http, answer = sign_in(server)
    http.close()
    assert answer.status_code == 200
    again = mokuji(server.data, "user", "reset-second-factor", "keeper", check=False)
    assert (again.returncode, "keeper has no second factor." in again.stderr) == (2, True)


def test_a_backup_and_what_is_restored_from_it_keep_the_factor(server: Server, tmp_path: Path) -> None:
    http, _ = sign_in(server)
    with closing(http):
        path = "/api/v1/account/second-factor"
        secret = http.post(path, json={"password": PASSWORD}).json()["secret"]
        codes = http.post(f"{path}/confirm", json={"code": code_of(secret)}).json()["codes"]
    mokuji(server.data, "backup", str(tmp_path / "library.tar"))
    mokuji(tmp_path / "new", "restore", str(tmp_path / "library.tar"))
    env = {"MOKUJI_EMBEDDING": "off"}
    with running_server(tmp_path / "new", token=server.token, env=env) as restored:
        http, answer = sign_in(restored)
        with closing(http):
            assert answer.json()["code"] == "code-needed"
            assert http.post("/api/v1/session/code", json={"code": codes[3]}).status_code == 200
