"""The journey of a PDF: pages become rows, once; rows are judged; then they become lines and hints."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ingest.domain.document import Coverage, Extraction, Hints, LayoutFacts
from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, NoWords, TooLarge
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.ocr.open import MEND, open_recogniser
from ingest.extract.ocr.protocol import Picture, Recogniser
from ingest.extract.pdf.bookmarks import locate_bookmarks
from ingest.extract.pdf.candidates import find_candidates
from ingest.extract.pdf.compose import Composer
from ingest.extract.pdf.contents import find_contents
from ingest.extract.pdf.document import PdfFile, UnreadablePage
from ingest.extract.pdf.garbled import is_garbled
from ingest.extract.pdf.hidden import Looks, settle_hidden
from ingest.extract.pdf.hints import contents_hints, layout_hints, tagged_hints
from ingest.extract.pdf.locate import locate_entries
from ingest.extract.pdf.measure import measure
from ingest.extract.pdf.metadata import read_metadata
from ingest.extract.pdf.paragraphs import Compounds
from ingest.extract.pdf.recognition import Recognition, Rendered, recognise_pages
from ingest.extract.pdf.rows import Page, Row, RowReader
from ingest.extract.pdf.ruby import drop_ruby
from ingest.extract.pdf.running_heads import HEAD, mark_running_heads
from ingest.extract.pdf.tables import Table, take_tables
from ingest.extract.pdf.tags import find_tagged
from ingest.extract.pdf.underlines import mark_underlined
from ingest.extract.protocol import Limits, SourceFile

_HARDLY_ANY = 200
_BLANK = "All pages of this PDF are blank. Check that the right file was added."
_DPI = 200
_LONGEST = 2_600
ONLY_IMAGES = f"No text layer, only images. {MEND}"
NOTHING_FOUND = "Only images, in which OCR found no text. Add a sharper scan, or a version with text."


@dataclass(slots=True)
class _Pages:
    """The pages of a file in order, and what could not be read of them (1-based)."""

    read: list[Page] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    garbled: list[int] = field(default_factory=list)
    tables: dict[int, list[Table]] = field(default_factory=dict)
    hidden: int = 0
    ruby: int = 0
    recognition: Recognition | None = None


def extract(
    source: SourceFile,
    *,
    limits: Limits,
    progress: ProgressSink = ignore_progress,
    recogniser: Recogniser | None = None,
) -> Extraction:
    """Return the lines and hints of a PDF.

    recogniser: reads the pages without readable text, when the source asks for it; the installed one if not given.
    Raises EmptyFile, Damaged, PasswordNeeded, TooLarge and NoTextLayer.
    """
    with PdfFile(source.path, source.password) as file:
        if file.page_count > limits.pages:
            raise TooLarge(f"Too large: {file.page_count:,} pages, {limits.pages:,} are allowed. Split it.")
        with _collector_paused():
            if not source.recognise:
                return _judge(file, _read_pages(file, progress))
            pages = _read_pages(file, ignore_progress)
            _recognise(file, pages, recogniser or open_recogniser(), limits, progress)
            return _judge(file, pages)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Rows hold no cycles; looking for some among a million of them costs a fifth of the time of a large book."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _read_pages(file: PdfFile, progress: ProgressSink) -> _Pages:
    """Parse every page once. A page that fails costs that page."""
    reader, pages = RowReader(), _Pages()
    for index in range(file.page_count):
        page = _read_page(file, reader, index, pages.failed)
        pages.ruby += drop_ruby(page)
        if is_garbled([row.text for row in page.rows]) or _mostly_lost(file, page):
            pages.garbled.append(index + 1)
        pages.tables[index] = take_tables(page)
        mark_underlined(page)
        page.vectors.clear()
        pages.hidden += page.hidden
        pages.read.append(page)
        progress(Progress(index + 1, file.page_count))
    if len(pages.failed) == file.page_count:
        raise Damaged
    return pages


def _read_page(file: PdfFile, reader: RowReader, index: int, failed: list[int]) -> Page:
    try:
        page = reader.read(index, file.read(index))
    except UnreadablePage:
        failed.append(index + 1)
        return reader.blank(index)
    looks = Looks(
        pictures=lambda: [page.frame.enter_box(box) for box in file.pictures(index)],
        grounds=lambda boxes: file.grounds(index, boxes),
        pasted=lambda: [page.frame.enter_box(box) for box in file.pasted(index)],
        unseen=lambda boxes, others: file.unseen(index, boxes, others),
        cropped=lambda: file.cropped(index),
    )
    settle_hidden(page, looks)
    return page


def _recognise(
    file: PdfFile, pages: _Pages, recogniser: Recogniser, limits: Limits, progress: ProgressSink
) -> None:
    """Put what is recognised in the place of pages that gave no text, or nonsense."""
    usual = measure(pages.read)
    if usual is not None:
        mark_running_heads(pages.read, usual)
    wanted = sorted({*_without_text(file, pages), *pages.garbled})
    for page in pages.read:
        for row in page.rows:
            row.skip = ""

    def render(index: int, turn: int) -> Rendered | None:
        got = file.picture(index, dpi=_DPI, longest=_LONGEST, turn=turn)
        if got is None:
            return None
        width, height, pixels, scale = got
        return Rendered(Picture(width, height, pixels), width / scale, height / scale, scale, turn)

    found = recognise_pages(
        [number - 1 for number in wanted], render, recogniser, limits=limits, progress=progress
    )
    pages.recognition = found
    reader = RowReader()
    for index, raw in found.pages.items():
        pages.read[index] = reader.read(index, raw)
        pages.tables.pop(index, None)
    pages.garbled = [number for number in pages.garbled if number - 1 not in found.pages]
    pages.failed = [number for number in pages.failed if number - 1 not in found.pages]


def _mostly_lost(file: PdfFile, page: Page) -> bool:
    """Whether a page with hardly any text shows far more characters than came out."""
    got = sum(len(row.text) for row in page.rows) + page.hidden
    if not page.rows or page.loose or got > _HARDLY_ANY:
        return False
    return file.characters_shown(page.index) > 4 * got + _HARDLY_ANY


def _judge(file: PdfFile, pages: _Pages) -> Extraction:
    """Decide what the rows are, and put the lines together."""
    if not any(page.rows for page in pages.read):
        _dissolve_tables(pages)
    usual = measure(pages.read)
    if usual is None:
        shows = any(file.shows_more_than_text(i) for i in range(file.page_count))
        if pages.hidden and not shows:
            raise EmptyFile.of_hidden_text(pages.hidden)
        raise _no_text(pages) if shows else EmptyFile(_BLANK)
    mark_running_heads(pages.read, usual)
    bookmarks = file.bookmarks()
    marked = locate_bookmarks(bookmarks, pages.read)
    entries = find_contents(pages.read, file.links)
    locate_entries(entries, pages.read)
    candidates = find_candidates(pages.read, usual)
    tagged = find_tagged(pages.read, file.structure) if file.has_structure else []
    for heading in tagged:
        for row in heading.rows:
            row.skip = ""
    groups = [
        *marked,
        *(heading.rows for heading in tagged),
        *(entry.rows for entry in entries),
        *(candidate.rows for candidate in candidates),
    ]
    missing = _without_text(file, pages)
    if len(missing) == file.page_count:
        raise _no_text(pages)
    composer = Composer(usual, Compounds(pages.read))
    by_page = _apart(groups)
    for page in pages.read:
        composer.add(page, by_page[page.index], pages.tables.get(page.index, ()))
    lines = composer.line_of
    first = next((line for entry in entries if (line := lines.get(id(entry.row)))), None)
    hints = Hints(
        headings=tagged_hints(tagged, composer.lines, lines),
        bookmarks=tuple(
            replace(bookmark, line=lines.get(id(rows[0])) if rows else None)
            for bookmark, rows in zip(bookmarks, marked, strict=True)
        ),
        contents=contents_hints(entries, lines, file.page_count),
        layout=layout_hints(candidates, pages.read, lines),
        pages=composer.page_starts(),
        facts=LayoutFacts(slides=usual.slides, contents_line=first),
    )
    return Extraction(
        lines=tuple(composer.lines),
        hints=hints,
        metadata=read_metadata(file.metadata(), file.page_count),
        coverage=Coverage(
            pages_without_text=tuple(missing),
            garbled_pages=tuple(pages.garbled),
            invisible_characters=composer.invisible,
            hidden_text=pages.hidden,
            notes=_notes(file, pages),
        ),
    )


def _no_text(pages: _Pages) -> NoTextLayer:
    return NoTextLayer(ONLY_IMAGES) if pages.recognition is None else NoWords(NOTHING_FOUND)


def _dissolve_tables(pages: _Pages) -> None:
    """A file of nothing but tables has no text to measure them by: their rows are its text."""
    for index, tables in pages.tables.items():
        for table in tables:
            pages.read[index].rows += table.rows
    pages.tables.clear()


def _apart(groups: Sequence[list[Row]]) -> defaultdict[int, list[list[Row]]]:
    """The groups of rows that stay on lines of their own, by page; the first claim to a row wins."""
    taken: set[int] = set()
    by_page: defaultdict[int, list[list[Row]]] = defaultdict(list)
    for group in groups:
        if group and not any(id(row) in taken for row in group):
            taken.update(id(row) for row in group)
            by_page[group[0].page].append(group)
    return by_page


def _without_text(file: PdfFile, pages: _Pages) -> list[int]:
    """Pages (1-based) that show something and gave no text but the furniture of the page."""
    missing: list[int] = []
    for page in pages.read:
        if any(row.skip != HEAD for row in page.rows) or page.loose or pages.tables.get(page.index):
            continue
        if page.index + 1 in pages.failed or file.shows_more_than_text(page.index):
            missing.append(page.index + 1)
    return missing


def _notes(file: PdfFile, pages: _Pages) -> tuple[str, ...]:
    notes: list[str] = []
    if file.was_repaired:
        notes.append("Damaged and repaired: some text may be missing. Save the file again in its program.")
    if pages.failed:
        numbers = ", ".join(str(number) for number in pages.failed[:20])
        notes.append(f"Pages that could not be opened: {numbers}. Save the file again in its program.")
    if pages.hidden:
        notes.append(f"{pages.hidden:,} characters that nobody can see on the page were left out.")
    if pages.ruby:
        notes.append("Ruby, the small kana that tell how characters are read, was left out.")
    if pages.recognition:
        notes += pages.recognition.notes()
    return tuple(notes)
