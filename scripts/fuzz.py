"""Send malformed requests and files to a real server: no 5xx, no traceback, and all well in the end.

    CASES=10000 SEED=1 python scripts/fuzz.py [NUMBER ...]

Each case has its own dice, so that a case that failed can be sent again by its number. Exit code 1 on any fault.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import malformed  # noqa: E402
from tests.support.malformed import Request  # noqa: E402
from tests.support.server import Server, mokuji, running_server, until  # noqa: E402

PATIENCE = 30.0
LESS_PATIENCE = 2.0
"""For bytes that are no whole request, after which a server may wait for more."""
AT_ONCE = 8
BATCH = 500
MOST_READ = 200_000
TOOLS = ("search", "outline", "read", "grep", "browse", "", "none")
ALLOWED = {501, 503, 505, 507}
"""What says `not this way` or `not now` in words, and is no failure of the server."""
SIGNING = ("/api/v1/session", "/api/v1/account")
"""What would end the session that the others are tried with."""
PAGES = (
    *("/admin/", "/admin/accounts/user/", "/admin/accounts/user/add/", "/admin/auth/group/add/"),
    *("/admin/library/document/", "/admin/jobs/indexingjob/", "/oauth/authorize", "/oauth/token"),
    *("/oauth/revoke", "/oauth/register", "/token", "/register", "/oidc/callback", "/sign-in/x", "/"),
)
TELLTALES = (b"Traceback (most recent", b'File "/', b"site-packages")


@dataclass
class Fuzz:
    """A server under malformed requests, and what they brought to light."""

    server: Server
    seed: int
    faults: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    operations: list[tuple[str, str]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=malformed.files)
    session: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        paths = self.server.get("/openapi.json").json()["paths"]
        self.operations = [(method.upper(), path) for path, methods in paths.items() for method in methods]
        parts = urlsplit(self.server.url)
        self._address = (parts.hostname or "", parts.port or 80)
        self.session = _signed_in(self.server)

    def fault(self, found: str) -> None:
        """Keep what was found, and tell it at once."""
        self.faults.append(found)
        print("FAULT", found, file=sys.stderr, flush=True)

    def run(self, numbers: Iterable[int]) -> None:
        """Send the cases of these numbers, a few at once."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            left = iter(numbers)
            while some := list(islice(left, BATCH)):
                list(pool.map(self.case, some))
                self._keep_a_token()

    def _keep_a_token(self) -> None:
        """Make another token where a case has revoked it: what comes after would be refused at the door."""
        if self.server.get("/status").status_code == 401:
            name = f"fuzz {sum(self.seen.values())}"
            self.server.token = mokuji(self.server.data, "token", "create", name).stdout.strip()
            self.server.http.headers["Authorization"] = f"Bearer {self.server.token}"

    def case(self, number: int) -> None:
        """Send one case and judge the answer."""
        dice = random.Random(f"{self.seed}:{number}")
        kind = dice.choice(sorted(KINDS))
        request = KINDS[kind](self, dice)
        said = request if isinstance(request, bytes) else self._as_bytes(request)
        try:
            answer = self._send(said, LESS_PATIENCE if isinstance(request, bytes) else PATIENCE)
        except OSError as error:
            answer = b""
            if self.server.process.poll() is not None:
                self.fault(f"case {number} ({kind}): the server ended: {error!r}")
        status = _status(answer)
        self.seen[f"{kind} {status or 'closed'}"] += 1
        if status >= 500 and status not in ALLOWED:
            self.fault(f"case {number} ({kind}): {said[:300]!r} -> {answer[:600]!r}")
        elif any(mark in answer for mark in TELLTALES):
            self.fault(f"case {number} ({kind}): a traceback: {answer[:2000]!r}")

    def settle(self) -> None:
        """Wait until nothing is being indexed, then let everything be examined."""
        until(self._is_idle, seconds=600, what="an idle queue")
        logged = "".join(self.server.output)
        for mark in ("Traceback (most recent", "unexpected error", "an answer failed"):
            if mark in logged:
                at = logged.index(mark)
                self.fault(f"in the log: {logged[max(0, at - 500) : at + 2500]}")
                break
        examined = mokuji(self.server.data, "doctor", check=False)
        if examined.returncode:
            self.fault(f"doctor: {examined.stdout}{examined.stderr}")

    def _is_idle(self) -> bool:
        answer = self.server.get("/status")
        if answer.status_code != 200:
            self.fault(f"the status cannot be asked any more: {answer.status_code} {answer.text[:600]}")
            return True
        return bool(answer.json()["queue"] == 0)

    def _as_bytes(self, request: Request) -> bytes:
        headers = {
            "Host": b"%s:%d" % (self._address[0].encode(), self._address[1]),
            "Authorization": f"Bearer {self.server.token}".encode(),
            "Content-Length": str(len(request.body)).encode(),
            "Connection": b"close",
            **request.headers,
        }
        head = b"".join(b"%s: %s\r\n" % (name.encode("utf-8", "replace"), v) for name, v in headers.items())
        target = request.target.encode("utf-8", "surrogatepass")
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (request.method.encode(), target, head, request.body)

    def _send(self, said: bytes, patience: float) -> bytes:
        """Send bytes and return what comes back: all of it, or what a stream begins with."""
        answer = b""
        with socket.create_connection(self._address, patience) as connection:
            with suppress(OSError):  # refused in the middle: the answer says why
                connection.sendall(said)
            with suppress(TimeoutError, ConnectionResetError):
                while len(answer) < MOST_READ and (piece := connection.recv(65_536)):
                    answer += piece
                    if b"text/event-stream" in answer or answer.startswith(b"HTTP/1.1 101"):
                        break
        return answer


