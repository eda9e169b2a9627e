"""Tar archives, plain and packed."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, TooLarge
from ingest.domain.parts import Part
from ingest.extract.protocol import Limits
from tests.support.containers import tarred

Unpack = Callable[..., Extraction]
BytesOf = Callable[[Part], bytes]


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_is_read_however_it_is_packed(unpack: Unpack, bytes_of: BytesOf, mode: str) -> None:
    found = unpack(tarred({"a/x.md": b"# X", "../up.txt": b"Up."}, mode=mode), "things.tar.gz")
    assert {part.path: bytes_of(part) for part in found.parts} == {"a/x.md": b"# X", "up.txt": b"Up."}
    assert found.metadata.title == "things"


def test_links_and_devices_are_left_out(unpack: Unpack) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("soft", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE), ("dev", tarfile.CHRTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("real.md")
        info.size = 3
        archive.addfile(info, io.BytesIO(b"# R"))
    found = unpack(out.getvalue(), "a.tar")
    assert [part.path for part in found.parts] == ["real.md"]
    assert found.coverage.notes == ("3 links and special files were left out.",)


def test_what_came_before_a_break_is_kept_and_the_break_is_said(unpack: Unpack) -> None:
    data = tarred({"a.md": b"# A" * 400, "b.md": b"# B" * 9000}, mode="w")
    found = unpack(data[:8000], "a.tar")
    assert found.parts[0].file
    assert found.parts[1].failure_code == "damaged"


def test_a_packed_bomb_is_refused(unpack: Unpack) -> None:
    with pytest.raises(TooLarge, match="bombs"):
        unpack(tarred({"zeros": bytes(110_000_000)}), "a.tgz")


def test_a_size_that_is_only_claimed_is_refused_as_well(unpack: Unpack) -> None:
    info = tarfile.TarInfo("huge")
    info.size = 1 << 50
    with pytest.raises(TooLarge):
        unpack(info.tobuf() + bytes(1024), "a.tar")


def test_folders_without_end_are_refused(unpack: Unpack) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for number in range(60):
            info = tarfile.TarInfo(f"d{number}")
            info.type = tarfile.DIRTYPE
            archive.addfile(info)
    with pytest.raises(TooLarge):
        unpack(out.getvalue(), "a.tgz", limits=Limits(members=5))


def test_a_tar_that_begins_in_nonsense_is_damaged(unpack: Unpack) -> None:
    data = bytearray(tarred({"a.md": b"# A"}, mode="w"))
    data[148:156] = b"notoctal"
    with pytest.raises(Damaged):
        unpack(bytes(data), "a.tar")
