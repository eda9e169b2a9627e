from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.domain.errors import EngineBusy, EngineError, EngineUnavailable
from ingest.domain.hits import Filter
from ingest.engines import index_folder
from ingest.engines.config import EngineConfig
from ingest.engines.lexical.tantivy_index import TantivyIndex
from ingest.engines.lexical.tantivy_index import open_index as open_index_of
from tests.ingest.engines.entries import entry
from tests.ingest.engines.lexical import (
    contract,
    contract_filters,
    contract_languages,
    contract_rebuild,
    contract_translated,
)
from tests.ingest.engines.lexical.contract import OpenIndex, found

WRITES_UNTIL_KILLED = """
import sys
from pathlib import Path
from ingest.engines.lexical import tantivy_index
from ingest.engines.lexical.tantivy_index import TantivyIndex
from ingest.engines.lexical.tantivy_index import open_index as open_index_of
from tests.ingest.engines.entries import entry
index = TantivyIndex(Path(sys.argv[1]))
for number in range(1, 1000):
    index.replace([entry(number, "walrus", "walrus")])
    print(number, flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lexical"


@pytest.fixture(scope="module")
def open_index(tmp_path_factory: pytest.TempPathFactory) -> OpenIndex:
    place = tmp_path_factory.mktemp("lexical")
    return lambda name: TantivyIndex(place / name)


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


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(folder: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", WRITES_UNTIL_KILLED, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[4])},
    )
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(4)]
    child.send_signal(signal.SIGKILL)
    child.wait(timeout=30)
    acknowledged += [int(line) for line in child.stdout.read().split()]
    child.stdout.close()
    index = TantivyIndex(folder)
    assert set(acknowledged) <= set(index.revisions())
    assert set(acknowledged) <= set(found(index, "walrus", limit=50))
    assert index.needs_rebuild is False
    index.close()


def test_a_second_owner_is_told_who_has_it(folder: Path) -> None:
    first = TantivyIndex(folder)
    first.replace([entry(1, "walrus")])
    with pytest.raises(EngineBusy, match=r"Another process has the keyword index .* open. Stop it"):
        TantivyIndex(folder)
    assert found(first, "walrus") == [1]
    first.close()


def test_another_version_is_dropped_and_asks_for_a_rebuild(folder: Path) -> None:
    old = TantivyIndex(folder)
    old.replace([entry(1, "walrus")])
    old.close()
    index_folder.write_stamp(folder, {"engine": "tantivy", "schema": 0, "analysis": 0})
    new = TantivyIndex(folder)
    assert new.needs_rebuild is True
    assert new.count() == 0
    new.replace([entry(2, "walrus")])
    new.close()
    again = TantivyIndex(folder)
    assert (again.needs_rebuild, again.revisions()) == (False, {2: 20})
    again.close()


def test_another_version_in_use_is_left_alone(folder: Path) -> None:
    owner = TantivyIndex(folder)
    owner.replace([entry(1, "walrus")])
    index_folder.write_stamp(folder, {"engine": "tantivy", "schema": 0})
    with pytest.raises(EngineBusy):
        TantivyIndex(folder)
    assert found(owner, "walrus") == [1]
    owner.close()


@pytest.mark.parametrize("ending", ["meta.json", "term", "idx", "fast", "pos", "fieldnorm"])
def test_a_damaged_index_is_set_aside_and_asks_for_a_rebuild(folder: Path, ending: str) -> None:
    index = TantivyIndex(folder)
    index.replace([entry(1, "walrus")])
    index.close()
    for part in folder.glob(f"*{ending}"):
        part.write_bytes(part.read_bytes()[: part.stat().st_size // 2])
    again = TantivyIndex(folder)
    assert again.needs_rebuild is True
    assert again.count() == 0
    assert folder.with_name("lexical.damaged").is_dir()
    again.replace([entry(1, "walrus")])
    assert found(again, "walrus") == [1]
    again.close()


def test_files_that_are_no_index_are_replaced(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("not an index")
    index = TantivyIndex(folder)
    assert index.needs_rebuild is True
    index.replace([entry(1, "walrus")])
    assert found(index, "walrus") == [1]
    index.close()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EngineUnavailable, match=r"cannot be opened .* Check the folder's permissions"):
        TantivyIndex(tmp_path / "file" / "lexical")


def test_a_batch_that_fails_leaves_the_index_as_it_was(folder: Path) -> None:
    index = TantivyIndex(folder)
    index.replace([entry(1, "walrus")])
    with pytest.raises(EngineError, match=r"could not be written .* Check that the disk has room"):
        index.replace([entry(1, "puffin"), entry(2, "puffin", revision_id=-1)])
    assert found(index, "walrus") == [1]
    index.replace([entry(3, "seal")])
    assert index.search("puffin", only=Filter(), limit=5) == []
    assert sorted(index.revisions()) == [1, 3]
    index.close()


def test_a_closed_index_takes_nothing_more(folder: Path) -> None:
    index = TantivyIndex(folder)
    index.close()
    with pytest.raises(EngineUnavailable, match=r"is closed\. Start Mokuji again"):
        index.replace([entry(1, "walrus")])
    with pytest.raises(EngineUnavailable):
        index.clear()


def test_a_configuration_opens_it_below_its_folder(tmp_path: Path) -> None:
    index = open_index_of(EngineConfig(tmp_path))
    index.close()
    assert (tmp_path / "lexical" / index_folder.STAMP).is_file()


def test_a_word_that_every_passage_has_is_not_rare_because_few_headings_have_it(folder: Path) -> None:
    """Else the one section that is called after it would be the place for every question with the word."""
    index = TantivyIndex(folder)
    plain = [
        entry(number, f"The harbour pilot on pier {number}.", headings=("Piers",)) for number in range(3, 60)
    ]
    named = entry(1, "The harbour lies in the north of the bay.", headings=("Harbour",))
    asked = entry(2, "Dues of the harbour grow with the tonnage of a ship.", headings=("Payments",))
    index.replace([*plain, named, asked])
    assert found(index, "harbour tonnage walrus")[0] == 2
    index.close()
