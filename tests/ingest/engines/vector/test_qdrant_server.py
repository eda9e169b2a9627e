"""Run on the client's own in-memory engine, and over HTTP on a stand-in that is judged by the server's description,
or on a real server: MOKUJI_TEST_QDRANT_URL (and MOKUJI_TEST_QDRANT_KEY) name one."""

from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from ingest.domain.errors import EngineError, EngineUnavailable
from ingest.engines.config import EngineConfig
from ingest.engines.vector.qdrant_server import QdrantServerIndex
from ingest.engines.vector.qdrant_server import open_index as open_index_of
from tests.ingest.engines.entries import vector_entry
from tests.ingest.engines.filter_cases import EVERY_PART
from tests.ingest.engines.vector import contract, contract_rebuild
from tests.ingest.engines.vector.contract import EAST, OpenIndex, found
from tests.support.qdrant_server import FakeQdrant

pytestmark = [
    pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant"),
    pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection"),
]
REAL_URL = os.environ.get("MOKUJI_TEST_QDRANT_URL", "")
REAL_KEY = os.environ.get("MOKUJI_TEST_QDRANT_KEY", "")


class KeptOpen(QdrantClient):
    """A client whose contents outlive closing, as those of a server do."""

    def close(self, *_: object, **__: object) -> None:
        pass


def index_at(
    url: str, *, key: str = "", fingerprint: str = "model-one", name: str = "t"
) -> QdrantServerIndex:
    client = QdrantClient(url=url, port=None, api_key=key or None, check_compatibility=False, timeout=30)
    return QdrantServerIndex(client, place=url, dimension=4, fingerprint=fingerprint, name=name)


@pytest.fixture(scope="module", params=["memory", "server"])
def open_index(request: pytest.FixtureRequest) -> Iterator[OpenIndex]:
    if request.param == "memory":
        client = KeptOpen(":memory:")
        yield lambda name: QdrantServerIndex(
            client, place="memory", dimension=4, fingerprint="model-one", name=name
        )
    elif REAL_URL:
        yield from _real()
    else:
        with FakeQdrant(key="secret") as fake:
            yield lambda name: index_at(fake.url, key="secret", name=name)
        assert fake.api.violations == []


def _real() -> Iterator[OpenIndex]:
    run = uuid.uuid4().hex[:8]

    def open_real(name: str) -> QdrantServerIndex:
        return index_at(REAL_URL, key=REAL_KEY, name=f"test-{run}-{name}")

    yield open_real
    client = QdrantClient(url=REAL_URL, port=None, api_key=REAL_KEY or None)
    for each in client.get_collections().collections:
        if each.name.startswith(f"test-{run}-"):
            client.delete_collection(each.name)
    client.close()


class TestKeepsWhatItIsGiven(contract.KeepsWhatItIsGiven):
    pass


class TestIsBuiltAnew(contract_rebuild.IsBuiltAnew):
    pass


class TestFindsNeighbours(contract.FindsNeighbours):
    pass


class TestFiltersBeforeRanking(contract.FiltersBeforeRanking):
    pass


@pytest.fixture
def server() -> Iterator[FakeQdrant]:
    with FakeQdrant() as fake:
        yield fake
    assert fake.api.violations == []


@pytest.fixture
def index(server: FakeQdrant) -> Iterator[QdrantServerIndex]:
    index = index_at(server.url)
    yield index
    index.close()


def test_every_request_is_one_that_the_server_describes(server: FakeQdrant, index: QdrantServerIndex) -> None:
    index.replace([vector_entry(1, 1, 0, 0, 0, tags=("a b",)), vector_entry(2, 0, 1, 0, 0)])
    assert found(index, EAST, EVERY_PART) == [1]
    index.delete([2])
    assert (index.count(), index.revisions()) == (1, {1: 10})
    index.clear()
    built = index.start_anew()
    built.replace([vector_entry(3, 1, 0, 0, 0)])
    index.switch_to(built)
    index.start_anew().discard()
    assert server.api.used == server.api.operations
    assert server.api.violations == []


def test_an_invented_part_of_a_request_would_be_noticed(server: FakeQdrant) -> None:
    points = "/collections/a/points"
    server.api.check_request("POST", f"{points}/query", "", {"query": [1.0], "top": 3})
    server.api.check_request(
        "POST", f"{points}/query", "", {"filter": {"must": [{"key": "a", "range": {"from": 1}}]}}
    )
    server.api.check_request("PUT", points, "sync=true", {"points": [{"id": 1, "vector": [1.0]}]})
    server.api.check_request("POST", f"{points}/search", "", {})
    assert len(server.api.violations) >= 4
    server.api.violations.clear()


