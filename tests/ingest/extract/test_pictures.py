"""Pictures are read like scans."""

from __future__ import annotations

import pytest

from ingest.domain.errors import NoTextLayer, Unsupported
from ingest.extract import pictures
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect
from tests.support.scans import Told, needs_ocr, picture


@needs_ocr
def test_a_picture_gives_its_lines_with_boxes(tmp_path):
    path = picture(tmp_path / "a.png", [("Tide tables", 20)])
    source = SourceFile(path, "a.png", "image/png", recognise=True)
    told = Told([[("Tide tables", 60, 70, 20)]])
    found = pictures.extract(source, limits=Limits(), recogniser=told)
    assert [line.text for line in found.lines] == ["Tide tables"]
    place = found.lines[0].place
    assert place is not None
    assert place.page == 1
    assert place.box is not None


def test_without_recognition_a_picture_names_the_mend(tmp_path):
    path = picture(tmp_path / "a.png", [("Tide tables", 20)])
    with pytest.raises(NoTextLayer, match=r"mokuji\[ocr\]"):
        pictures.extract(SourceFile(path, "a.png", "image/png"), limits=Limits())


@pytest.mark.parametrize(
    ("head", "media_type"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "image/png"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"),
        (b"II*\x00\x08\x00\x00\x00\x00", "image/tiff"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 \x00", "image/webp"),
        (b"BM" + b"\x00" * 12 + b"\x28\x00\x00\x00", "image/bmp"),
        (b"GIF89a\x01\x00\x00\x01", "image/gif"),
    ],
)
def test_pictures_are_documents_only_where_they_can_be_recognised(tmp_path, head, media_type):
    path = tmp_path / "a.bin"
    path.write_bytes(head + bytes(range(256)))
    assert detect(path, "a.bin", pictures=True) == media_type
    with pytest.raises(Unsupported, match=r"mokuji\[ocr\]"):
        detect(path, "a.bin")
