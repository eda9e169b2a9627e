"""A document as rows of an index, one for each passage, in fields that any lexical engine can hold.

Title, headings and file name are repeated on each passage, so that words spread over them and the text meet.
"""

from __future__ import annotations

from collections.abc import Iterator

from ingest.domain.hits import LexicalEntry
from ingest.domain.passage import Passage
from ingest.engines.filter_terms import file_type_term, language_terms, tag_terms
from ingest.engines.lexical.text_analysis import analyse

_BITS = 32
_NOTHING = Passage(ordinal=0, first_line=1, last_line=1, section=None, headings=(), text="")


def pack_lines(first_line: int, last_line: int) -> int:
    """Return a range of lines as one number, so that an index reads one column for it."""
    return first_line << _BITS | last_line


def unpack_lines(packed: int) -> tuple[int, int]:
    """Return first and last line of a packed range."""
    return packed >> _BITS, packed & ((1 << _BITS) - 1)


def passage_rows(entry: LexicalEntry) -> Iterator[dict[str, object]]:
    """Yield the rows of a document; at least one, so that a document without text is found by its name.

    Text fields: title; names (headings but for the title, file name); body; wholes and parts of all of them
    (see text_analysis). head is 1 on exactly one row of each document.
    """
    facts = entry.facts
    title, file_name = analyse(entry.title), analyse(entry.file_name)
    shared: dict[str, object] = {
        "key": str(facts.document_id),
        "document": facts.document_id,
        "revision": facts.revision_id,
        "collection": facts.collection_id,
        "file_type": file_type_term(facts),
        "language": language_terms(facts),
        "tag": tag_terms(facts),
        "modified": facts.modified,
        "title": title.running,
    }
    for index, passage in enumerate(entry.passages or (_NOTHING,)):
        body = analyse(passage.text)
        headings = analyse("\n".join(heading for heading in passage.headings if heading != entry.title))
        streams = (title, file_name, headings, body)
        yield shared | {
            "head": int(index == 0),
            "lines": pack_lines(passage.first_line, passage.last_line),
            "names": f"{headings.running}\n{file_name.running}",
            "body": body.running,
            "wholes": " ".join(stream.wholes for stream in streams),
            "parts": " ".join(stream.parts for stream in streams),
        }
