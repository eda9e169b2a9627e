"""The library through a running server, over its HTTP API, with a token that lives as long as the command."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import click
import httpx
from django.utils import timezone

from webapp.accounts.models import Token, User
from webapp.accounts.services import create_token
from webapp.cli.library import Standing, Told
from webapp.uploads.from_disk import encodable, source_of

CHUNK = 1 << 20
NAME = "command line"
LIFETIME = timedelta(hours=12)
LONGEST_WAIT_SECONDS = 120
"""A server that wants no more for longer than this is not waited for."""
TIMEOUT = httpx.Timeout(30, read=300)


class ServerGone(click.ClickException):
    """The server stopped answering: what was not asked yet need not be tried."""


class ServerLibrary:
    """Implements Library. Use it as a context: the token dies at the end."""

    def __init__(self, url: str, user: User) -> None:
        Token.objects.filter(user=user, name=NAME, expires_at__lt=timezone.now()).delete()
        issued = create_token(user, NAME, expires_at=timezone.now() + LIFETIME, shared_name=True)
        self._token = issued.token
        self.secret = issued.secret
        self.mcp_address = f"{url}/mcp"
        self._http = httpx.Client(
            base_url=f"{url}/api/v1",
            headers={"Authorization": f"Bearer {issued.secret}"},
            timeout=TIMEOUT,
            trust_env=False,
        )

    def __enter__(self) -> ServerLibrary:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()
        Token.objects.filter(pk=self._token.pk).delete()

    def search(self, query: str, arguments: Mapping[str, Any]) -> Told:
        """Run search there."""
        told = self._verb("search", {"query": query, **arguments})
        return Told(told.text, told.facts, bool(told.facts.get("results")))

    def outline(self, document_ids: Sequence[int], arguments: Mapping[str, Any]) -> Told:
        """Run outline there."""
        return self._verb("outline", {"doc_ids": list(document_ids), **arguments})

    def read(self, document_id: int, arguments: Mapping[str, Any]) -> Told:
        """Run read there."""
        return self._verb("read", {"doc_id": document_id, **arguments})

    def grep(self, pattern: str, arguments: Mapping[str, Any]) -> Told:
        """Run grep there."""
        told = self._verb("grep", {"pattern": pattern, **arguments})
        return Told(told.text, told.facts, bool(told.facts.get("documents")))

    def browse(self, arguments: Mapping[str, Any]) -> Told:
        """Run browse there."""
        told = self._verb("browse", arguments)
        return Told(told.text, told.facts, bool(told.facts.get("documents")))

    def _verb(self, verb: str, arguments: Mapping[str, Any]) -> Told:
        answer = self._json("POST", f"/verbs/{verb}", json=dict(arguments))
        if answer["is_error"]:
            raise click.ClickException(answer["text"])
        return Told(answer["text"], answer["facts"], True)

    def add(self, path: Path, *, collection: str | None) -> tuple[int, str]:
        """Upload a file."""
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat()
        asked = {"filename": encodable(path.name), "source": source_of(path), "modified": modified}
        if collection is not None:
            asked["collection"] = collection
        while (response := self._send(path, asked)).status_code == httpx.codes.TOO_MANY_REQUESTS:
            wait = response.headers.get("Retry-After", "")
            if not wait.isdecimal() or int(wait) > LONGEST_WAIT_SECONDS:
                break
            time.sleep(int(wait))
        answer = _checked(response)
        return int(answer["document"]["id"]), str(answer["outcome"])

    def _send(self, path: Path, asked: Mapping[str, str]) -> httpx.Response:
        size = str(path.stat().st_size)
        with path.open("rb") as file:
            return self._response(
                "POST",
                "/documents",
                params=asked,
                content=_chunks(file),
                headers={"Content-Type": "application/octet-stream", "Content-Length": size},
            )

    def standing(self, document_ids: Sequence[int]) -> list[Standing]:
        """Ask for each document."""
        found: list[Standing] = []
        for document_id in document_ids:
            response = self._response("GET", f"/documents/{document_id}")
            if response.status_code == httpx.codes.NOT_FOUND:
                found.append(Standing(document_id, "deleted", "It was deleted meanwhile.", True))
                continue
            document = _checked(response)
            state = document["state"]
            failure = document.get("failure") or {}
            done = state in {"complete", "failed"} and not document["parts_unfinished"]
            found.append(Standing(document_id, state, failure.get("message", ""), done))
        return found

    def examine(self) -> list[dict[str, Any]]:
        """Have the server examine itself."""
        return list(self._json("GET", "/doctor")["findings"])

    def repair(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Have the server mend what it can. Returns what it did, and what it finds afterwards."""
        answer = self._json("POST", "/doctor/repair", timeout=None)
        return list(answer["deeds"]), list(answer["findings"])

    def evaluate(self, questions: str) -> dict[str, Any]:
        """Have the server score its indexes."""
        return dict(self._json("POST", "/evaluate", json={"questions": questions}, timeout=None))

    def rebuild(self, wishes: Mapping[str, Any]) -> None:
        """Have the server begin to rebuild both indexes."""
        self._json("POST", "/rebuild", json=dict(wishes))

    def rebuilding(self) -> dict[str, Any]:
        """Return how far a rebuild is: running, stage, done, total, error, report."""
        return dict(self._json("GET", "/rebuild"))

    def _json(self, method: str, path: str, **asked: Any) -> Any:
        return _checked(self._response(method, path, **asked))

    def _response(self, method: str, path: str, **asked: Any) -> httpx.Response:
        try:
            return self._http.request(method, path, **asked)
        except UnicodeEncodeError as error:
            raise click.ClickException("An argument is no text in UTF-8. Write it in UTF-8.") from error
        except httpx.HTTPError as error:
            told = str(error).rstrip(".")
            raise ServerGone(
                f"The server at {self._http.base_url} did not answer: {told}. Start it again, then retry."
            ) from error


def _checked(response: httpx.Response) -> Any:
    """Return the JSON of an answer. Raises ClickException with the server's sentence for an error."""
    if response.is_success:
        return response.json()
    try:
        sentence = str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        sentence = f"The server answered {response.status_code}."
    raise click.ClickException(sentence)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk
