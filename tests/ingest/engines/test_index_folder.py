from __future__ import annotations

from pathlib import Path

import pytest

from ingest.engines import index_folder


def test_a_stamp_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    index_folder.write_stamp(tmp_path, {"engine": "x", "schema": 1})
    assert index_folder.stamp_matches(tmp_path, {"engine": "x", "schema": 1})
    assert not index_folder.stamp_matches(tmp_path, {"engine": "x", "schema": 2})
    assert [path.name for path in tmp_path.iterdir()] == [index_folder.STAMP]


@pytest.mark.parametrize("content", [None, b"", b"{", b"\xff\xfe", b"[]"])
def test_a_missing_or_unreadable_stamp_matches_nothing(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / index_folder.STAMP).write_bytes(content)
    assert not index_folder.stamp_matches(tmp_path, {"engine": "x"})


def test_a_damaged_folder_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    for content in ("first", "second"):
        folder = tmp_path / "index"
        folder.mkdir()
        (folder / "part").write_text(content)
        assert index_folder.set_aside(folder) == tmp_path / "index.damaged"
    assert [path.name for path in tmp_path.iterdir()] == ["index.damaged"]
    assert (tmp_path / "index.damaged" / "part").read_text() == "second"


def test_emptying_leaves_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    (folder / "part").write_text("x")
    assert index_folder.has_contents(folder)
    index_folder.empty(folder)
    assert folder.is_dir()
    assert not index_folder.has_contents(folder)
    assert not index_folder.has_contents(tmp_path / "missing")
