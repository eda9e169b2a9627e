from __future__ import annotations

from pathlib import Path

import pytest

from webapp.library.errors import TooBig
from webapp.library.file_store import LocalFileStore
from webapp.uploads.bodies import RawBody, too_large


@pytest.fixture
def store(tmp_path: Path) -> LocalFileStore:
    return LocalFileStore(tmp_path)


def files_in(store: LocalFileStore) -> list[Path]:
    return [path for path in store.root.rglob("*") if path.is_file()]


def test_a_raw_body_is_one_file(store: LocalFileStore) -> None:
    body = RawBody("a.md", store.writer, limit=10)
    body.feed(b"12345")
    body.feed(b"67890")
    (arrival,) = body.finish()
    assert (arrival.name, arrival.file.size, arrival.file.path.read_bytes()) == ("a.md", 10, b"1234567890")


def test_a_raw_body_over_the_limit_is_refused_and_leaves_nothing(store: LocalFileStore) -> None:
    body = RawBody("a.md", store.writer, limit=10)
    body.feed(b"1234567890")
    with pytest.raises(TooBig):
        body.feed(b"1")
    body.discard()
    assert files_in(store) == []


def test_the_limit_is_named() -> None:
    assert (
        str(too_large(200 * 1024 * 1024))
        == "Too large (limit 200 MB). Split it, or raise MOKUJI_MAX_UPLOAD_MB."
    )
