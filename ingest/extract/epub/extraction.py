"""Reads an e-book: opens the container, reads the chapters in order and lays the navigation over them."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as changed

from ingest.domain.document import Coverage, Extraction, HeadingHint, Hints, Line, Place
from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, TooLarge
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.counted import counted
from ingest.extract.epub.book import Book, open_book
from ingest.extract.epub.chapters import Chapter, ChapterReader
from ingest.extract.epub.navigation import read_navigation
from ingest.extract.epub.placing import BookText, place
from ingest.extract.epub.sheet_files import SheetFiles
from ingest.extract.html.extraction import UNFOLLOWED
from ingest.extract.opc import Package
from ingest.extract.protocol import Limits, SourceFile


@dataclass(slots=True)
class _Counts:
    """What there is to say about the chapters together."""

    invisible: int = 0
    hidden: int = 0
    unfollowed: int = 0
    flattened: int = 0
    unreadable: int = 0
    only_pictures: int = 0
    replaced: int = 0


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of an e-book.

    Raises Unsupported where it is protected, NoTextLayer where it holds pictures only, Damaged, EmptyFile or
    TooLarge.
    """
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes) as package:
        book = open_book(package)
        if len(book.spine) > limits.pages:
            raise TooLarge(
                f"The book has {len(book.spine):,} chapters, the limit is {limits.pages:,}. Split it."
            )
        text, counts = _read(package, book, limits, progress)
        entries = read_navigation(package, book)
    if not any(line.text.strip() for line in text.lines):
        raise NoTextLayer if counts.only_pictures or book.pictures else EmptyFile
    lines, headings = place(text, entries, book.metadata.title or "")
    return Extraction(
        lines=tuple(lines),
        hints=Hints(headings=tuple(headings)),
        metadata=book.metadata,
        coverage=Coverage(
            invisible_characters=counts.invisible,
            hidden_text=counts.hidden,
            notes=tuple(_notes(book, counts)),
        ),
    )


def _read(package: Package, book: Book, limits: Limits, progress: ProgressSink) -> tuple[BookText, _Counts]:
    text, counts = BookText(), _Counts()
    reader = ChapterReader(frozenset(item.path for item in book.spine), SheetFiles(package).text_of)
    room = limits.text_bytes
    for number, item in enumerate(book.spine, start=1):
        try:
            chapter = reader.read(item.path, package.data(item.path))
        except Damaged:
            counts.unreadable += 1
            continue
        room -= sum(len(line) + 1 for line in chapter.lines)
        if room < 0:
            raise TooLarge("The text of the book is larger than the limit. Split it.")
        _append(text, chapter)
        _count(counts, chapter)
        progress(Progress(number, len(book.spine), "chapter"))
    return text, counts


def _append(text: BookText, chapter: Chapter) -> None:
    """Add a chapter to the book, a blank line between it and the one before."""
    near = Place(part=chapter.path)
    if text.lines and text.lines[-1].text and chapter.lines:
        text.lines.append(Line("", near))
    start = len(text.lines)
    text.lines += [Line(line, near) for line in chapter.lines]
    text.starts[chapter.path], text.ends[chapter.path] = start, len(text.lines)
    text.titles[chapter.path] = chapter.title
    text.headings += [_moved(hint, start) for hint in chapter.headings]
    for name, before in chapter.anchors.items():
        text.anchors[(chapter.path, name)] = start + before


def _moved(hint: HeadingHint, by: int) -> HeadingHint:
    return changed(hint, line=hint.line + by)


def _count(counts: _Counts, chapter: Chapter) -> None:
    counts.invisible += chapter.invisible
    counts.hidden += chapter.hidden
    counts.unfollowed += chapter.unfollowed
    counts.flattened += chapter.flattened
    counts.replaced += chapter.replaced
    counts.only_pictures += bool(chapter.pictures) and not any(line.strip() for line in chapter.lines)


def _notes(book: Book, counts: _Counts) -> list[str]:
    """Return a sentence for everything that was left out."""
    pictures = counts.only_pictures + book.pictures
    few = len(book.spine) < 3
    found = {
        f"{counted(pictures, 'page')} of pictures only: no text there.": pictures > 1 or (pictures and few),
        f"{counted(counts.unreadable, 'damaged chapter')} left out. Download the book again.": counts.unreadable,
        f"{counted(book.missing, 'chapter')} missing in the file. Download the book again.": book.missing,
        f"{counted(len(book.left_out), 'file')} outside the reading order left out.": book.left_out,
        "Parts are nested too deeply: their text was read without its structure.": counts.flattened,
        f"{counted(counts.hidden, 'character')} that the book hides left out.": counts.hidden,
        UNFOLLOWED: counts.unfollowed,
        f"{counted(counts.replaced, 'character')} could not be decoded.": counts.replaced,
    }
    return [sentence for sentence, holds in found.items() if holds]
