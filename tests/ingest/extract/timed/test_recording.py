from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import pytest

from ingest.domain.document import Extraction, texts
from ingest.domain.errors import Damaged, NoWords
from ingest.domain.formats import FLAC, MATROSKA, MP3, MP4, MP4_AUDIO, OGG, WAV, WEBM
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.timed.recording import extract

MILLISECOND = Fraction(1, 1000)
CUES = ((1_000, 2_000, "Hello <i>there</i>."), (2_000, 4_000, "The lamp burns."), (9_000, 9_500, "灯台。"))


def record(
    path: Path,
    container: str,
    *,
    subtitles: Sequence[tuple[str, str]] = (),
    chapters: Sequence[tuple[int, str]] = (),
    sound: str = "",
    **said: str,
) -> Path:
    """Write a recording: subtitles as (codec, language), chapters as (milliseconds, title), silence as sound."""
    with av.open(path, "w", format=container) as out:
        audio = out.add_stream(sound, rate=48_000) if sound else None
        streams = []
        for codec, language in subtitles:
            stream = out.add_mux_stream(codec)
            stream.time_base = MILLISECOND
            stream.metadata["language"] = language
            streams.append((stream, codec))
        out.metadata.update(said)
        out.set_chapters(
            [
                {"id": n, "start": at, "end": at + 1, "time_base": MILLISECOND, "metadata": {"title": title}}
                for n, (at, title) in enumerate(chapters)
            ]
        )
        if isinstance(audio, av.AudioStream):
            silence(out, audio)
        for start, end, text in CUES:
            for stream, codec in streams:
                packet = av.Packet(packed(text, codec, start))
                packet.stream, packet.time_base = stream, MILLISECOND
                packet.pts = packet.dts = start
                packet.duration = end - start
                out.mux(packet)
    return path


def silence(out: av.container.OutputContainer, audio: av.AudioStream) -> None:
    frame = av.AudioFrame(format=audio.format.name, layout="stereo", samples=1_152)
    frame.rate = 48_000
    for plane in frame.planes:
        plane.update(bytes(plane.buffer_size))
    for number in range(20):
        frame.pts, frame.time_base = number * 1_152, Fraction(1, 48_000)
        out.mux(audio.encode(frame))
    out.mux(audio.encode(None))


def packed(text: str, codec: str, start: int) -> bytes:
    data = text.encode()
    if codec == "mov_text":
        return len(data).to_bytes(2, "big") + data
    return f"{start},0,Default,,0,0,0,,{{\\an8}}{text}".encode() if codec == "ass" else data


def read(path: Path, media_type: str) -> Extraction:
    return extract(SourceFile(path, "talk", media_type), limits=Limits())


@pytest.mark.parametrize(
    ("container", "codec", "media_type"),
    [
        ("matroska", "subrip", MATROSKA),
        ("matroska", "ass", MATROSKA),
        ("webm", "webvtt", WEBM),
        ("mp4", "mov_text", MP4),
    ],
)
def test_subtitles_are_the_text_and_chapters_the_sections(
    tmp_path: Path, container: str, codec: str, media_type: str
) -> None:
    path = record(
        tmp_path / "file",
        container,
        subtitles=[(codec, "eng")],
        chapters=[(0, "First"), (2_000, "Second")],
        sound="aac" if container == "mp4" else "",
        title="Harbour talk",
        artist="Ada Byron",
    )
    extraction = read(path, media_type)
    assert texts(extraction.lines) == [
        "First",
        "",
        "Hello there.",
        "",
        "Second",
        "",
        "The lamp burns.",
        "灯台。",
    ]
    assert [line.place.seconds for line in extraction.lines if line.text and line.place] == [0, 1, 2, 2, 9]
    assert [(hint.line, hint.title) for hint in extraction.hints.headings] == [(1, "First"), (5, "Second")]
    said = extraction.metadata
    assert (said.title, said.authors, said.language) == ("Harbour talk", ("Ada Byron",), "en")
    assert extraction.coverage.notes == ()


def test_further_languages_are_named(tmp_path: Path) -> None:
    path = record(tmp_path / "file", "matroska", subtitles=[("subrip", "jpn"), ("subrip", "fre")])
    extraction = read(path, MATROSKA)
    assert len(extraction.lines) == 2
    assert extraction.coverage.notes == ("Further subtitles are left out: fr.",)


@pytest.mark.parametrize(
    ("container", "sound", "media_type"),
    [("mp3", "mp3", MP3), ("ipod", "aac", MP4_AUDIO)],
)
def test_chapters_alone_are_a_document_that_says_what_is_missing(
    tmp_path: Path, container: str, sound: str, media_type: str
) -> None:
    path = record(tmp_path / "file", container, sound=sound, chapters=[(0, "First"), (5_000, "灯台")])
    extraction = read(path, media_type)
    assert [hint.title for hint in extraction.hints.headings] == ["First", "灯台"]
    assert any("no subtitles" in note for note in extraction.coverage.notes)


@pytest.mark.parametrize(("container", "media_type"), [("flac", FLAC), ("ogg", OGG)])
def test_a_description_is_text_and_may_list_chapters(tmp_path: Path, container: str, media_type: str) -> None:
    about = "All about the lamps of the harbour.\n0:00 Start\n1:05 - Lamps\n1:00:00 End"
    extraction = read(record(tmp_path / "file", container, sound="flac", description=about), media_type)
    lines = texts(extraction.lines)
    assert lines[0] == "All about the lamps of the harbour."
    assert [(lines[hint.line - 1], hint.title) for hint in extraction.hints.headings] == [
        ("Start", "Start"),
        ("Lamps", "Lamps"),
        ("End", "End"),
    ]


def test_a_recording_without_words_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoWords, match=r"\.srt"):
        read(record(tmp_path / "file", "wav", sound="pcm_s16le", title="Talk"), WAV)


@pytest.mark.parametrize("media_type", [MATROSKA, MP4, MP3, OGG, WAV])
def test_what_cannot_be_opened_is_damaged(tmp_path: Path, media_type: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\x1aE\xdf\xa3" + b"#EXTM3U\nfile:///etc/hosts\n" * 20)
    with pytest.raises((Damaged, NoWords)):
        read(path, media_type)


def test_a_recording_that_ends_too_soon_gives_what_there_is(tmp_path: Path) -> None:
    path = record(tmp_path / "file", "matroska", subtitles=[("subrip", "eng")], chapters=[(0, "First")])
    path.write_bytes(path.read_bytes()[:-40])
    assert any("Hello there." in line for line in texts(read(path, MATROSKA).lines))
