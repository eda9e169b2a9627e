from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run

import pytest

from ingest.domain.errors import EngineBusy, EngineUnavailable
from ingest.engines import index_folder
from ingest.engines.open import EngineConfig, open_engines, open_lexical, open_vectors
from tests.ingest.engines.entries import entry, vector_entry


def config(folder: Path, **changes: str) -> EngineConfig:
    return EngineConfig(folder, dimension=4, fingerprint="model-one", **changes)  # type: ignore[arg-type]


def test_both_engines_open_below_one_folder_and_keep_what_they_are_given(tmp_path: Path) -> None:
    engines = open_engines(config(tmp_path))
    engines.lexical.replace([entry(1, "walrus")])
    engines.vector.replace([vector_entry(1, 1, 0, 0, 0)])
    assert engines.needs_rebuild == ()
    engines.close()
    engines.close()
    again = open_engines(config(tmp_path))
    assert again.lexical.revisions() == again.vector.revisions() == {1: 10}
    again.close()


def test_an_index_that_was_dropped_is_named(tmp_path: Path) -> None:
    open_engines(config(tmp_path)).close()
    index_folder.write_stamp(tmp_path / "lexical", {"schema": 0})
    engines = open_engines(config(tmp_path))
    assert engines.needs_rebuild == ("lexical",)
    engines.close()


def test_an_unknown_name_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(
        EngineUnavailable, match=r"no lexical engine named 'lucene'. Choose one of: .*tantivy"
    ):
        open_engines(config(tmp_path, lexical="lucene"))
    with pytest.raises(
        EngineUnavailable, match=r"no vector engine named 'faiss'. Choose one of: .*qdrant-edge"
    ):
        open_engines(config(tmp_path, vector="faiss"))


def test_when_the_second_cannot_be_opened_the_first_is_released(tmp_path: Path) -> None:
    vectors = open_vectors(config(tmp_path))
    with pytest.raises(EngineBusy):
        open_engines(config(tmp_path))
    open_lexical(config(tmp_path)).close()
    vectors.close()


def test_an_engine_that_was_not_chosen_is_not_loaded() -> None:
    code = "import sys, ingest.engines.open; sys.exit(bool({'tantivy', 'qdrant_edge'} & set(sys.modules)))"
    assert (
        run([sys.executable, "-c", code], check=False, timeout=60, cwd=Path(__file__).parents[3]).returncode
        == 0
    )
