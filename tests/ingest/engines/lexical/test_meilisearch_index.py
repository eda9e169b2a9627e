"""Run on a stand-in that is judged by the server's own description, or on a real server:
MOKUJI_TEST_MEILISEARCH_URL (and MOKUJI_TEST_MEILISEARCH_KEY) name one whose indexes may come and go."""

from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import meilisearch
import pytest

from ingest.domain.errors import EngineError, EngineUnavailable
from ingest.domain.hits import Filter
from ingest.engines.config import EngineConfig
from ingest.engines.lexical.meilisearch_index import Limits, MeilisearchIndex
from ingest.engines.lexical.meilisearch_index import open_index as open_index_of
from tests.ingest.engines.entries import entry
from tests.ingest.engines.filter_cases import EVERY_PART
from tests.ingest.engines.lexical import (
    contract,
    contract_filters,
    contract_languages,
    contract_rebuild,
    contract_translated,
)
from tests.ingest.engines.lexical.contract import EVERYTHING, OpenIndex, found
from tests.support.meilisearch_server import FakeMeilisearch

REAL_URL = os.environ.get("MOKUJI_TEST_MEILISEARCH_URL", "")
REAL_KEY = os.environ.get("MOKUJI_TEST_MEILISEARCH_KEY", "")
BROKEN = {"message": "The disk is full.", "code": "no_space_left_on_device"}


@pytest.fixture(scope="module")
def open_index() -> Iterator[OpenIndex]:
    if not REAL_URL:
        with FakeMeilisearch(key="secret") as fake:
            yield lambda name: MeilisearchIndex(fake.url, key="secret", name=name)
        assert fake.api.violations == []
        return
    opened: set[str] = set()
    run = uuid.uuid4().hex[:8]

    def open_real(name: str) -> MeilisearchIndex:
        index = MeilisearchIndex(REAL_URL, key=REAL_KEY, name=f"test-{run}-{name}")
        opened.add(index.uid)
        return index

    yield open_real
    client = meilisearch.Client(REAL_URL, REAL_KEY or None)
    for uid in opened:
        client.delete_index(uid)
        client.delete_index(f"{uid}_next")


class TestKeepsWhatItIsGiven(contract.KeepsWhatItIsGiven):
    pass


class TestIsBuiltAnew(contract_rebuild.IsBuiltAnew):
    pass


class TestRanksDocuments(contract.RanksDocuments):
    pass


class TestFiltersBeforeRanking(contract_filters.FiltersBeforeRanking):
    pass


class TestReadsLanguages(contract_languages.ReadsLanguages):
    pass


class TestTakesAnyText(contract.TakesAnyText):
    pass


class TestAnswersInOtherWords(contract_translated.AnswersInOtherWords):
    pass


@pytest.fixture
def server() -> Iterator[FakeMeilisearch]:
    with FakeMeilisearch() as fake:
        yield fake
    assert fake.api.violations == []


@pytest.fixture
def index(server: FakeMeilisearch) -> MeilisearchIndex:
    return MeilisearchIndex(server.url)


def test_every_request_is_one_that_the_server_describes(
    server: FakeMeilisearch, index: MeilisearchIndex
) -> None:
    index.replace([entry(1, "walrus", tags=("a b",)), entry(2, "sea")])
    assert found(index, 'walrus "walrus" kuberntes 計算機 機', EVERY_PART) == [1]
    index.delete([2])
    assert (index.count(), index.revisions()) == (1, {1: 10})
    index.clear()
    built = index.start_anew()
    built.replace([entry(3, "walrus")])
    index.switch_to(built)
    index.start_anew().discard()
    assert MeilisearchIndex(server.url, passages=2).outdated
    assert server.api.used == server.api.operations
    assert server.api.violations == []


def test_an_invented_part_of_a_request_would_be_noticed(server: FakeMeilisearch) -> None:
    server.api.check_request("POST", "/multi-search", "", {"queries": [{"indexUid": "a", "query": "b"}]})
    server.api.check_request("GET", "/tasks/1", "verbose=1", None)
    server.api.check_request("POST", "/indexes/a/search", "", {"q": "b"})
    assert len(server.api.violations) == 3
    server.api.violations.clear()


