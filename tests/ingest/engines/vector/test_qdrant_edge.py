from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.domain.errors import EngineBusy, EngineError, EngineUnavailable
from ingest.domain.hits import VectorEntry
from ingest.engines import index_folder
from ingest.engines.config import EngineConfig
from ingest.engines.vector.qdrant_edge import QdrantEdgeIndex
from ingest.engines.vector.qdrant_edge import open_index as open_index_of
from tests.ingest.engines.entries import vector_entry
from tests.ingest.engines.vector import contract, contract_rebuild
from tests.ingest.engines.vector.contract import EAST, OpenIndex, found

WRITES_UNTIL_KILLED = """
import sys
from pathlib import Path
from ingest.engines.vector.qdrant_edge import QdrantEdgeIndex
from tests.ingest.engines.entries import vector_entry
index = QdrantEdgeIndex(Path(sys.argv[1]), dimension=4, fingerprint="model-one")
for number in range(1, 100_000):
    index.replace([vector_entry(number, 1, 0, 0, 0)])
    print(number, flush=True)
"""


def opened(folder: Path, *, dimension: int = 4, fingerprint: str = "model-one") -> QdrantEdgeIndex:
    return QdrantEdgeIndex(folder, dimension=dimension, fingerprint=fingerprint)


@pytest.fixture(scope="module")
def open_index(tmp_path_factory: pytest.TempPathFactory) -> OpenIndex:
    place = tmp_path_factory.mktemp("vector")
    return lambda name: opened(place / name)


class TestKeepsWhatItIsGiven(contract.KeepsWhatItIsGiven):
    pass


class TestIsBuiltAnew(contract_rebuild.IsBuiltAnew):
    pass


class TestFindsNeighbours(contract.FindsNeighbours):
    pass


class TestFiltersBeforeRanking(contract.FiltersBeforeRanking):
    pass


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", WRITES_UNTIL_KILLED, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[4])},
    )
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(20)]
    child.send_signal(signal.SIGKILL)
    child.wait(timeout=30)
    acknowledged += [int(line) for line in child.stdout.read().split("\n")[:-1]]
    child.stdout.close()
    index = opened(tmp_path)
    assert set(acknowledged) <= set(index.revisions())
    assert found(index, EAST, limit=3) == [1, 2, 3]
    assert index.needs_rebuild is False
    index.close()


def test_a_second_owner_is_told_who_has_it(tmp_path: Path) -> None:
    first = opened(tmp_path)
    first.replace([vector_entry(1, 1, 0, 0, 0)])
    with pytest.raises(EngineBusy, match=r"Another process has the vector index .* open. Stop it"):
        opened(tmp_path)
    assert found(first, EAST) == [1]
    first.close()


def test_each_model_has_an_index_of_its_own(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path, dimension=2, fingerprint="model-two")
    first.replace([vector_entry(1, 1, 0, 0, 0)])
    second.replace([vector_entry(2, 1, 0)])
    assert (first.revisions(), second.revisions()) == ({1: 10}, {2: 20})
    first.close()
    second.close()
    again = opened(tmp_path)
    assert (again.needs_rebuild, again.revisions()) == (False, {1: 10})
    again.close()


@pytest.mark.parametrize("change", ["another version", "another dimension", "no stamp"])
def test_what_was_filled_otherwise_is_dropped_and_asks_for_a_rebuild(tmp_path: Path, change: str) -> None:
    old = opened(tmp_path, dimension=2 if change == "another dimension" else 4)
    old.replace([vector_entry(1, 1, 0) if change == "another dimension" else vector_entry(1, 1, 0, 0, 0)])
    old.close()
    if change == "another version":
        index_folder.write_stamp(tmp_path / "model-one", {"engine": "qdrant-edge", "schema": 0})
    if change == "no stamp":
        (tmp_path / "model-one" / index_folder.STAMP).unlink()
    new = opened(tmp_path)
    assert (new.needs_rebuild, new.count()) == (True, 0)
    new.replace([vector_entry(2, 1, 0, 0, 0)])
    new.close()
    again = opened(tmp_path)
    assert (again.needs_rebuild, again.revisions()) == (False, {2: 20})
    again.close()


