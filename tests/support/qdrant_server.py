"""A stand-in for a Qdrant server: real HTTP over the client's own in-memory engine, judged by the real one's
description."""

from __future__ import annotations

import json
import threading
import warnings
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from qdrant_client import QdrantClient, models

from tests.support.openapi import Api
from tests.support.stand_in import Answer, StandIn


class FakeQdrant(StandIn):
    """Start with `with`. `answer` takes method and path and gives an answer in place of the real one, or None."""

    def __init__(self, key: str = "") -> None:
        self.api = Api("qdrant")
        self.key = key
        self.requests: list[tuple[str, str, Any]] = []
        self.answer: Callable[[str, str], Answer | None] = lambda method, path: None
        self.engine = QdrantClient(":memory:")
        self._lock = threading.Lock()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.engine.close()

    def receive(self, method: str, target: str, headers: Any, raw: bytes) -> Answer:
        parts = urlsplit(target)
        scripted = self.answer(method, parts.path)
        if scripted is not None:
            return scripted
        if self.key and headers.get("api-key") != self.key:
            return 401, b"Must provide an API key or an Authorization bearer token"
        body = json.loads(raw) if raw else None
        with self._lock, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.requests.append((method, parts.path, body))
            self.api.check_request(method, parts.path, parts.query, body)
            name, rest = _split(parts.path)
            if name and (method, rest) != ("PUT", []) and not self.engine.collection_exists(name):
                return 404, {
                    "status": {"error": f"Not found: Collection `{name}` doesn't exist!"},
                    "time": 0.0,
                }
            route = self._route if name else self._route_all
            answer = route(method, name, rest, body)
            if answer is None:
                return 409, {"status": {"error": f"Collection `{name}` already exists!"}, "time": 0.0}
            whole = {"result": answer, "status": "ok", "time": 0.001}
            self.api.check_answer(method, parts.path, 200, whole)
        return 200, whole

    def _route_all(self, method: str, _: str, rest: list[str], body: Any) -> Any:
        match (method, *rest):
            case ("GET", "all"):
                return _plain(self.engine.get_collections())
            case ("GET", "aliases"):
                return _plain(self.engine.get_aliases())
        return self.engine.update_collection_aliases(models.ChangeAliasesOperation(**body).actions)

    def _route(self, method: str, name: str, rest: list[str], body: Any) -> Any:
        match (method, *rest):
            case ("DELETE",):
                return self.engine.delete_collection(name)
            case ("PUT",):
                if self.engine.collection_exists(name):
                    return None
                asked = models.CreateCollection(**body)
                return self.engine.create_collection(name, vectors_config=asked.vectors)
            case ("PUT", "points"):
                self.engine.upsert(name, points=[models.PointStruct(**each) for each in body["points"]])
            case ("POST", "points", "delete"):
                self.engine.delete(name, points_selector=_selector(body))
            case ("POST", "points", "query"):
                asked_for = {"query_filter": _filter(body), "limit": body["limit"]}
                found = self.engine.query_points(
                    name, query=body["query"]["nearest"], with_payload=body["with_payload"], **asked_for
                )
                return _plain(found)
            case ("POST", "points", "scroll"):
                records, after = self.engine.scroll(
                    name, limit=body["limit"], offset=body.get("offset"), with_payload=body["with_payload"]
                )
                return {"points": [_plain(each) for each in records], "next_page_offset": after}
            case ("POST", "points", "count"):
                return {"count": self.engine.count(name, exact=body["exact"]).count}
        return {"operation_id": 1, "status": "completed"}


def _split(path: str) -> tuple[str, list[str]]:
    """The name of a collection and what is asked of it; what is asked of all of them has no name."""
    parts = path.strip("/").split("/")
    if parts == ["collections"]:
        return "", ["all"]
    if parts[-1] == "aliases":
        return "", ["aliases"]
    return parts[1], parts[2:]


def _plain(model: Any) -> Any:
    return json.loads(model.model_dump_json())


def _filter(body: Any) -> models.Filter | None:
    return models.Filter(**body["filter"]) if body.get("filter") is not None else None


def _selector(body: Any) -> Any:
    if "points" in body:
        return models.PointIdsList(points=body["points"])
    return models.FilterSelector(filter=models.Filter(**body["filter"]))
