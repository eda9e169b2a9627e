from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from tests.support.asgi import call
from tests.support.server import Server, running_server
from webapp.api.asgi_http import (
    LINGER_BYTES,
    Disconnected,
    id_in_path,
    read_head,
    send_json,
    send_problem,
    stream_body,
)
from webapp.api.problems import ProblemError
from webapp.library.errors import BadRequest


def head(**changes: Any) -> Any:
    return read_head({"method": "get", "path": "/x", "headers": [], "query_string": b"", **changes})


def test_a_query_is_read_as_utf_8_whatever_its_bytes() -> None:
    assert head(query_string=b"a=%E5%A0%B1&a=2&b=&c=%FF&%E5").query == {
        "a": "2",
        "b": "",
        "c": "\ufffd",
        "\ufffd": "",
    }
    assert head(query_string="名=x".encode()).query


@pytest.mark.parametrize("given", [b"-1", b"1.5", b"", b"9" * 19, "１".encode()])
def test_a_length_that_is_no_number_is_refused(given: bytes) -> None:
    request = head(headers=[(b"content-length", given)])
    with pytest.raises(BadRequest):
        assert request.content_length


def test_an_id_keeps_its_value_and_one_too_large_is_no_other() -> None:
    assert id_in_path("17") == 17
    assert id_in_path("0" * 40 + "17") == 17
    assert id_in_path("0") == 0
    assert id_in_path("1" + "0" * 40) == 2**63 - 1


def pump(pieces: list[dict[str, Any]], silence: float = 5) -> list[bytes]:
    taken: list[bytes] = []

    async def receive() -> dict[str, Any]:
        if not pieces:
            await asyncio.Event().wait()
        return pieces.pop(0)

    try:
        asyncio.run(stream_body(receive, taken.append, silence=silence))
    except Disconnected:
        taken.append(b"<lost>")
    return taken


def piece(body: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_is_gathered_into_large_runs() -> None:
    taken = pump([*(piece(b"x" * 65_536) for _ in range(130)), piece(b"end", more=False)])
    assert [len(run) for run in taken] == [4 << 20, 4 << 20, 2 * 65_536 + 3]


def test_what_came_before_a_lost_connection_is_given_first() -> None:
    assert pump([piece(b"abc"), {"type": "http.disconnect"}]) == [b"abc", b"<lost>"]


def test_a_sender_that_falls_silent_is_let_go() -> None:
    with pytest.raises(ProblemError) as silent:
        pump([piece(b"abc")], silence=0.01)
    assert silent.value.status == 408


def test_a_refused_sender_may_go_on_for_a_bounded_while() -> None:
    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        await send_problem(read_head(scope), receive, send, ProblemError(401))

    answer = call(refuse, "POST", "/x", body=[b"x" * (1 << 20)] * (2 * LINGER_BYTES >> 20))
    assert (answer.status, answer.taken_before, answer.complete) == (401, 0, True)
    assert call(refuse, "HEAD", "/x").body == b""


def test_answers_are_never_kept_nor_guessed_at() -> None:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await send_json(send, 200, {"名": "\ud800"})

    told = call(answer, "GET", "/x")
    assert told.headers["cache-control"] == "no-store"
    assert told.headers["x-content-type-options"] == "nosniff"
    assert told.headers["content-length"] == str(len(told.body))
    assert told.json == {"名": "?"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data: Path = tmp_path_factory.mktemp("server")
    with running_server(data, env={"MOKUJI_EMBEDDING": "off", "MOKUJI_MAX_UPLOAD_MB": "150"}) as running:
        yield running


def raw(server: Server, *headers: str) -> socket.socket:
    """Send the head of an upload, and none of its body."""
    address = urlsplit(server.url)
    connection = socket.create_connection((address.hostname or "", address.port or 0), timeout=20)
    head = ["POST /api/v1/documents?filename=a.md HTTP/1.1", f"Host: {address.netloc}", *headers]
    connection.sendall("\r\n".join([*head, "", ""]).encode())
    return connection


def test_a_stranger_hears_no_before_sending_anything(server: Server) -> None:
    for extra in ((), ("Expect: 100-continue",)):
        with raw(server, "Content-Length: 1000000000", *extra) as connection:
            answer = connection.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 401 "), answer[:200]


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(server: Server) -> None:
    token = f"Authorization: Bearer {server.token}"
    with raw(server, "Content-Length: 1000000000", token, "Expect: 100-continue") as connection:
        assert connection.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_whoever_may_send_is_asked_to_go_on(server: Server) -> None:
    token = f"Authorization: Bearer {server.token}"
    with raw(server, "Content-Length: 5", token, "Expect: 100-continue") as connection:
        assert connection.recv(65_536).startswith(b"HTTP/1.1 100 ")
        connection.sendall(b"# One")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 201 ")


def test_a_large_file_does_not_pass_through_memory(server: Server) -> None:
    process = psutil.Process(server.process.pid)
    server.upload("warm.dwg", b"\0\1" * 1_000)
    before = process.memory_info().rss
    most, done = [before], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            most[0] = max(most[0], process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        block = b"\0\1\2\3" * 262_144
        sent = server.http.post(
            "/api/v1/documents", params={"filename": "large.dwg"}, content=(block for _ in range(100))
        )
    finally:
        done.set()
        watcher.join()
    assert (sent.status_code, sent.json()["document"]["size"]) == (201, 100 << 20)
    assert most[0] - before < 40 << 20
    got = 0
    with server.http.stream("GET", f"/api/v1/documents/{sent.json()['document']['id']}/original") as answer:
        for piece in answer.iter_bytes():
            got += len(piece)
    assert got == 100 << 20
    assert process.memory_info().rss - before < 40 << 20


def test_the_same_bytes_sent_many_times_at_once_are_one_document(server: Server) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: server.upload(f"{n}.md", b"# The same"), range(16)))
    assert sorted(answer["outcome"] for answer in answers) == ["added"] + ["skipped"] * 15
    assert len({answer["document"]["id"] for answer in answers}) == 1


def test_a_file_that_is_deleted_while_it_is_sent_again_is_never_lost(server: Server) -> None:
    def send_and_delete(_: int) -> None:
        document = server.upload("again.md", b"# Again and again")["document"]["id"]
        server.http.delete(f"/api/v1/documents/{document}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send_and_delete, range(12)))
    last = server.upload("again.md", b"# Again and again")["document"]["id"]
    assert server.get(f"/documents/{last}/original").content == b"# Again and again"
