from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from ingest.domain.errors import EmbeddingError
from ingest.embed.served_model import TEXTS_AT_ONCE, ServedModel

KEY = "sk-very-secret"
Reply = tuple[int, Any, dict[str, str]]


class Stand:
    """A stand-in for an embeddings server. `answers` gives the replies before the good ones."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.answers: list[Reply] = []
        self.dimension = 8
        stand = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stand.asked.append(body | {"path": self.path})
                stand.keys.append(self.headers.get("Authorization"))
                status, reply, headers = (
                    stand.answers.pop(0) if stand.answers else (200, stand.good(body["input"]), {})
                )
                text = json.dumps(reply).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/v1"

    def good(self, texts: list[str]) -> dict[str, Any]:
        rows = [
            {
                "index": at,
                "embedding": [
                    float(sum(map(ord, text)) % (7 + place)) + 0.1 for place in range(self.dimension)
                ],
            }
            for at, text in enumerate(texts)
        ]
        return {"data": rows[::-1]}


@pytest.fixture
def stand() -> Iterator[Stand]:
    stand = Stand()
    thread = threading.Thread(target=stand.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield stand
    stand.server.shutdown()
    stand.server.server_close()
    thread.join(10)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def model(stand: Stand, waits: list[float]) -> Iterator[ServedModel]:
    model = ServedModel(f"{stand.address}#some-model", key=KEY, wait=waits.append)
    yield model
    model._http.close()


def test_texts_go_in_batches_and_vectors_come_back_in_their_order(stand: Stand, model: ServedModel) -> None:
    texts = [f"\ntext number {number}" for number in range(TEXTS_AT_ONCE + 5)]
    vectors = model.embed_documents(texts)
    assert [len(asked["input"]) for asked in stand.asked] == [TEXTS_AT_ONCE, 5]
    assert stand.asked[0]["model"] == "some-model"
    assert stand.asked[0]["path"] == "/v1/embeddings"
    assert set(stand.keys) == {f"Bearer {KEY}"}
    assert vectors.shape == (TEXTS_AT_ONCE + 5, 8)
    assert vectors[7] == pytest.approx(model.embed_documents(texts[7:8])[0])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_prompts_in_the_address_stand_before_the_texts(stand: Stand) -> None:
    model = ServedModel(f"{stand.address}?query=query:%20&passage=passage:%20#m")
    model.embed_query("tides")
    model.embed_documents(["\ntides"])
    assert [asked["input"] for asked in stand.asked] == [["query: tides"], ["passage: tides"]]
    assert stand.keys == [None, None]
    model._http.close()


def test_a_busy_server_is_waited_for_as_long_as_it_asks(
    stand: Stand, model: ServedModel, waits: list[float]
) -> None:
    stand.answers = [(429, {}, {"Retry-After": "7"}), (503, {}, {}), (500, {}, {"Retry-After": "9999"})]
    assert model.embed_documents(["\ntides"]).shape == (1, 8)
    assert waits == [7.0, 2.0, 60.0]


def test_a_query_is_tried_twice_only_and_the_error_has_no_key(stand: Stand, model: ServedModel) -> None:
    stand.answers = [(429, {"error": {"message": f"slow down, {KEY}"}}, {})] * 5
    with pytest.raises(EmbeddingError, match="answered 429") as raised:
        model.embed_query("tides")
    assert KEY not in str(raised.value)
    assert len(stand.asked) == 2


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ((401, {"error": {"message": "no"}}, {}), "MOKUJI_EMBEDDING_KEY"),
        ((404, {"error": {"message": "no model"}}, {}), r"answered 404 \(no model\)"),
        ((200, {"data": "?"}, {}), "no embedding server"),
        ((200, [], {}), "no embedding server"),
        (
            (200, {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0]}]}, {}),
            "2 vectors",
        ),
        ((200, {"data": [{"index": 0, "embedding": [float("nan")]}]}, {}), "cannot be used"),
    ],
)
def test_what_cannot_be_used_is_an_error_at_once(
    stand: Stand, model: ServedModel, waits: list[float], reply: Reply, told: str
) -> None:
    stand.answers = [reply]
    with pytest.raises(EmbeddingError, match=told):
        model.embed_query("tides")
    assert waits == []


def test_vectors_of_another_length_than_before_are_refused(stand: Stand, model: ServedModel) -> None:
    model.embed_query("tides")
    stand.dimension = 9
    with pytest.raises(EmbeddingError, match="vectors of 9 numbers now and gave 8 before"):
        model.embed_query("tides")


def test_a_server_that_is_away_is_named_and_an_address_without_a_model_refused(waits: list[float]) -> None:
    model = ServedModel("http://user:pass@127.0.0.1:9/v1#m", wait=waits.append)
    with pytest.raises(EmbeddingError, match="cannot be reached") as raised:
        model.embed_documents(["\ntides"])
    assert "pass@" not in str(raised.value)
    assert len(waits) == 5
    model._http.close()
    with pytest.raises(EmbeddingError, match="behind a #"):
        ServedModel("http://127.0.0.1:9/v1")


def test_the_fingerprint_names_address_model_prompts_and_length(stand: Stand) -> None:
    made: Callable[[str], ServedModel] = lambda rest: ServedModel(f"{stand.address}{rest}")  # noqa: E731
    models = [made("#a"), made("#b"), made("?query=q#a"), made("#a")]
    names = [model.fingerprint for model in models]
    assert names[0] == names[3]
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"[a-z0-9-]{8,64}", name) for name in names)
    for model in models:
        model._http.close()
