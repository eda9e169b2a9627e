from __future__ import annotations

import hashlib
import os
import threading
from pathlib import Path

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.support.documents import arrive, make_user, register
from webapp.library import file_store
from webapp.library.file_store import LocalFileStore


@pytest.fixture
def kept(tmp_path: Path) -> LocalFileStore:
    return LocalFileStore(tmp_path / "files")


def write(store: LocalFileStore, *pieces: bytes) -> file_store.IncomingFile:
    writer = store.writer()
    for piece in pieces:
        writer.write(piece)
    return writer.finish()


def test_a_file_is_kept_under_its_digest(kept: LocalFileStore) -> None:
    incoming = write(kept, b"one ", b"two")
    path = kept.place(incoming)
    digest = hashlib.sha256(b"one two").hexdigest()
    assert path == kept.root / digest[:2] / digest[2:4] / digest
    assert path.read_bytes() == b"one two"
    assert incoming.size == 7
    assert not incoming.path.exists()


def test_the_same_bytes_are_one_file(kept: LocalFileStore) -> None:
    kept.place(write(kept, b"same"))
    kept.place(write(kept, b"same"))
    assert len(list(kept.digests())) == 1


def test_an_interrupted_write_leaves_nothing(kept: LocalFileStore) -> None:
    writer = kept.writer()
    writer.write(b"half")
    writer.discard()
    writer.discard()
    assert [path for path in kept.root.rglob("*") if path.is_file()] == []


def test_removing_a_file_removes_its_empty_folders(kept: LocalFileStore) -> None:
    incoming = write(kept, b"gone")
    kept.place(incoming)
    assert kept.remove(incoming.sha256)
    assert not kept.remove(incoming.sha256)
    assert [path.name for path in kept.root.iterdir()] == [file_store.INCOMING]


@given(st.text(max_size=80))
def test_only_a_digest_becomes_a_path(name: str) -> None:
    store = LocalFileStore(Path("root"))
    if len(name) == 64 and all(c in "0123456789abcdef" for c in name):
        assert store.path_of(name).name == name
    else:
        with pytest.raises(ValueError, match="no SHA-256"):
            store.path_of(name)


def test_what_arrived_half_long_ago_is_removed(kept: LocalFileStore) -> None:
    old, young = write(kept, b"old"), write(kept, b"young")
    os.utime(old.path, (1, 1))
    assert kept.remove_stale_incoming() == 1
    assert young.path.exists()
    assert not old.path.exists()


@pytest.mark.django_db
def test_a_file_that_a_revision_names_is_not_removed() -> None:
    user = make_user()
    used = register(user, b"# used").document.sha256
    stray = file_store.store().place(arrive(b"nobody names me")).name
    assert file_store.remove_unreferenced([used, stray, used]) == 1
    assert file_store.path_of(used).exists()
    assert not file_store.path_of(stray).exists()


@pytest.mark.django_db(transaction=True)
def test_a_file_is_not_removed_under_a_revision_that_is_just_coming() -> None:
    asking, answered = threading.Event(), threading.Event()

    def remove(sha256: str) -> None:
        asking.set()
        file_store.remove_unreferenced([sha256])
        answered.set()
        connection.close()

    with transaction.atomic():
        used = register(make_user(), b"# coming").document.sha256
        other = threading.Thread(target=remove, args=(used,))
        other.start()
        assert asking.wait(10)
        assert not answered.wait(0.3)
    other.join(30)
    assert answered.is_set()
    assert file_store.path_of(used).exists()


@pytest.mark.django_db(transaction=True)
def test_what_comes_and_goes_while_files_are_kept_goes_in_the_end() -> None:
    user = make_user()
    stays, goes = register(user, b"# stays").document, register(user, b"# goes").document
    with file_store.keeping_files():
        visits = register(user, b"# comes and goes").document
        for document in (goes, visits):
            sha256 = document.sha256
            document.delete()
            assert file_store.remove_unreferenced([sha256]) == 0
            assert file_store.path_of(sha256).exists()
    left = [document.sha256 for document in (stays, goes, visits) if file_store.store().has(document.sha256)]
    assert left == [stays.sha256]


@pytest.mark.django_db
def test_orphans_and_missing_files_are_found() -> None:
    user = make_user()
    named = register(user, b"# named, then lost").document.sha256
    file_store.path_of(named).unlink()
    stray = file_store.store().place(arrive(b"an orphan")).name
    assert stray not in file_store.orphans()
    assert stray in file_store.orphans(older_than=-1)
    assert file_store.missing() == [named]
    file_store.store().remove(stray)


def test_what_a_dead_process_left_unpacked_is_removed_by_its_age(kept: LocalFileStore) -> None:
    old, young = kept.unpacking_folder("1"), kept.unpacking_folder("2")
    (old / "0").write_bytes(b"a part")
    os.utime(old, (1, 1))
    kept.remove_unpacked(older_than=60)
    assert (old.exists(), young.exists()) == (False, True)
    kept.remove_unpacked()
    assert not young.exists()


def test_what_was_unpacked_is_measured_anew_and_links_are_not_followed(
    kept: LocalFileStore, tmp_path: Path
) -> None:
    folder = kept.unpacking_folder("7")
    (folder / "0").write_bytes(b"a part")
    measured = file_store.measured(folder / "0")
    assert (measured.sha256, measured.size) == (hashlib.sha256(b"a part").hexdigest(), 6)
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / "1").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match="symbolic"):
        file_store.measured(folder / "1")


def test_an_unpacking_folder_begins_empty_and_all_of_them_can_go(kept: LocalFileStore) -> None:
    (kept.unpacking_folder("7") / "left").write_bytes(b"x")
    assert not list(kept.unpacking_folder("7").iterdir())
    kept.remove_unpacked()
    assert not (kept.root / "unpacked").exists()
    assert list(kept.digests()) == []
