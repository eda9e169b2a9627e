"""A stand-in for a Meilisearch server: real HTTP, tasks that take their time, judged by the real one's description."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Self
from urllib.parse import urlsplit

from tests.support.meilisearch_rows import BadFilter, Rows
from tests.support.openapi import Api
from tests.support.stand_in import Answer, StandIn


class FakeMeilisearch(StandIn):
    """Start with `with`. Faults: `delay` seconds for each task; `fail` gives an error for a task or None;
    `answer` takes method and path and gives an answer in place of the real one, or None."""

    def __init__(self, key: str = "") -> None:
        self.api = Api("meilisearch")
        self.key = key
        self.indexes: dict[str, Rows] = {}
        self.requests: list[tuple[str, str, Any]] = []
        self.delay = 0.0
        self.fail: Callable[[str], dict[str, str] | None] = lambda kind: None
        self.answer: Callable[[str, str], Answer | None] = lambda method, path: None
        self._tasks: list[dict[str, Any]] = []
        self._waiting: queue.Queue[tuple[dict[str, Any], Callable[[], object]] | None] = queue.Queue()
        self._lock = threading.RLock()
        self._stop = threading.Event()

    def __enter__(self) -> Self:
        self._working = threading.Thread(target=self._work, daemon=True)
        self._working.start()
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._waiting.put(None)
        super().__exit__()
        self._working.join(10)

    def receive(self, method: str, target: str, headers: Any, raw: bytes) -> Answer:
        parts = urlsplit(target)
        scripted = self.answer(method, parts.path)
        if scripted is not None:
            return scripted
        if self.key and headers.get("Authorization") != f"Bearer {self.key}":
            return _refusal(403, "invalid_api_key", "The provided API key is invalid.")
        if method != "DELETE" and raw and headers.get("Content-Type") != "application/json":
            return _refusal(415, "invalid_content_type", "The Content-Type is invalid.")
        body = json.loads(raw) if raw else None
        with self._lock:
            self.requests.append((method, parts.path, body))
            self.api.check_request(method, parts.path, parts.query, body)
            try:
                status, answer = self._route(method, parts.path.strip("/").split("/"), body)
            except BadFilter as error:
                return _refusal(400, "invalid_search_filter", str(error))
            except KeyError as error:
                return _refusal(404, "index_not_found", f"Index {error} not found.")
            if method != "POST" or parts.path != "/multi-search":
                self.api.check_answer(method, parts.path, status, answer)
        return status, answer

    def _route(self, method: str, path: list[str], body: Any) -> tuple[int, Any]:
        match (method, *path):
            case ("GET", "tasks", uid):
                return 200, self._tasks[int(uid)]
            case ("POST", "multi-search"):
                return 200, {"results": [self._search(each) for each in body["queries"]]}
            case ("GET", "indexes", uid, "settings"):
                return 200, self.indexes[uid].settings
            case ("GET", "indexes", uid, "stats"):
                return 200, {
                    "numberOfDocuments": len(self.indexes[uid].rows),
                    "isIndexing": False,
                    "fieldDistribution": {},
                    "indexSize": 0,
                    "usedIndexSize": 0,
                    "rawDocumentDbSize": 0,
                    "avgDocumentSize": 0,
                    "numberOfEmbeddedDocuments": 0,
                    "numberOfEmbeddings": 0,
                }
            case ("POST", "indexes", uid, "documents", "fetch"):
                return 200, self._fetch(self.indexes[uid], body)
        return self._write(method, path, body)

    def _write(self, method: str, path: list[str], body: Any) -> tuple[int, Any]:
        match (method, *path):
            case ("POST", "indexes"):
                return self._enqueue(body["uid"], "indexCreation", lambda: self._create(body["uid"]))
            case ("DELETE", "indexes", uid):
                return self._enqueue(uid, "indexDeletion", lambda: self.indexes.pop(uid))
            case ("POST", "swap-indexes"):
                return self._enqueue(None, "indexSwap", lambda: self._swap(*body[0]["indexes"]))
            case ("PATCH", "indexes", uid, "settings"):
                return self._enqueue(uid, "settingsUpdate", lambda: self.indexes[uid].settings.update(body))
            case ("POST", "indexes", uid, "documents"):
                return self._enqueue(uid, "documentAdditionOrUpdate", lambda: self.indexes[uid].put(body))
            case ("DELETE", "indexes", uid, "documents"):
                rows = self.indexes[uid]
                return self._enqueue(uid, "documentDeletion", lambda: rows.drop(list(rows.rows)))
            case ("POST", "indexes", uid, "documents", "delete"):
                rows = self.indexes[uid]
                return self._enqueue(
                    uid, "documentDeletion", lambda: rows.drop(rows.matching(body["filter"]))
                )
        return _refusal(404, "not_found", "No such route.")

    def _create(self, uid: str) -> None:
        self.indexes[uid] = Rows()

    def _swap(self, one: str, other: str) -> None:
        self.indexes[one], self.indexes[other] = self.indexes[other], self.indexes[one]

    def _fetch(self, rows: Rows, body: Any) -> Any:
        keys = sorted(rows.matching(body.get("filter")))
        start, limit = body.get("offset", 0), body.get("limit", 20)
        shown = [
            {name: rows.rows[key][name] for name in body["fields"]} for key in keys[start : start + limit]
        ]
        return {"results": shown, "offset": start, "limit": limit, "total": len(keys)}

    def _search(self, query: Any) -> Any:
        found, count = self.indexes[query["indexUid"]].search(query)
        answer = {
            "indexUid": query["indexUid"],
            "hits": [
                {name: row[name] for name in query["attributesToRetrieve"]} | {"_rankingScore": score}
                for score, row in found[: query["limit"]]
            ],
            "query": query["q"],
            "processingTimeMs": 1,
            "limit": query["limit"],
            "offset": 0,
            "estimatedTotalHits": count,
        }
        self.api.check_part("answer to multi-search", "SearchResult", answer)
        return answer

    def _enqueue(self, uid: str | None, kind: str, work: Callable[[], object]) -> tuple[int, Any]:
        task = {
            "uid": len(self._tasks),
            "indexUid": uid,
            "status": "enqueued",
            "type": kind,
            "enqueuedAt": datetime.now(UTC).isoformat(),
        }
        self._tasks.append(task)
        self._waiting.put((task, work))
        shown = {name: task[name] for name in ("indexUid", "status", "type", "enqueuedAt")}
        return 202, shown | {"taskUid": task["uid"]}

    def _work(self) -> None:
        while (item := self._waiting.get()) is not None:
            task, work = item
            task["status"] = "processing"
            self._stop.wait(self.delay)
            with self._lock:
                error = self.fail(task["type"])
                if error is None and task["type"] == "indexCreation" and task["indexUid"] in self.indexes:
                    error = {"message": "Index already exists.", "code": "index_already_exists"}
                if error is None:
                    try:
                        work()
                    except KeyError as unknown:
                        error = {"message": f"Index {unknown} not found.", "code": "index_not_found"}
                    except BadFilter as bad:
                        error = {"message": str(bad), "code": "invalid_document_filter"}
                if error is not None and error.get("status") == "canceled":
                    task["status"] = "canceled"
                    continue
                if error is not None:
                    task["error"] = {"type": "invalid_request", "link": "", **error}
                task["status"] = "failed" if error else "succeeded"


def _refusal(status: int, code: str, message: str) -> tuple[int, Any]:
    return status, {"message": message, "code": code, "type": "invalid_request", "link": ""}
