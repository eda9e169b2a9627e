"""Audio and video: their chapters, subtitles and description. Nothing is decoded, and no other file is opened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import av

from ingest.domain.cleaning import clean
from ingest.domain.document import (
    MAX_CONVERTED_LINE,
    Coverage,
    Extraction,
    HeadingHint,
    Hints,
    Line,
    Metadata,
)
from ingest.domain.errors import Damaged, NoWords, TooLarge
from ingest.domain.formats import ASF, AVI, FLAC, MATROSKA, MP3, MP4, MP4_AUDIO, OGG, QUICKTIME, WAV, WEBM
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.timed.cues import Chapter, Cue, compose
from ingest.extract.timed.subtitles import plain
from ingest.extract.wrapping import wrap

_DEMUXERS = {
    ASF: "asf",
    AVI: "avi",
    FLAC: "flac",
    MATROSKA: "matroska",
    MP3: "mp3",
    MP4: "mov",
    MP4_AUDIO: "mov",
    OGG: "ogg",
    QUICKTIME: "mov",
    WAV: "wav",
    WEBM: "matroska",
}
"""The one reader of each kind: a playlist that names other files is never one of them."""

_TEXT_CODECS = frozenset({"srt", "subrip", "text", "mov_text", "webvtt", "ass", "ssa"})
_SAYING = re.compile(
    r"^(?:description|comment|synopsis|lyrics|unsyncedlyrics|summary|ldes|desc)(?:-|$)", re.I
)
_TIME_LINE = re.compile(r"^\W{0,3}(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\W{1,4}(\S.*)$")
_OVERRIDE = re.compile(r"\{[^{}]{0,200}\}")
_LANGUAGES = {
    "eng": "en", "jpn": "ja", "zho": "zh", "chi": "zh", "kor": "ko", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr",
    "spa": "es", "ita": "it", "por": "pt", "rus": "ru", "nld": "nl", "dut": "nl", "ukr": "uk", "ara": "ar", "hin": "hi",
    "pol": "pl", "tur": "tr", "vie": "vi", "swe": "sv", "tha": "th",
}  # fmt: skip
_SILENT = (
    "It has no subtitles: what is said in it is not part of the text. Add a subtitle file (.srt or .vtt)."
)
_NO_TEXT = (
    "No text: it has neither subtitles nor chapters. Add a transcript or a subtitle file (.srt or .vtt)."
)
_PICTURED = "Its subtitles are pictures, which cannot be read. Add a subtitle file (.srt or .vtt)."


@dataclass(slots=True)
class _Track:
    """The subtitles of one language. is_default: the file asks players to show it."""

    language: str
    is_default: bool
    cues: list[Cue] = field(default_factory=list)


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return what a recording holds in words.

    Raises NoWords where that is nothing, Damaged where it cannot be opened.
    """
    progress(Progress(0, 1, "file"))
    try:
        with (
            source.path.open("rb") as file,
            av.open(file, "r", format=_DEMUXERS[source.media_type]) as container,
        ):
            said = _said(container)
            chapters = list(_chapters(container.chapters()))
            tracks, has_pictures = _tracks(container, limits)
    except (av.FFmpegError, ValueError, UnicodeDecodeError) as error:
        raise Damaged("Damaged: the recording cannot be opened. Save it again in its program.") from error
    progress(Progress(1, 1, "file"))
    track = _best(tracks)
    about = [text for key, text in said.items() if _SAYING.match(key) and text.strip()]
    chapters = chapters or _chapters_in("\n".join(about))
    metadata = _metadata(said, track.language if track else None)
    if not track:
        if not chapters and not any(len(text.split()) > 3 for text in about):
            raise NoWords(_PICTURED if has_pictures else _NO_TEXT)
        coverage = Coverage(notes=(_PICTURED if has_pictures else _SILENT,))
        return _introduced(compose((), chapters, metadata=metadata, coverage=coverage), about)
    others = sorted({other.language or "?" for other in tracks if other is not track and other.cues})
    notes = (f"Further subtitles are left out: {', '.join(others)}.",) if others else ()
    return compose(track.cues, chapters, metadata=metadata, coverage=Coverage(notes=notes))


def _said(container: av.container.InputContainer) -> dict[str, str]:
    """Return what the file says of itself; some formats keep it with their sound."""
    said: dict[str, str] = {}
    for words in (container.metadata, *(stream.metadata for stream in container.streams.audio[:1])):
        for key, value in words.items():
            said.setdefault(key.lower(), clean(value).text)
    return said


