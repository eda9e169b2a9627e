from __future__ import annotations

import pytest

from ingest.domain.formats import AVI, FLAC, MATROSKA, MP3, MP4, MP4_AUDIO, OGG, QUICKTIME, WAV, WEBM
from ingest.extract.timed.signatures import recording_type


@pytest.mark.parametrize(
    ("head", "ending", "expected"),
    [
        (b"\x00\x00\x00\x20ftypisom", "", MP4),
        (b"\x00\x00\x00\x20ftypM4A ", "mp4", MP4_AUDIO),
        (b"\x00\x00\x00\x20ftypisom", "m4a", MP4_AUDIO),
        (b"\x00\x00\x00\x14ftypqt  ", "mov", QUICKTIME),
        (b"\x00\x00\x00\x20ftypavif", "avif", None),
        (b"\x1aE\xdf\xa3\x01\x00B\x82\x84webm", "webm", WEBM),
        (b"\x1aE\xdf\xa3\x01\x00B\x82\x88matroska", "", MATROSKA),
        (b"OggS\x00", "", OGG),
        (b"ID3\x04", "", MP3),
        (b"\xff\xfb\x90", "mp3", MP3),
        (b"\xff\xfb\x90", "bin", None),
        (b"fLaC", "", FLAC),
        (b"RIFF\x00\x00\x00\x00WAVE", "", WAV),
        (b"RIFF\x00\x00\x00\x00AVI ", "", AVI),
        (b"RIFF\x00\x00\x00\x00WEBP", "", None),
        (b"%PDF-1.7", "mp4", None),
    ],
)
def test_recordings_are_known_by_their_first_bytes(head: bytes, ending: str, expected: str | None) -> None:
    assert recording_type(head + bytes(200), ending) == expected