def _status(answer: bytes) -> int:
    """Return the status of an answer; 0 for a connection that was closed without one."""
    words = answer[:40].split(b" ")
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def _of_the_api(fuzz: Fuzz, dice: random.Random) -> Request:
    method, path = dice.choice(fuzz.operations)
    while "{" in path:
        start, end = path.index("{"), path.index("}")
        path = path[:start] + _in_path(dice) + path[end + 1 :]
    asked = "&".join(f"{_in_path(dice)}={_in_path(dice)}" for _ in range(dice.randrange(3)))
    known = ("query", "limit", "offset", "sort", "collection", "type", "modified_after", "cursor", "filename")
    asked += "".join(f"&{name}={_in_path(dice)}" for name in dice.sample(known, dice.randrange(4)))
    body = malformed.encoded(dice, _body(dice)) if method not in {"GET", "HEAD"} else b""
    media_type = "application/json" if dice.random() < 0.8 else dice.choice(malformed.MEDIA_TYPES)
    headers = {"Content-Type": media_type.encode("utf-8", "replace"), **_odd_headers(dice)}
    method = method if dice.random() < 0.85 else dice.choice(malformed.METHODS)
    return Request(method, f"{path}?{asked}", headers, body)


def _signed_in(server: Server) -> dict[str, bytes]:
    """Return the headers of the browser of an administrator."""
    link = mokuji(server.data, "user", "link", "admin").stdout
    secret = link.partition("/sign-in/")[2].split()[0]
    with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as browser:
        headers = {"X-CSRFToken": browser.get("/api/v1/session").json()["csrf_token"], "Origin": server.url}
        answer = browser.post("/api/v1/session/link", json={"secret": secret}, headers=headers)
        answer.raise_for_status()
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return {
            "Authorization": b"",
            "Cookie": cookies.encode(),
            "Origin": server.url.encode(),
            "X-CSRFToken": answer.json()["csrf_token"].encode(),
        }


def _of_a_session(fuzz: Fuzz, dice: random.Random) -> Request:
    """What a browser sends that is signed in, to operations and pages, as forms where none is wanted."""
    request = _of_the_api(fuzz, dice)
    while request.target.startswith(SIGNING):
        request = _of_the_api(fuzz, dice)
    request.target = request.target.partition("?")[0] if dice.random() < 0.7 else request.target
    if dice.random() < 0.3:
        request.target = dice.choice(PAGES)
    if dice.random() < 0.7:
        request.headers["Content-Type"] = dice.choice(malformed.FORMS).encode()
        request.body = dice.choice([b"null", b"", b"--x\r\n", b"a=%ff&b", b"--x--", request.body])
    request.headers |= fuzz.session
    if dice.random() < 0.3:
        request.headers["X-CSRFToken"] = dice.choice([b"", b"x", b"\xff"])
    return request


def _in_path(dice: random.Random) -> str:
    fate = dice.randrange(6)
    if fate < 3:
        return str(dice.choice(malformed.NUMBERS))[:500]
    text = dice.choice(malformed.TEXTS)[:3000]
    if fate == 3:
        return dice.choice(["%ff%fe", "%ED%A0%80", "%00", "%", "%zz", "..%2f..", "%0d%0aX:%20y"])
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def _body(dice: random.Random) -> Any:
    names = (
        "name",
        "query",
        "doc_id",
        "limit",
        "tags",
        "ids",
        "documents",
        "action",
        "collection",
        "role",
        "user",
    )
    more = (
        "password",
        "secret",
        "username",
        "title",
        "edits",
        "section",
        "pattern",
        "kind",
        "expires_in_days",
    )
    if dice.random() < 0.2:
        return malformed.value(dice)
    return {name: malformed.value(dice) for name in dice.sample(names + more, dice.randrange(6))}


def _odd_headers(dice: random.Random) -> dict[str, bytes]:
    names = (
        "Range",
        "If-None-Match",
        "Cookie",
        "X-CSRFToken",
        "Accept",
        "Accept-Language",
        "X-Request-Id",
        "Origin",
    )
    more = ("X-Forwarded-For", "Forwarded", "If-Modified-Since", "Accept-Encoding", "X-Filename", "Expect")
    values = (
        b"bytes=9-1",
        b"bytes=0-,1-,2-",
        b"*",
        b"a=b; mokuji_session=x",
        b"\xff\xfe",
        b"q=;;;",
        b"1" * 4000,
    )
    return {name: dice.choice(values) for name in dice.sample(names + more, dice.choice([0, 0, 1, 2]))}