def _chapters(entries: Sequence[Mapping[str, Any]]) -> Iterator[Chapter]:
    for number, entry in enumerate(entries, start=1):
        title = clean(str(entry["metadata"].get("title") or "")).text.strip()
        yield Chapter(float(entry["start"] * entry["time_base"]), title or f"Chapter {number}")


def _chapters_in(text: str) -> list[Chapter]:
    """Return the chapters that a description lists, one a line with its time, from the beginning on."""
    found = []
    for line in text.split("\n"):
        match = _TIME_LINE.match(line.strip()[:400])
        if match:
            seconds = int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])
            found.append(Chapter(seconds, match[4].strip()))
    rising = all(one.start < two.start for one, two in pairwise(found))
    return found if len(found) > 1 and found[0].start == 0 and rising else []


def _tracks(container: av.container.InputContainer, limits: Limits) -> tuple[list[_Track], bool]:
    """Return the subtitles of every language, and whether some are pictures."""
    tracks: dict[int, _Track] = {}
    streams = []
    has_pictures = False
    for stream in container.streams.subtitles:
        if stream.codec_context and stream.codec_context.name in _TEXT_CODECS:
            streams.append(stream)
            default = bool(stream.disposition & av.stream.Disposition.default)
            tracks[stream.index] = _Track(
                _LANGUAGES.get(stream.language or "", stream.language or ""), default
            )
        else:
            has_pictures = True
    room = limits.text_bytes
    for packet in container.demux(streams) if streams else ():
        if packet.pts is None or not packet.size or packet.time_base is None:
            continue
        room -= packet.size
        if room < 0:
            raise TooLarge(f"Its subtitles pass the limit of {limits.text_bytes / 1e6:,.0f} MB.")
        text = _text(bytes(packet), packet.stream.codec_context.name)
        if text:
            start = float(packet.pts * packet.time_base)
            end = start + float((packet.duration or 0) * packet.time_base)
            tracks[packet.stream.index].cues.append(Cue(max(start, 0.0), max(end, 0.0), text))
    return list(tracks.values()), has_pictures


def _text(data: bytes, codec: str) -> str:
    """Return the words of a packet in one of the formats of text."""
    if codec == "mov_text":
        data = data[2 : 2 + int.from_bytes(data[:2], "big")]
    text = data.decode("utf-8", "replace").replace("\r", "")
    if codec in ("ass", "ssa"):
        text = _OVERRIDE.sub("", text.split(",", 8)[-1]).replace("\\N", "\n").replace("\\n", "\n")
    lines = (plain(clean(line).text) for line in text.split("\n"))
    return " ".join(line for line in lines if line)


def _best(tracks: Sequence[_Track]) -> _Track | None:
    """Return the fullest track, or the one that players show if it is nearly as full."""
    full = [track for track in tracks if track.cues]
    if not full:
        return None
    most = max(len(track.cues) for track in full)
    return max(full, key=lambda track: (track.is_default and len(track.cues) * 2 >= most, len(track.cues)))


def _metadata(said: Mapping[str, str], language: str | None) -> Metadata:
    people = (said.get(key, "") for key in ("artist", "author", "composer", "album_artist"))
    date = said.get("date") or said.get("creation_time", "")[:10]
    return Metadata(
        title=said.get("title") or None,
        authors=tuple(dict.fromkeys(name for name in people if name))[:2],
        language=language or None,
        created=date if re.fullmatch(r"\d{4}(?:-\d{2}-\d{2})?", date) else None,
    )


def _introduced(extraction: Extraction, about: Sequence[str]) -> Extraction:
    """Return a recording without subtitles with what its description says before the chapters."""
    lines = [
        Line(piece)
        for text in about
        for line in text.replace("\r", "").split("\n")
        for piece in wrap(line.strip(), MAX_CONVERTED_LINE)
    ]
    shift = len(lines) + 1 if lines and extraction.lines else len(lines)
    gap = [Line("")] if shift > len(lines) else []
    moved = tuple(
        HeadingHint(hint.line + shift, hint.level, hint.title, hint.provenance, hint.confidence)
        for hint in extraction.hints.headings
    )
    return Extraction(
        lines=(*lines, *gap, *extraction.lines),
        hints=Hints(headings=moved),
        metadata=extraction.metadata,
        coverage=extraction.coverage,
        named_by_file=True,
    )
