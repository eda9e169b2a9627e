"""A real Mokuji server process on a free port, with its own data folder."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

START_SECONDS = 120.0
_remembered: dict[Path, Mapping[str, str]] = {}
MODELS = Path(tempfile.gettempdir()) / f"mokuji-test-models-{os.getuid()}"


def mokuji(
    data: Path,
    *arguments: str,
    check: bool = True,
    text: str | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command line as a person would."""
    return subprocess.run(
        [sys.executable, "-m", "webapp.cli", "--data", str(data), *arguments],
        capture_output=True,
        text=True,
        check=check,
        input=text,
        timeout=120,
        env=clean_environment(env) if env else environment_of(data),
    )


def environment_of(data: Path) -> dict[str, str]:
    """The environment for a program that is to work on a data folder: its settings were remembered."""
    return clean_environment(_remembered.get(data))


def remember_environment(data: Path, env: Mapping[str, str]) -> None:
    """Give every command and server of a data folder these settings from now on, unless others are given."""
    _remembered[data] = env


def keep_models_in(data: Path) -> None:
    """Share the converted model with the other servers of this test run: converting takes seconds."""
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "models").exists():
        MODELS.mkdir(exist_ok=True)
        (data / "models").symlink_to(MODELS, target_is_directory=True)


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without the settings of the tests themselves."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MOKUJI_")}
    return {**kept, **(extra or {})}


def until(condition: Callable[[], Any], *, seconds: float = 60.0, what: str = "the condition") -> Any:
    """Return the first truthy answer of a condition; fail when it stays falsy. The wait is bounded."""
    deadline = time.monotonic() + seconds
    pause = threading.Event()
    while not (answer := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come true within {seconds:g} s")
        pause.wait(0.05)
    return answer


@dataclass
class Server:
    """A running server and a token for it."""

    data: Path
    url: str
    process: subprocess.Popen[str]
    output: list[str]
    reader: threading.Thread
    token: str = ""
    http: httpx.Client = field(default_factory=httpx.Client)

    def get(self, path: str, **asked: Any) -> httpx.Response:
        return self.http.get(f"/api/v1{path}", **asked)

    def upload(self, name: str, content: bytes, **asked: str) -> dict[str, Any]:
        """Upload bytes and return the answer of the API."""
        response = self.http.post("/api/v1/documents", params={"filename": name, **asked}, content=content)
        assert response.status_code in {200, 201}, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def document(self, document_id: int) -> dict[str, Any]:
        answer: dict[str, Any] = self.get(f"/documents/{document_id}").raise_for_status().json()
        return answer

    def wait_for(self, document_id: int, *states: str, seconds: float = 60.0) -> dict[str, Any]:
        """Wait until a document is in one of these states (complete or failed) and return it."""
        wanted = states or ("complete", "failed")

        def reached() -> dict[str, Any] | None:
            document = self.document(document_id)
            return document if document["state"] in wanted else None

        found: dict[str, Any] = until(reached, seconds=seconds, what=f"document {document_id} in {wanted}")
        return found

    def add(self, name: str, content: bytes | str, **asked: str) -> dict[str, Any]:
        """Upload a file and wait until it is complete or failed."""
        raw = content.encode() if isinstance(content, str) else content
        return self.wait_for(self.upload(name, raw, **asked)["document"]["id"])

    def kill(self) -> None:
        """kill -9, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self._close()

    def stop(self) -> None:
        """Stop as an operator would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        self._close()

    def _close(self) -> None:
        self.http.close()
        if self.process.stdout:
            self.reader.join(10)
            self.process.stdout.close()


def start_server(data: Path, *, token: str = "", env: Mapping[str, str] | None = None) -> Server:
    """Start a server and wait until it answers. A token is made unless one is given."""
    keep_models_in(data)
    process = subprocess.Popen(
        [sys.executable, "-m", "webapp.cli", "--data", str(data), "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=clean_environment(env or _remembered.get(data)),
        start_new_session=True,
    )
    output: list[str] = []
    reader = threading.Thread(target=_collect, args=(process, output), daemon=True)
    reader.start()

    try:
        url = until(lambda: _address(process, output), seconds=START_SECONDS, what="the server's address")
        server = Server(data, url, process, output, reader)
        until(lambda: _answers(server), seconds=START_SECONDS, what="an answer of the server")
        server.token = token or mokuji(data, "token", "create", "test").stdout.strip()
    except BaseException:
        process.kill()
        process.wait(10)
        reader.join(10)
        if process.stdout:
            process.stdout.close()
        raise
    server.http = httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {server.token}"}, timeout=60, trust_env=False
    )
    return server


def _address(process: subprocess.Popen[str], output: list[str]) -> str | None:
    if process.poll() is not None:
        raise AssertionError("the server ended:\n" + "".join(output))
    told = "".join(output)
    found = re.search(r"Mokuji serves (\S+)", told) if "Make a token:" in told else None
    return (re.search(r"Listening at: +(\S+)", told) or found).group(1) if found else None


def _collect(process: subprocess.Popen[str], output: list[str]) -> None:
    assert process.stdout
    with contextlib.suppress(ValueError):
        for line in process.stdout:
            output.append(line)


def _answers(server: Server) -> bool:
    if server.process.poll() is not None:
        raise AssertionError("the server ended:\n" + "".join(server.output))
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{server.url}/api/v1/status", trust_env=False, timeout=5).status_code in {200, 401}
    return False


@contextlib.contextmanager
def running_server(data: Path, *, token: str = "", env: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Yield a server that is stopped at the end. A token is made unless one is given."""
    server = start_server(data, token=token, env=env)
    try:
        yield server
    finally:
        server.stop()
