"""Zip archives: what is inside is unpacked, named and told; nothing in them does harm."""

from __future__ import annotations

import io
import stat
import wave
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, PasswordNeeded, TooLarge
from ingest.domain.parts import Part
from ingest.extract.protocol import Limits
from tests.support.containers import locked, nested, zipped

Unpack = Callable[..., Extraction]
BytesOf = Callable[[Part], bytes]


def by_path(extraction: Extraction) -> dict[str, Part]:
    return {part.path: part for part in extraction.parts}


def test_each_file_is_a_part_and_a_line_in_the_section_of_its_folder(
    unpack: Unpack, bytes_of: BytesOf
) -> None:
    found = unpack(
        zipped({"b/two.md": "# Two", "one.md": "# One", "b/c/three.txt": "Three."}), "my_stuff.zip"
    )
    assert [line.text for line in found.lines] == [
        "my stuff", "", "An archive of 3 files in 2 folders, 16 bytes unpacked.", "",
        "- one.md (5 bytes)", "", "b", "", "- two.md (5 bytes)", "", "b/c", "", "- three.txt (6 bytes)",
    ]  # fmt: skip
    assert [(hint.title, hint.level) for hint in found.hints.headings] == [
        ("my stuff", 1),
        ("b", 2),
        ("b/c", 3),
    ]
    part = by_path(found)["b/two.md"]
    assert found.lines[part.line - 1].text == "- two.md (5 bytes)"
    assert (bytes_of(part), part.media_type, part.modified) == (
        b"# Two",
        "text/markdown",
        "2024-05-31T14:00:00",
    )


def test_what_nothing_reads_is_named_with_the_reason_and_noted(unpack: Unpack, tmp_path: Path) -> None:
    found = unpack(zipped({"a.md": "# A", "x.png": b"\x89PNG\r\n\x1a\n" + bytes(50), "no.txt": b""}), "a.zip")
    assert by_path(found)["x.png"].file == ""
    assert found.lines[by_path(found)["x.png"].line - 1].text.startswith(
        "- x.png (58 bytes): not read. This is an image"
    )
    assert found.coverage.notes == ("2 of 3 files were not read (1 unsupported, 1 empty): x.png, no.txt.",)
    assert [path.name for path in (tmp_path / "parts").iterdir()] == [by_path(found)["a.md"].file]


def test_recordings_without_a_word_are_named_only(unpack: Unpack) -> None:
    sound = io.BytesIO()
    with wave.open(sound, "wb") as recording:
        recording.setparams((1, 2, 8000, 0, "NONE", "NONE"))
        recording.writeframes(bytes(16_000))
    part = by_path(unpack(zipped({"a.wav": sound.getvalue(), "a.md": "# A"}), "a.zip"))["a.wav"]
    assert (part.file, part.failure_code) == ("", "no-words")


def test_a_damaged_document_is_kept_for_a_person_to_see(unpack: Unpack) -> None:
    part = by_path(unpack(zipped({"a.md": "# A", "b.pdf": bytes(range(256)) * 9}), "a.zip"))["b.pdf"]
    assert part.file
    assert part.failure_code == "damaged"


def test_leftovers_and_links_are_counted_only(unpack: Unpack) -> None:
    out = io.BytesIO(zipped({"__MACOSX/._a": "x", ".DS_Store": "x", "a.md": "# A"}))
    with zipfile.ZipFile(out, "a") as archive:
        link = zipfile.ZipInfo("link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    found = unpack(out.getvalue(), "a.zip")
    assert by_path(found).keys() == {"a.md"}
    assert found.coverage.notes == (
        "2 files that systems or tools leave behind were left out.",
        "1 links and special files were left out.",
    )


def test_names_of_old_windows_archives_are_read(unpack: Unpack) -> None:
    data = zipped({"AAAAAA/BBBBBB.txt": "Text."})
    renamed = data.replace(b"AAAAAA", "資料集".encode("cp932")).replace(b"BBBBBB", "計画書".encode("cp932"))
    assert by_path(unpack(renamed, "a.zip")).keys() == {"資料集/計画書.txt"}


def test_a_file_that_is_broken_inside_harms_no_other(unpack: Unpack) -> None:
    data = zipped({"a.md": "# Alpha and omega", "b.md": "# B"}, method=zipfile.ZIP_STORED)
    found = by_path(unpack(data.replace(b"Alpha", b"Alphx"), "a.zip"))
    assert (found["a.md"].file, found["a.md"].failure_code) == ("", "damaged")
    assert found["b.md"].file


def test_an_encrypted_archive_asks_for_its_password(unpack: Unpack, bytes_of: BytesOf) -> None:
    data = locked({"a.md": b"# Secret\n", "b.md": b"# Other secret\n"}, "sesame")
    for password in (None, "wrong"):
        with pytest.raises(PasswordNeeded):
            unpack(data, "a.zip", password=password)


def test_the_right_password_opens_it(unpack: Unpack, bytes_of: BytesOf) -> None:
    found = by_path(unpack(locked({"a.md": b"# Secret\n"}, "sesame"), "a.zip", password="sesame"))
    assert bytes_of(found["a.md"]) == b"# Secret\n"


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(members=2), "more than 2 files"),
        (Limits(archive_bytes=1_000_000), "more than 1 MB"),
    ],
)
def test_limits_of_the_whole_refuse_it(unpack: Unpack, limits: Limits, words: str) -> None:
    with pytest.raises(TooLarge, match=words):
        unpack(zipped({f"{n}.txt": "x" * 500_000 for n in range(3)}), "a.zip", limits=limits)


def test_a_file_over_the_limit_of_one_is_named_only(unpack: Unpack) -> None:
    found = by_path(
        unpack(zipped({"big.txt": "x" * 5000, "a.md": "# A"}), "a.zip", limits=Limits(part_bytes=1000))
    )
    assert (found["big.txt"].file, found["big.txt"].failure_code) == ("", "too-large")
    assert found["a.md"].file


def test_a_bomb_is_refused_before_it_is_unpacked(unpack: Unpack, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="bombs"):
        unpack(zipped({"zeros": bytes(120_000_000)}), "a.zip")
    assert not list((tmp_path / "parts").iterdir())


def test_containers_at_the_third_level_are_named_only(unpack: Unpack) -> None:
    part = by_path(unpack(nested(2, {"a.md": "# A"}), "a.zip", nesting=3))["level2.zip"]
    assert part.file == ""
    assert "too deep" in part.failure


def test_without_a_folder_an_archive_is_listed_only(unpack: Unpack, tmp_path: Path) -> None:
    found = unpack(zipped({"a.md": "# A"}), "a.zip", unpack_to=None)
    assert [(part.path, part.size, part.file) for part in found.parts] == [("a.md", 3, "")]
    assert not list((tmp_path / "parts").iterdir())


def test_an_archive_without_files_is_empty(unpack: Unpack) -> None:
    with pytest.raises(EmptyFile):
        unpack(zipped({"folder/": ""}), "a.zip")


def test_what_is_no_zip_inside_is_damaged(unpack: Unpack) -> None:
    with pytest.raises(Damaged):
        unpack(b"PK\x03\x04" + bytes(range(200)) * 5, "a.zip")
