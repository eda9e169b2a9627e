from __future__ import annotations

from pathlib import Path

import pytest

from ingest.domain.document import Extraction, texts
from ingest.domain.errors import EmptyFile
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.timed.subtitles import extract, parse_cues


def read(tmp_path: Path, text: str) -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    return extract(SourceFile(path, "talk.srt", "application/x-subrip"), limits=Limits())


def test_subrip_is_read(tmp_path: Path) -> None:
    text = """1
00:00:01,000 --> 00:00:02,500
<i>The lamp</i> burns
{\\an8}all night.

2
01:02:03,040 --> 01:02:05,000
ランプ &amp; 灯台

3
01:02:06,000 --> 01:02:07,000
12
"""
    extraction = read(tmp_path, text)
    assert [line for line in texts(extraction.lines) if line][1::2] == [
        "The lamp burns all night.",
        "ランプ & 灯台 12",
    ]
    cues = list(parse_cues(text.split("\n")))
    assert [(cue.start, cue.end, cue.text) for cue in cues] == [
        (1.0, 2.5, "The lamp burns all night."),
        (3723.04, 3725.0, "ランプ & 灯台"),
        (3726.0, 3727.0, "12"),
    ]


def test_webvtt_is_read_with_its_title_and_speakers(tmp_path: Path) -> None:
    text = """WEBVTT - Harbour talk
Kind: captions
Language: de

NOTE not said

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start position:0%
<v.loud Ann>Hello <c.x>there</c>

00:02.000 --> 00:03.000
<v Bob>Hi.
"""
    extraction = read(tmp_path, text)
    assert texts(extraction.lines) == ["Ann: Hello there", "Bob: Hi."]
    assert (extraction.metadata.title, extraction.metadata.language) == ("Harbour talk", "de")


def test_lines_that_roll_on_are_said_once() -> None:
    text = """00:01.000 --> 00:02.000
one

00:02.000 --> 00:03.000
one
two

00:03.000 --> 00:04.000
two
three
"""
    assert [cue.text for cue in parse_cues(text.split("\n"))] == ["one", "two", "three"]


def test_a_file_of_chapters_gives_sections(tmp_path: Path) -> None:
    text = "WEBVTT\nKind: chapters\n\n00:00.000 --> 01:00.000\nIntro\n\n01:00.000 --> 02:00.000\nThe lamp\n"
    extraction = read(tmp_path, text)
    assert [hint.title for hint in extraction.hints.headings] == ["Intro", "The lamp"]


def test_names_before_a_colon_are_speakers_when_they_return(tmp_path: Path) -> None:
    rows = [
        "Ann: One.",
        "Bob: Two.",
        "and more",
        "Ann: Three.",
        "Bob: Four.",
        "Ann: Five.",
        "Bob: Six: seven.",
    ]
    text = "\n".join(f"00:0{n}.000 --> 00:0{n + 1}.000\n{row}\n" for n, row in enumerate(rows))
    assert texts(read(tmp_path, text).lines) == [
        "Ann: One.",
        "Bob: Two. and more",
        "Ann: Three.",
        "Bob: Four.",
        "Ann: Five.",
        "Bob: Six: seven.",
    ]
    once = "00:01.000 --> 00:02.000\nNote: this is said.\n"
    assert texts(read(tmp_path, once).lines) == ["Note: this is said."]


def test_a_file_without_times_stays_text(tmp_path: Path) -> None:
    extraction = read(tmp_path, "only words\nin it\n")
    assert texts(extraction.lines) == ["only words", "in it"]
    assert extraction.coverage.notes


def test_cues_without_words_are_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        read(tmp_path, "1\n00:00:01,000 --> 00:00:02,000\n<i></i>\n")


def test_hostile_text_ends_in_time(tmp_path: Path) -> None:
    assert read(tmp_path, "00:01.000 --> 00:02.000\n" + "<" * 100_000 + "\n\n" + "a:" * 50_000)
    assert read(tmp_path, "00:01.000 --> 00:02.000\nx\n\n" * 5_000)
