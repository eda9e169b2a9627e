"""What an operator sees of a running server: probes, numbers, log lines that can be followed and tell no secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.files import markdown
from tests.support.server import Server, mokuji, running_server, until

METRICS_TOKEN = "scrape-me-every-minute"
KEY = "a-secret-key-of-some-length-for-signing-things"
ENV = {
    "MOKUJI_LOG_FORMAT": "json",
    "MOKUJI_LOG_LEVEL": "debug",
    "MOKUJI_METRICS_TOKEN": METRICS_TOKEN,
    "MOKUJI_SECRET_KEY": KEY,
}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), env=ENV) as running:
        yield running


def anybody(server: Server, path: str, **given: Any) -> httpx.Response:
    return httpx.get(server.url + path, trust_env=False, timeout=20, **given)


def lines_of(server: Server, request_id: str) -> list[dict[str, Any]]:
    parsed = [json.loads(line) for line in server.output if line.startswith("{")]
    return [line for line in parsed if line.get("request_id") == request_id]


def access_line(server: Server, request_id: str) -> dict[str, Any] | None:
    return next((line for line in lines_of(server, request_id) if "path" in line), None)


def numbers(server: Server) -> dict[str, float]:
    text = anybody(server, "/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"}).text
    rows = [line.rpartition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in rows}


def rpc(server: Server, tool: str, arguments: dict[str, Any], **headers: str) -> httpx.Response:
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }
    accepted = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    return server.http.post("/mcp", json=call, headers=accepted | headers)


def test_probes_answer_without_a_token_and_under_any_host_name(watched: Server) -> None:
    alive = anybody(watched, "/healthz", headers={"Host": "10.1.2.3"})
    assert (alive.status_code, alive.text) == (200, "ok\n")
    ready = anybody(watched, "/readyz", headers={"Host": "10.1.2.3"})
    assert ready.status_code == 200, ready.text
    parts = ready.json()["parts"]
    assert set(parts) == {"database", "engines", "worker", "disk", "storage"}
    assert set(parts.values()) == {"ready"}


@pytest.mark.parametrize(
    "path", ["/api/v1/documents/999999", "/api/v1/nowhere", "/mcp", "/api/v1/uploads/none"]
)
def test_the_id_of_a_request_is_in_its_answer_its_error_and_its_log_lines(watched: Server, path: str) -> None:
    asked = "trace-" + path.strip("/").replace("/", ".")
    answer = watched.http.get(path, headers={"X-Request-Id": asked})
    assert answer.status_code >= 400
    assert answer.headers["x-request-id"] == asked
    assert answer.json()["request_id"] == asked
    line = until(lambda: access_line(watched, asked), what="a log line of the request")
    assert (line["path"], line["status"], line["method"]) == (path, answer.status_code, "GET")


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "id\tid", "<script>"])
def test_an_id_that_is_not_sane_is_replaced(watched: Server, given: str) -> None:
    made = anybody(watched, "/healthz", headers={"X-Request-Id": given}).headers["x-request-id"]
    assert made != given
    assert made.isalnum()


def test_log_lines_of_a_verb_called_by_an_agent_carry_the_id_of_its_request(watched: Server) -> None:
    assert rpc(watched, "search", {"query": "tide"}, **{"X-Request-Id": "agent-7"}).status_code == 200
    assert until(lambda: lines_of(watched, "agent-7"), what="its log lines")[-1]["transport"] == "mcp"


def test_numbers_tell_what_was_indexed_asked_and_served(watched: Server) -> None:
    before = numbers(watched)
    watched.add("tide.md", markdown("Tide tables", ("Spring", "When the moon is new. " * 20)))
    assert not rpc(watched, "search", {"query": "moon"}).json()["result"]["isError"]
    watched.http.post("/api/v1/verbs/search", json={"query": "moon"})
    after = numbers(watched)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    for stage in ("extract", "index", "embed"):
        assert grown(f'mokuji_indexed_documents_total{{stage="{stage}"}}') == 1
    assert after['mokuji_documents{state="complete"}'] == 1
    assert after['mokuji_queue_depth{stage="extract"}'] == 0
    for way in ("mcp", "api"):
        assert grown(f'mokuji_verb_seconds_count{{transport="{way}",verb="search"}}') == 1
        assert grown(f'mokuji_tokens_served_total{{transport="{way}",verb="search"}}') > 10
    assert grown('mokuji_requests_total{method="POST",status="201",transport="api"}') == 1
    assert 'mokuji_engine_errors_total{engine="keyword"}' in after


def test_open_streams_are_counted_while_they_are_open(watched: Server) -> None:
    with watched.http.stream("GET", "/sse") as stream:
        assert stream.status_code == 200, stream.read()
        lines = stream.iter_lines()  # kept: a stream ends with the iterator that reads it
        assert next(lines).startswith("event:")
        assert numbers(watched)['mokuji_live_connections{kind="sse"}'] == 1
    until(lambda: numbers(watched)['mokuji_live_connections{kind="sse"}'] == 0, what="the stream's end")


def test_numbers_are_shown_to_administrators_and_not_to_others(watched: Server) -> None:
    def status(secret: str, **more: str) -> int:
        return anybody(watched, "/metrics", headers={"Authorization": f"Bearer {secret}", **more}).status_code

    mokuji(watched.data, "user", "create", "clerk")
    clerk = mokuji(watched.data, "token", "create", "clerks", "--user", "clerk").stdout.strip()
    assert status(watched.token) == status(METRICS_TOKEN, Host="10.1.2.3") == 200
    assert status(clerk) == 403
    assert status("mok_unknown") == status(METRICS_TOKEN[:-1]) == 401


def test_callers_of_this_machine_see_numbers_but_not_those_behind_a_proxy(watched: Server) -> None:
    def status(**headers: str) -> int:
        return anybody(
            watched, "/metrics", headers={k.replace("_", "-"): v for k, v in headers.items()}
        ).status_code

    assert status() == 200
    assert status(X_Forwarded_For="203.0.113.9") == 401
    assert status(Host="rebound.example.org") == 401


def test_no_secret_is_ever_logged_even_at_debug_level(watched: Server) -> None:
    link = (
        mokuji(watched.data, "user", "link", "owner", check=False).stdout.rpartition("/sign-in/")[2].strip()
    )
    password, wrong = "a-very-wrong-password-1", "mok_wrong-but-somebodys-secret"
    with httpx.Client(base_url=watched.url, trust_env=False, timeout=20) as browser:
        state = browser.get("/api/v1/session").json()
        csrf = {"X-CSRFToken": state["csrf_token"]}
        browser.post("/api/v1/session", json={"username": "owner", "password": password}, headers=csrf)
        browser.get(f"/sign-in/{link or 'some-link-secret'}")
        browser.post("/api/v1/session/link", json={"secret": link or "some-link-secret"}, headers=csrf)
        session = browser.cookies.get("mokuji_session") or "no session was made"
    locked = watched.upload("locked.zip", b"PK\x03\x04 not really")["document"]["id"]
    for path in (f"/documents/{locked}/reindex", f"/documents/{locked}/password"):
        watched.http.post(f"/api/v1{path}", json={"password": "document-password-9"})
    watched.http.get("/api/v1/documents", headers={"Authorization": f"Bearer {wrong}"})
    watched.http.get("/api/v1/documents?secret=" + wrong)
    watched.http.get(f"/{wrong}")
    watched.http.get("/api/v1/documents", headers={"X-Request-Id": "the-last-one"})
    until(lambda: lines_of(watched, "the-last-one"), what="the last log line")
    log = "".join(line for line in watched.output if line.startswith("{"))
    told = (
        watched.token,
        METRICS_TOKEN,
        KEY,
        password,
        wrong,
        session,
        "document-password-9",
        link or "some-link-secret",
    )
    assert [secret for secret in told if secret in log] == []
