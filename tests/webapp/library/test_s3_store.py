"""Originals in a bucket: a stand-in that speaks real HTTP and checks signatures."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.s3_server import FakeS3
from tests.support.services import free_port
from webapp.library.errors import Unavailable
from webapp.library.file_store import IncomingFile
from webapp.library.s3_store import S3FileStore, trim
from webapp.library.storage_address import StorageAddress


@pytest.fixture
def bucket() -> Iterator[FakeS3]:
    with FakeS3() as bucket:
        yield bucket


def address(at: FakeS3, **other: str) -> StorageAddress:
    facts = {"endpoint": at.url, "bucket": at.bucket, "key": at.key, "secret": at.secret} | other
    return StorageAddress(**facts, prefix="mokuji/", region="us-east-1", cache_bytes=10_000_000)


@pytest.fixture
def store(tmp_path: Path, bucket: FakeS3) -> Iterator[S3FileStore]:
    with closing(S3FileStore(tmp_path / "here", address(bucket))) as opened:
        yield opened


@pytest.fixture
def elsewhere(tmp_path: Path, bucket: FakeS3) -> Iterator[S3FileStore]:
    """The store of another machine, which shares no disk."""
    with closing(S3FileStore(tmp_path / "there", address(bucket))) as opened:
        yield opened


def arrive(store: S3FileStore, content: bytes) -> IncomingFile:
    writer = store.writer()
    writer.write(content)
    return writer.finish()


def test_a_file_placed_on_one_machine_is_read_on_another(store: S3FileStore, elsewhere: S3FileStore) -> None:
    placed = store.place(arrive(store, b"# Tides"))
    digest = hashlib.sha256(b"# Tides").hexdigest()
    assert placed == store.fetch(digest)
    there = elsewhere.fetch(digest)
    assert (there.read_bytes(), there.is_relative_to(elsewhere.root)) == (b"# Tides", True)
    assert elsewhere.has(digest)
    assert not list((elsewhere.root / "incoming").iterdir())


def test_the_bucket_names_files_as_the_folder_does_below_its_prefix(
    bucket: FakeS3, store: S3FileStore
) -> None:
    store.place(arrive(store, b"# Tides"))
    digest = hashlib.sha256(b"# Tides").hexdigest()
    assert list(bucket.objects) == [f"mokuji/{digest[:2]}/{digest[2:4]}/{digest}"]


def test_a_file_of_many_parts_arrives_whole(
    bucket: FakeS3, store: S3FileStore, elsewhere: S3FileStore
) -> None:
    content = os.urandom(1 << 20) * 19
    store.place(arrive(store, content))
    digest = hashlib.sha256(content).hexdigest()
    assert elsewhere.fetch(digest).read_bytes() == content


def test_the_same_bytes_are_uploaded_once(bucket: FakeS3, store: S3FileStore, elsewhere: S3FileStore) -> None:
    store.place(arrive(store, b"# Same"))
    elsewhere.place(arrive(elsewhere, b"# Same"))
    assert [method for method, _ in bucket.requests].count("PUT") == 1


def test_every_digest_is_listed_over_many_pages_and_strangers_are_not(
    bucket: FakeS3, store: S3FileStore
) -> None:
    digests = {store.place(arrive(store, f"# {number}".encode())).name for number in range(8)}
    bucket.objects |= {"mokuji/notes.txt": b"", f"other/{'0' * 64}": b"", f"mokuji/{'0' * 64}": b""}
    assert set(store.digests()) == digests
    assert all(store.modified(digest) > 1_000_000_000 for digest in digests)


def test_a_removed_file_is_gone_from_the_bucket_and_from_here(bucket: FakeS3, store: S3FileStore) -> None:
    digest = store.place(arrive(store, b"# Gone")).name
    assert store.remove(digest) is True
    assert (store.has(digest), bucket.objects, store.path_of(digest).exists()) == (False, {}, False)
    assert store.remove(digest) is False
    with pytest.raises(FileNotFoundError):
        store.fetch(digest)


def test_other_bytes_than_were_kept_are_never_handed_out(
    bucket: FakeS3, store: S3FileStore, elsewhere: S3FileStore
) -> None:
    digest = store.place(arrive(store, b"# Right")).name
    bucket.objects = dict.fromkeys(bucket.objects, b"# Wrong")
    with pytest.raises(Unavailable, match="other bytes"):
        elsewhere.fetch(digest)
    assert not elsewhere.path_of(digest).exists()
    assert not list((elsewhere.root / "incoming").iterdir())


@pytest.mark.parametrize(
    ("wrong", "mend"),
    [
        ({"secret": "not-it"}, "Check MOKUJI_STORAGE_KEY and MOKUJI_STORAGE_SECRET"),
        ({"key": "nobody"}, "Check MOKUJI_STORAGE_KEY and MOKUJI_STORAGE_SECRET"),
        ({"bucket": "other"}, "Make it, or check MOKUJI_STORAGE_URL"),
        ({"endpoint": f"http://127.0.0.1:{free_port()}"}, "Start it, or check MOKUJI_STORAGE_URL"),
    ],
)
def test_what_is_wrong_is_told_with_the_mend(
    tmp_path: Path, bucket: FakeS3, wrong: dict[str, str], mend: str
) -> None:
    with (
        closing(S3FileStore(tmp_path, address(bucket, **wrong))) as store,
        pytest.raises(Unavailable, match=mend) as told,
    ):
        store.check()
    assert "secret" not in str(told.value).casefold().replace("mokuji_storage_secret", "")


def test_a_good_bucket_is_told_to_be_well(store: S3FileStore) -> None:
    store.check()


def test_an_upload_that_the_bucket_refuses_leaves_the_file_where_it_was(
    bucket: FakeS3, store: S3FileStore
) -> None:
    bucket.answer = lambda method, key: (507, b"") if method == "PUT" else None
    incoming = arrive(store, b"# Full")
    with pytest.raises(Unavailable):
        store.place(incoming)
    assert incoming.path.exists()
    assert not store.path_of(incoming.sha256).exists()


def test_the_cache_gives_up_what_was_used_longest_ago_and_nothing_in_use(tmp_path: Path) -> None:
    for number in range(4):
        path = tmp_path / "ab" / "cd" / f"{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * 100)
        os.utime(path, (1000 + number, 1000 + number))
    (tmp_path / "ab" / "cd" / "3").touch()
    assert trim(tmp_path, most=250) == 2
    assert sorted(path.name for path in (tmp_path / "ab" / "cd").iterdir()) == ["2", "3"]
    assert trim(tmp_path, most=0) == 1
    assert (tmp_path / "ab" / "cd" / "3").exists()
