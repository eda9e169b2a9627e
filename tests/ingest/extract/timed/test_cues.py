from __future__ import annotations

from ingest.domain.document import MAX_CONVERTED_LINE, Extraction, Metadata, texts
from ingest.domain.outline import Provenance
from ingest.extract.timed.cues import Chapter, Cue, clock, compose


def made(cues: list[Cue], *chapters: Chapter) -> Extraction:
    return compose(cues, chapters, metadata=Metadata())


def seconds(extraction: Extraction) -> list[float | None]:
    return [line.place.seconds if line.place else None for line in extraction.lines]


def test_cues_become_paragraphs_that_know_their_second() -> None:
    cues = [
        Cue(1, 2, "The lamp"),
        Cue(2, 3, "burns."),
        Cue(10, 11, "Later."),
        Cue(11, 12, "灯"),
        Cue(12, 13, "塔"),
    ]
    extraction = made(cues)
    assert texts(extraction.lines) == ["The lamp burns.", "Later. 灯塔"]
    assert seconds(extraction) == [1, 10]
    assert extraction.named_by_file


def test_a_long_talk_is_cut_at_sentence_ends() -> None:
    cues = [Cue(n, n + 1, f"Sentence {n} about the lamps of the harbour.") for n in range(100)]
    lines = texts(made(cues).lines)
    assert all(line.endswith(".") and len(line) <= MAX_CONVERTED_LINE for line in lines)
    breathless = [Cue(n, n + 1, "words and words and words") for n in range(100)]
    extraction = made(breathless)
    assert all(len(line.text) <= MAX_CONVERTED_LINE for line in extraction.lines)
    assert seconds(extraction)[1] == 15


def test_chapters_are_sections() -> None:
    cues = [Cue(n * 10, n * 10 + 1, f"Said {n}.") for n in range(6)]
    extraction = made(cues, Chapter(20, "Second"), Chapter(5, "First"), Chapter(100, "Silent"))
    hints = extraction.hints.headings
    lines = texts(extraction.lines)
    assert [hint.title for hint in hints] == ["First", "Second", "Silent"]
    assert [lines[hint.line - 1] for hint in hints] == ["First", "Second", "Silent"]
    assert lines[0] == "Said 0."
    assert hints[0].provenance is Provenance.TIMECODE
    assert lines.index("Said 1.") < lines.index("Second") < lines.index("Said 2.")


def test_without_chapters_a_long_recording_is_cut_by_the_clock() -> None:
    extraction = made([Cue(n * 20, n * 20 + 5, "Words.") for n in range(90)])
    hints = extraction.hints.headings
    assert hints[0].title == "0:00–2:00"
    assert len(hints) == 15
    assert all(hint.confidence < 0.75 for hint in hints)
    assert made([Cue(0, 60, "Short.")]).hints.headings == ()


def test_a_new_speaker_begins_a_paragraph() -> None:
    cues = [
        Cue(0, 1, "Hello.", "Ann"),
        Cue(1, 2, "There.", "Ann"),
        Cue(2, 3, "Hi.", "Bob"),
        Cue(9, 10, "So.", "Bob"),
    ]
    assert texts(made(cues).lines) == ["Ann: Hello. There.", "Bob: Hi.", "So."]


def test_times_are_written_as_people_write_them() -> None:
    assert [clock(0), clock(65.9), clock(3_605)] == ["0:00", "1:05", "1:00:05"]