def _of_mcp(_: Fuzz, dice: random.Random) -> Request:
    body = malformed.encoded(dice, malformed.rpc(dice, TOOLS))
    headers = {"Content-Type": b"application/json", "Accept": b"application/json, text/event-stream"}
    if dice.random() < 0.7:
        headers["MCP-Protocol-Version"] = dice.choice(
            [b"2025-06-18", b"2024-11-05", b"2026-07-28", b"x", b""]
        )
    headers |= _odd_headers(dice) if dice.random() < 0.2 else {}
    return Request(dice.choice(["POST"] * 8 + ["GET", "DELETE"]), "/mcp", headers, body)


def _of_sse(_: Fuzz, dice: random.Random) -> Request:
    session = dice.choice(["", "x", "0" * 32, "\0", "%ff", "a" * 5000])
    body = malformed.encoded(dice, malformed.rpc(dice, TOOLS))
    headers = {"Content-Type": b"application/json"}
    if dice.random() < 0.2:
        return Request(dice.choice(["GET", "POST", "HEAD"]), "/sse", headers, body)
    return Request("POST", f"/messages/?session_id={quote(session)}", headers, body)


def _of_tus(_: Fuzz, dice: random.Random) -> Request:
    odd = (b"0", b"1", b"-1", b"9" * 30, b"x", b"", b"5", b"\xff")
    headers = {
        name: dice.choice(odd)
        for name in (
            "Upload-Length",
            "Upload-Offset",
            "Upload-Defer-Length",
            "Upload-Concat",
            "Upload-Checksum",
        )
        if dice.random() < 0.6
    }
    headers["Tus-Resumable"] = dice.choice([b"1.0.0", b"1.0.0", b"0.1", b"x"])
    headers["Content-Type"] = b"application/offset+octet-stream"
    if dice.random() < 0.6:
        told = (b"filename YS5tZA==", b"filename", b"filename !!", b",,,", b"a " * 900)
        headers["Upload-Metadata"] = dice.choice(told)
    path = dice.choice(["/api/v1/uploads", "/api/v1/uploads/" + _in_path(dice)])
    return Request(
        dice.choice(["POST", "PATCH", "HEAD", "DELETE", "OPTIONS"]), path, headers, b"x" * dice.randrange(9)
    )


def _upload(fuzz: Fuzz, dice: random.Random) -> Request:
    name, data = malformed.mutated_file(dice, fuzz.files)
    asked = quote(name.encode("utf-8", "surrogatepass"), safe="")
    if dice.random() < 0.7:
        return Request("POST", f"/api/v1/documents?filename={asked}", {}, data)
    form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n--x--\r\n' % (
        asked.encode(),
        data,
    )
    sent = malformed.mutated(dice, form) if dice.random() < 0.6 else form
    return Request("POST", "/api/v1/documents", {"Content-Type": b"multipart/form-data; boundary=x"}, sent)


def _of_the_pages(_: Fuzz, dice: random.Random) -> Request:
    places = (
        "/",
        "/static/",
        "/sign-in/",
        "/api/v1/docs/",
        "/ws/live",
        "/healthz",
        "/readyz",
        "/metrics",
        "//",
        "*",
    )
    return Request(dice.choice(malformed.METHODS), dice.choice(places) + _in_path(dice), _odd_headers(dice))


def _socket(fuzz: Fuzz, dice: random.Random) -> bytes:
    """A handshake and frames that are none."""
    host = f"{fuzz.server.url.removeprefix('http://')}"
    key = dice.choice(["dGhlIHNhbXBsZSBub25jZQ==", "x", ""])
    head = (
        f"GET /ws/live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        f"Sec-WebSocket-Version: {dice.choice([13, 13, 13, 0, 99])}\r\n\r\n"
    )
    return head.encode() + dice.randbytes(dice.randrange(200))


def _garbage(fuzz: Fuzz, dice: random.Random) -> bytes:
    whole = fuzz._as_bytes(_of_the_api(fuzz, dice))
    return malformed.mutated(dice, whole) if dice.random() < 0.8 else dice.randbytes(dice.randrange(1, 500))


KINDS: dict[str, Callable[[Fuzz, random.Random], Request | bytes]] = {
    "api": _of_the_api,
    "session": _of_a_session,
    "mcp": _of_mcp,
    "sse": _of_sse,
    "tus": _of_tus,
    "upload": _upload,
    "pages": _of_the_pages,
    "socket": _socket,
    "garbage": _garbage,
}


def main(chosen: Sequence[str]) -> int:
    """Run the cases of the environment's seed, or those that are named. Returns the exit code."""
    seed, cases = int(os.environ.get("SEED") or 1), int(os.environ.get("CASES") or 10_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), env={"MOKUJI_OCR": "off"}) as server,
    ):
        fuzz = Fuzz(server, seed)
        fuzz.run([int(number) for number in chosen] or range(cases))
        fuzz.settle()
    print(
        json.dumps(
            {"seed": seed, "faults": len(fuzz.faults), "answers": dict(sorted(fuzz.seen.items()))}, indent=1
        )
    )
    return 1 if fuzz.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
