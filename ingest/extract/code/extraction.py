"""Source code as a document: the file's lines, a section for each class and function, the words of comments."""

from __future__ import annotations

import re

from ingest.domain import formats
from ingest.domain.document import Extraction
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.code.languages import CPP, LANGUAGES, TSX, Language
from ingest.extract.code.sections import find_definitions, guess_definitions
from ingest.extract.code.syntax import broken_rows, comments, parse
from ingest.extract.code.words import Words, docstrings
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import NativeText, read_native
from ingest.extract.protocol import Limits, SourceFile

_LARGEST = 5_000_000
_LONGEST_LINE = 20_000
_UNPARSED = "Could not be parsed: classes and functions are found by the looks of their lines."
_IS_CPP = re.compile(
    r"^\s*(?:class\s+\w|namespace\s+\w|template\s*<|public:|private:|using\s+\w)|\bstd::", re.M
)


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a source file with its classes and functions; what cannot be parsed stays text."""
    native = read_native(source, limits)
    size = sum(map(len, native.lines))
    if size > _LARGEST or max(map(len, native.lines), default=0) > _LONGEST_LINE:
        note = "Too large to look for classes and functions, or on very long lines: shown without sections."
        return keep_lines(
            native, NativeStructure(prose=[""] * len(native.lines), notes=(note,), named_by_file=True)
        )
    found = _structure(native, _language(source, native))
    progress(Progress(1, 1, "file"))
    return keep_lines(native, found)


def _language(source: SourceFile, native: NativeText) -> Language:
    """Return the grammar; headers of C++ end like those of C, and JSX in TypeScript has a grammar of its own."""
    name = source.name.lower()
    if source.media_type == formats.TYPESCRIPT and name.endswith(".tsx"):
        return TSX
    if (
        source.media_type == formats.C
        and name.endswith(".h")
        and _IS_CPP.search("\n".join(native.lines[:3_000]))
    ):
        return CPP
    return LANGUAGES[source.media_type]


def _structure(native: NativeText, language: Language) -> NativeStructure:
    lines = native.lines
    root = parse("\n".join(lines).encode("utf-8", "replace"), language)
    if root is None:
        guessed = (
            NativeHeading(row + 1, level, title)
            for row, level, title in guess_definitions(lines, range(len(lines)))
        )
        return NativeStructure(
            tuple(guessed), prose=[""] * len(lines), notes=(_UNPARSED,), named_by_file=True
        )
    definitions = list(find_definitions(root, language))
    words = Words(len(lines))
    words.add_comments(comments(root, language))
    for node in docstrings(root, definitions) if "python" in language.grammar else ():
        words.add_docstring(node)
    words.lead(definitions)
    headings = {d.first_row: NativeHeading(d.first_row + 1, d.level, d.title) for d in reversed(definitions)}
    taken = {row for d in definitions for row in range(d.first_row, d.row + 1)}
    broken = (row for rows in broken_rows(root) for row in rows if row not in taken)
    for row, level, title in guess_definitions(lines, broken):
        headings.setdefault(row, NativeHeading(row + 1, level, title))
    kept = tuple(heading for row, heading in sorted(headings.items()) if row < len(lines))
    return NativeStructure(headings=kept, prose=words.prose, named_by_file=True)