@pytest.mark.parametrize(
    "part", ["edge_config.json", "segment.json", "version.info", "first-index", "config.json"]
)
def test_a_damaged_index_is_set_aside_and_asks_for_a_rebuild(tmp_path: Path, part: str) -> None:
    index = opened(tmp_path)
    index.replace([vector_entry(1, 1, 0, 0, 0)])
    index.close()
    for file in (tmp_path / "model-one").rglob(part):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    again = opened(tmp_path)
    assert (again.needs_rebuild, again.count()) == (True, 0)
    assert (tmp_path / "model-one.damaged").is_dir()
    again.replace([vector_entry(1, 1, 0, 0, 0)])
    assert found(again, EAST) == [1]
    again.close()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EngineUnavailable, match=r"cannot be opened .* Check the folder's permissions"):
        opened(tmp_path / "file")


def test_a_closed_index_says_that_it_does_not_answer(tmp_path: Path) -> None:
    index = opened(tmp_path)
    index.close()
    with pytest.raises(EngineUnavailable, match="did not answer"):
        index.count()
    with pytest.raises(EngineUnavailable, match=r"is closed\. Start Mokuji again"):
        index.replace([vector_entry(1, 1, 0, 0, 0)])


def test_clear_gives_room_on_the_disk_back(tmp_path: Path) -> None:
    index = opened(tmp_path)
    segments = tmp_path / "model-one" / "segments"
    before = {path.name for path in segments.iterdir()}
    index.clear()
    assert before.isdisjoint(path.name for path in segments.iterdir())
    index.close()


def test_a_configuration_opens_it_below_its_folder(tmp_path: Path) -> None:
    index = open_index_of(EngineConfig(tmp_path, dimension=4, fingerprint="model-one"))
    index.close()
    assert (tmp_path / "vector" / "model-one" / index_folder.STAMP).is_file()


def many(first: int, last: int) -> list[VectorEntry]:
    """Entries around a circle: document n points to n degrees."""
    angles = ((number, math.radians(number)) for number in range(first, last + 1))
    return [vector_entry(number, math.cos(angle), math.sin(angle), 0, 0) for number, angle in angles]


def test_an_index_of_many_vectors_gets_a_graph_when_it_is_built_anew(tmp_path: Path) -> None:
    index = QdrantEdgeIndex(tmp_path, dimension=4, fingerprint="model-one", graph_from=100)
    index.replace(many(1, 99))
    assert not index.crowded
    index.replace(many(100, 180))
    assert index.crowded
    before = found(index, EAST, limit=20)
    built = index.start_anew()
    built.replace(many(1, 180))
    built.settle()
    index.switch_to(built)
    assert (index.crowded, index.count(), found(index, EAST, limit=20)) == (False, 180, before)
    index.replace(many(181, 270))
    index.delete([1])
    assert (index.crowded, found(index, EAST, limit=3)) == (False, [2, 3, 4])
    index.close()
    again = opened(tmp_path)
    assert (again.count(), found(again, EAST, limit=3)) == (269, [2, 3, 4])
    again.close()


def test_a_graph_that_cannot_be_built_is_an_error_and_costs_only_what_was_built(tmp_path: Path) -> None:
    index = QdrantEdgeIndex(tmp_path, dimension=4, fingerprint="model-one", graph_from=10)
    index.replace(many(1, 20))
    built = index.start_anew()
    built.replace(many(1, 20))
    (folder,) = tmp_path.glob("model-one.*")
    (folder / "segments").rename(tmp_path / "gone")
    with pytest.raises(EngineError, match="could not be built"):
        built.settle()
    built.discard()
    assert not folder.exists()
    assert found(index, EAST, limit=2) == [1, 2]
    index.close()
