"""Reads an RTF file: checks its size, runs the reader over its tokens, gathers metadata and coverage."""

from __future__ import annotations

import re

from ingest.domain.document import Coverage, Extraction, Metadata
from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, TooLarge
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.domain.titles import is_junk_title
from ingest.extract.counted import counted
from ingest.extract.office_output import Output
from ingest.extract.paragraph_looks import believed
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.rtf.reader import RtfReader
from ingest.extract.rtf.styles import StyleSheet
from ingest.extract.rtf.tokens import tokens
from ingest.extract.rtf.writing import ParagraphWriter

_MOST_BYTES = 300_000_000
_KEYWORDS = re.compile(r"\s*[;,、，；]\s*")


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of an RTF file.

    Raises EmptyFile, NoTextLayer (pictures only), Damaged or TooLarge.
    """
    size = source.path.stat().st_size
    if not size:
        raise EmptyFile
    if size > min(_MOST_BYTES, limits.unpacked_bytes):
        raise TooLarge(f"The file has {size / 1e6:,.0f} MB. Remove its pictures, or save it as .docx.")
    data = source.path.read_bytes()
    if b"{\\rtf" not in data[:4096]:
        raise Damaged
    styles = StyleSheet()
    output = Output(limits.text_bytes)
    writer = ParagraphWriter(styles, output)
    reader = RtfReader(styles, writer)
    reader.read(tokens(data))
    progress(Progress(size, size, "byte"))
    if not any(line.text.strip() for line in output.lines):
        raise NoTextLayer if reader.pictures else EmptyFile
    notes: list[str] = []
    if reader.comments:
        notes.append(f"{counted(reader.comments, 'comment')} left out.")
    if data.count(b"{") > data.count(b"}") + data.count(b"\\{") + 1:
        notes.append("The file breaks off before its end. Save it again in its program.")
    return Extraction(
        lines=tuple(output.lines),
        hints=believed(output.headings, writer.paragraphs),
        metadata=_metadata(reader.info, writer.title),
        coverage=Coverage(
            invisible_characters=output.invisible, hidden_text=reader.hidden, notes=tuple(notes)
        ),
    )


def _metadata(info: dict[str, str], shown: str) -> Metadata:
    title = info.get("title")
    if shown and (not title or is_junk_title(title)):
        title = shown
    return Metadata(
        title=title,
        authors=tuple(name for name in re.split(r"\s*;\s*", info.get("author", "")) if name),
        keywords=tuple(dict.fromkeys(word for word in _KEYWORDS.split(info.get("keywords", "")) if word))[
            :20
        ],
        created=_moment(info.get("creatim")),
        modified=_moment(info.get("revtim")),
    )


def _moment(parts: str | None) -> str | None:
    """Return year, month, day, hour and minute as a date; None where they are none."""
    found = re.match(r"(\d{4}) (\d\d) (\d\d)(?: (\d\d) (\d\d))?", parts or "")
    if found is None or not (1 <= int(found[2]) <= 12 and 1 <= int(found[3]) <= 31):
        return None
    clock = f"T{found[4]}:{found[5]}" if found[4] else ""
    return f"{found[1]}-{found[2]}-{found[3]}{clock}"
