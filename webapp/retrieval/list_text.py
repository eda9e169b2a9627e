"""The exact texts of `grep` and `browse` that models read. Facts in, text out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webapp.retrieval.answers import BrowsedCollection, BrowsedDocument, GrepDocument
from webapp.retrieval.cost import shorten
from webapp.retrieval.text import SECTION_TOKENS, TITLE_TOKENS, numbered, outline_heading


def grep(documents: Sequence[GrepDocument], *, looked_at: int, total: int, cursor: str | None) -> str:
    """Return the answer of `grep`: a line that counts, then for each document its sections and lines."""
    count = sum(len(document.lines) for document in documents)
    where = f"{total:,} document" + ("" if total == 1 else "s")
    if not count:
        head = f"No line matches in {where}." if cursor is None else f"No line matches so far, of {where}."
    else:
        verb = "line matches" if count == 1 else "lines match"
        head = f"{count:,} {verb}, in {len(documents):,} of {where}."
    parts = [head, *("\n".join(_of(document)) for document in documents)]
    if cursor is not None:
        parts.append(f'There is more to look at. Next: the same call with cursor="{cursor}".')
    elif not count:
        parts.append(
            "Try ignore_case, a shorter pattern, or search, which finds words in other forms and languages."
        )
    return "\n\n".join(parts)


def _of(document: GrepDocument) -> Iterator[str]:
    """Yield the lines of a document's part: a section is named above its first line, gaps are marked."""
    yield outline_heading(document.document_id, document.title)
    matching = {line.number: line for line in document.lines}
    shown = sorted(
        [*((number, text) for number, text in document.context), *((n, matching[n].text) for n in matching)]
    )
    section: str | None = None
    before: int | None = None
    for number, text in shown:
        if document.context and before is not None and number > before + 1:
            yield "--"
        line = matching.get(number)
        if line is not None and line.section is not None and line.section != section:
            section = line.section
            yield f"[{section}] {shorten(line.section_title or '', SECTION_TOKENS)}"
        yield numbered(number, text) if line is not None else f"{number} - {text}".rstrip()
        before = number


def browse(
    documents: Sequence[BrowsedDocument],
    collections: Sequence[BrowsedCollection],
    *,
    total: int,
    cursor: str | None,
) -> str:
    """Return the answer of `browse`: how many there are, the collections, then a line or two for each document."""
    heads = [f"{total:,} document" + ("" if total == 1 else "s") + "."]
    if len(collections) > 1:
        heads.append(
            "Collections: " + ", ".join(f"{one.name} ({one.document_count:,})" for one in collections)
        )
    parts = [*heads, "\n".join(map(_line, documents))]
    if cursor is not None:
        parts.append(f'Next: the same call with cursor="{cursor}".')
    return "\n\n".join(filter(None, parts))


def _line(document: BrowsedDocument) -> str:
    state = "" if document.state == "complete" else f" | {document.state}"
    return (
        f"doc_id: {document.document_id} | {shorten(document.title, TITLE_TOKENS)} | {document.file_type}"
        f" | {document.line_count:,} lines | {document.modified}{state}"
    )
