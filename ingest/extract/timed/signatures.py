"""Which recording a file is, by its first bytes."""

from __future__ import annotations

from ingest.domain.formats import ASF, AVI, FLAC, MATROSKA, MP3, MP4, MP4_AUDIO, OGG, QUICKTIME, WAV, WEBM

_PICTURES = (b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1", b"avif", b"avis", b"crx ")
_AUDIO_BRANDS = (b"M4A ", b"M4B ", b"M4P ")
_AUDIO_ENDINGS = frozenset({"m4a", "m4b", "aac"})
_MPEG_AUDIO = (b"\xff\xfb", b"\xff\xfa", b"\xff\xf3", b"\xff\xf2", b"\xff\xe3")
_BY_START = (
    (b"OggS", OGG),
    (b"ID3", MP3),
    (b"fLaC", FLAC),
    (b"0&\xb2u\x8ef\xcf\x11", ASF),
)


def recording_type(head: bytes, ending: str) -> str | None:
    """Return the media type of an audio or video file, None for anything else."""
    if head[4:8] == b"ftyp":
        return _by_brand(head[8:12], ending)
    if head.startswith(b"\x1aE\xdf\xa3"):
        return WEBM if b"webm" in head[:128] else MATROSKA
    if head.startswith(b"RIFF"):
        return {b"WAVE": WAV, b"AVI ": AVI}.get(head[8:12])
    if head.startswith(_MPEG_AUDIO) and ending == "mp3":
        return MP3
    return next((media_type for start, media_type in _BY_START if head.startswith(start)), None)


def _by_brand(brand: bytes, ending: str) -> str | None:
    if brand in _PICTURES:
        return None
    if brand in _AUDIO_BRANDS or ending in _AUDIO_ENDINGS:
        return MP4_AUDIO
    return QUICKTIME if brand == b"qt  " else MP4