def test_nothing_is_asked_of_the_server_before_the_first_call(server: FakeMeilisearch) -> None:
    MeilisearchIndex(server.url).close()
    assert server.requests == []


def test_the_settings_are_given_once_and_again_only_when_they_differ(server: FakeMeilisearch) -> None:
    def settings_given() -> int:
        return sum(method == "PATCH" for method, _, _ in server.requests)

    MeilisearchIndex(server.url).count()
    MeilisearchIndex(server.url).count()
    assert settings_given() == 1
    (rows,) = server.indexes.values()
    rows.settings["filterableAttributes"] = list(reversed(rows.settings["filterableAttributes"]))
    MeilisearchIndex(server.url).count()
    assert settings_given() == 1
    rows.settings["searchableAttributes"] = ["*"]
    MeilisearchIndex(server.url).count()
    assert settings_given() == 2


def test_processes_that_start_together_make_one_index(server: FakeMeilisearch) -> None:
    server.delay = 0.05
    indexes = [MeilisearchIndex(server.url) for _ in range(4)]
    threads = [
        threading.Thread(target=each.replace, args=([entry(number, "walrus")],))
        for number, each in enumerate(indexes, start=1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert found(indexes[0], "walrus") == [1, 2, 3, 4]


def test_a_write_waits_for_tasks_that_take_their_time(
    server: FakeMeilisearch, index: MeilisearchIndex
) -> None:
    server.delay = 0.2
    index.replace([entry(1, "walrus"), entry(2, "walrus")])
    assert found(index, "walrus") == [1, 2]
    index.delete([1])
    assert found(index, "walrus") == [2]


@pytest.mark.parametrize(
    ("outcome", "said"), [(BROKEN, "The disk is full"), ({"status": "canceled"}, "canceled")]
)
def test_a_task_that_fails_is_an_error_with_its_mend(
    server: FakeMeilisearch, index: MeilisearchIndex, outcome: dict[str, str], said: str
) -> None:
    index.count()
    server.fail = lambda kind: outcome if kind == "documentAdditionOrUpdate" else None
    with pytest.raises(EngineError, match=rf"could not do task \d+.*{said}.*then index the document again"):
        index.replace([entry(1, "walrus")])
    server.fail = lambda kind: None
    index.replace([entry(1, "walrus")])
    assert found(index, "walrus") == [1]


def test_a_task_without_end_is_an_error(
    server: FakeMeilisearch,
) -> None:
    index = MeilisearchIndex(server.url, limits=Limits(task_seconds=0.1))
    index.count()
    server.delay = 30.0
    with pytest.raises(EngineUnavailable, match="takes too long"):
        index.replace([entry(1, "walrus")])


def test_a_server_that_is_down_is_unavailable_and_found_again_when_it_is_up(server: FakeMeilisearch) -> None:
    index = MeilisearchIndex("http://127.0.0.1:9")
    for call in (index.count, index.revisions, index.clear, lambda: index.delete([1])):
        with pytest.raises(
            EngineUnavailable, match=r"cannot be reached. Start it, or check MOKUJI_MEILISEARCH_URL"
        ):
            call()
    with pytest.raises(EngineUnavailable):
        found(index, "walrus")
    returning = MeilisearchIndex(server.url)
    server.answer = lambda method, path: (503, {"message": "Starting.", "code": "internal"})
    with pytest.raises(EngineUnavailable, match="Starting"):
        returning.replace([entry(1, "walrus")])
    server.answer = lambda method, path: None
    returning.replace([entry(1, "walrus")])
    assert found(returning, "walrus") == [1]


def test_a_slow_search_is_unavailable(
    server: FakeMeilisearch,
) -> None:
    index = MeilisearchIndex(server.url, limits=Limits(search_seconds=1))
    index.replace([entry(1, "walrus")])
    held = threading.Event()

    def late(method: str, path: str) -> None:
        held.wait(10.0)

    server.answer = late
    with pytest.raises(EngineUnavailable, match="takes too long"):
        found(index, "walrus")
    held.set()


def test_a_wrong_key_is_named() -> None:
    with (
        FakeMeilisearch(key="secret") as server,
        pytest.raises(EngineUnavailable, match=r"refuses the key.*MOKUJI_MEILISEARCH_KEY"),
    ):
        MeilisearchIndex(server.url, key="other").count()


@pytest.mark.parametrize(
    "answer", [(200, b"<html>hello</html>"), (200, {"hello": 1}), (404, b"nothing here")]
)
def test_something_else_at_the_address_is_an_error(
    server: FakeMeilisearch, index: MeilisearchIndex, answer: tuple[int, object]
) -> None:
    index.count()
    server.answer = lambda method, path: answer
    with pytest.raises(EngineError, match=r"MOKUJI_MEILISEARCH_URL|mokuji doctor"):
        index.count()


def test_an_index_that_somebody_removed_is_named_and_made_again(
    server: FakeMeilisearch, index: MeilisearchIndex
) -> None:
    index.replace([entry(1, "walrus")])
    server.indexes.clear()
    with pytest.raises(EngineUnavailable, match=r"is gone from Meilisearch. Run `mokuji rebuild`"):
        found(index, "walrus")
    assert (index.count(), found(index, "walrus")) == (0, [])


def test_no_row_passes_the_words_that_the_server_counts(
    server: FakeMeilisearch, index: MeilisearchIndex
) -> None:
    text = " ".join(["walrus"] * 70_000 + ["puffin"])
    index.replace([entry(1, text)])
    (rows,) = server.indexes.values()
    assert max(len(row["body"].split()) for row in rows.rows.values()) <= 60_000
    assert index.count() == 1
    (hit,) = index.search("puffin", only=EVERYTHING, limit=5)
    assert (hit.first_line, hit.last_line, hit.more) == (1, 10, ())


def test_a_shorter_revision_leaves_no_rows_of_the_longer_one(
    server: FakeMeilisearch, index: MeilisearchIndex
) -> None:
    index.replace([entry(1, *["walrus"] * 30), entry(2, "walrus")])
    index.replace([entry(1, "puffin", revision_id=11)])
    (rows,) = server.indexes.values()
    assert sorted((row["document"], row["revision"]) for row in rows.rows.values()) == [(1, 11), (2, 20)]


def test_stale_rows_are_not_shown_beside_new_ones(server: FakeMeilisearch, index: MeilisearchIndex) -> None:
    index.replace([entry(1, "walrus", "walrus", "walrus")])
    server.fail = lambda kind: BROKEN if kind == "documentDeletion" else None
    with pytest.raises(EngineError):
        index.replace([entry(1, "walrus", revision_id=11)])
    (hit,) = index.search("walrus", only=EVERYTHING, limit=5)
    assert (hit.revision_id, hit.more) == (11, ())


@pytest.mark.parametrize("tag", ['"] OR document IN ["1', "a' OR 1=1", "\\", "TO", "[]", "é" * 400, "A", " "])
def test_a_filter_value_is_never_read_as_a_filter(index: MeilisearchIndex, tag: str) -> None:
    index.replace([entry(1, "walrus", tags=("a",)), entry(2, "walrus", tags=(tag,))])
    assert found(index, "walrus", Filter(tags=(tag,))) == [2]


def test_many_passages_go_in_several_requests(
    server: FakeMeilisearch,
) -> None:
    index = MeilisearchIndex(server.url, limits=Limits(characters_at_once=1_000))
    text = " ".join(f"word{number}" for number in range(100))
    index.replace([entry(1, *[text] * 5)])
    sent = [path for method, path, _ in server.requests if method == "POST" and path.endswith("/documents")]
    assert len(sent) > 1
    assert len(index.search("word7", only=EVERYTHING, limit=5)[0].more) == 4


def test_a_configuration_opens_it(server: FakeMeilisearch, tmp_path: Path) -> None:
    index = open_index_of(EngineConfig(tmp_path, lexical_url=server.url, lexical_key="k"))
    assert index.count() == 0
    with pytest.raises(EngineUnavailable, match="Set MOKUJI_MEILISEARCH_URL"):
        open_index_of(EngineConfig(tmp_path))