def test_nothing_is_asked_of_the_server_before_the_first_call(server: FakeQdrant) -> None:
    index_at(server.url).close()
    assert server.requests == []


def test_writes_wait_until_they_can_be_found(server: FakeQdrant, index: QdrantServerIndex) -> None:
    seen: list[str] = []

    def look(method: str, path: str) -> None:
        seen.append(f"{method} {path}")

    server.answer = look
    index.replace([vector_entry(1, 1, 0, 0, 0)])
    index.delete([1])
    assert len(seen) == len(server.requests)
    assert server.api.violations == []


def test_each_model_has_a_collection_of_its_own(server: FakeQdrant, index: QdrantServerIndex) -> None:
    other = index_at(server.url, fingerprint="model two/β")
    index.replace([vector_entry(1, 1, 0, 0, 0)])
    other.replace([vector_entry(2, 1, 0, 0, 0)])
    assert (index.revisions(), other.revisions()) == ({1: 10}, {2: 20})
    assert other.collection == "t_model-two--_1"
    other.close()


def test_processes_that_start_together_make_one_collection(server: FakeQdrant) -> None:
    indexes = [index_at(server.url) for _ in range(4)]
    threads = [
        threading.Thread(target=each.replace, args=([vector_entry(number, 1, 0, 0, 0)],))
        for number, each in enumerate(indexes, start=1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert found(indexes[0], EAST) == [1, 2, 3, 4]
    for each in indexes:
        each.close()


def test_a_server_that_is_down_is_unavailable_and_found_again_when_it_is_up(server: FakeQdrant) -> None:
    down = index_at("http://127.0.0.1:9")
    for call in (down.count, down.revisions, down.clear, lambda: down.delete([1]), lambda: found(down, EAST)):
        with pytest.raises(
            EngineUnavailable, match=r"cannot be reached. Start it, or check MOKUJI_QDRANT_URL"
        ):
            call()
    down.close()
    index = index_at(server.url)
    server.answer = lambda method, path: (503, {"status": {"error": "Service starting"}})
    with pytest.raises(EngineUnavailable, match="Service starting"):
        index.count()
    server.answer = lambda method, path: None
    assert index.count() == 0
    index.close()


def test_a_wrong_key_is_named() -> None:
    with FakeQdrant(key="secret") as server:
        index = index_at(server.url, key="other")
        with pytest.raises(EngineUnavailable, match=r"refuses the key. Set MOKUJI_QDRANT_KEY"):
            index.count()
        index.close()


def test_a_collection_that_somebody_removed_is_named_and_made_again(
    server: FakeQdrant, index: QdrantServerIndex
) -> None:
    index.replace([vector_entry(1, 1, 0, 0, 0)])
    for each in server.engine.get_collections().collections:
        server.engine.delete_collection(each.name)
    with pytest.raises(EngineUnavailable, match=r"is gone from Qdrant. Run `mokuji rebuild`"):
        found(index, EAST)
    assert (index.count(), found(index, EAST)) == (0, [])


@pytest.mark.parametrize(
    "answer", [(200, b"<html>"), (400, {"status": {"error": "Wrong input"}}), (200, {"a": 1})]
)
def test_an_answer_that_cannot_be_used_is_an_error(
    server: FakeQdrant, index: QdrantServerIndex, answer: tuple[int, object]
) -> None:
    index.count()
    server.answer = lambda method, path: answer
    with pytest.raises(EngineError, match=r"MOKUJI_QDRANT_URL|mokuji doctor"):
        index.count()


def test_a_point_that_is_not_ours_is_an_error(server: FakeQdrant, index: QdrantServerIndex) -> None:
    index.count()
    point = {"id": 1, "version": 1, "score": 1.0, "payload": None}
    server.answer = lambda method, path: (200, {"result": {"points": [point]}, "status": "ok", "time": 0.0})
    with pytest.raises(EngineError, match="not Mokuji's"):
        found(index, EAST)


def test_a_configuration_opens_it(server: FakeQdrant, tmp_path: Path) -> None:
    index = open_index_of(EngineConfig(tmp_path, dimension=4, fingerprint="one", vector_url=server.url))
    assert index.count() == 0
    index.close()
    with pytest.raises(EngineUnavailable, match="Set MOKUJI_QDRANT_URL"):
        open_index_of(EngineConfig(tmp_path))
