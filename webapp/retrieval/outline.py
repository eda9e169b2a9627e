"""The verb `outline`: the tables of contents of documents, each within its budget (SPEC 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.domain.outline import Outline, OutlineQuality
from ingest.domain.outline_text import DEFAULT_BUDGET, RenderedOutline, render, unit_for
from ingest.domain.tokens import count_tokens
from webapp.library.access import Reader
from webapp.library.errors import BadRequest, Unavailable
from webapp.library.models import Document
from webapp.library.outline_store import read_outline
from webapp.retrieval import text
from webapp.retrieval.answers import MAX_ANSWER_TOKENS, DocumentOutline, OutlineAnswer
from webapp.retrieval.clean import one_line
from webapp.retrieval.readable import readable_document

MIN_BUDGET = 50
MAX_BUDGET = MAX_ANSWER_TOKENS
MAX_DOCUMENTS = 50

_ATTEMPTS = 3

_ROOM_FOR_REST = 300
"""Tokens kept free for the list of documents that did not fit."""


def outline(
    reader: Reader,
    document_ids: int | Sequence[int],
    *,
    budget: int = DEFAULT_BUDGET,
    expand: Sequence[str] = (),
) -> OutlineAnswer:
    """Return the outlines of documents, `budget` tokens each at most; `expand` names branches to open.

    Raises NotFound for an unknown id, Conflict for a document that cannot be read yet, and BadRequest for a
    budget or section number that cannot be used. Ids that did not fit are named for a next call.
    """
    wanted = list(dict.fromkeys([document_ids] if isinstance(document_ids, int) else document_ids))
    _check(wanted, budget)
    several = len(wanted) > 1
    room = MAX_ANSWER_TOKENS - (_ROOM_FOR_REST if several else 0)
    each = min(budget, room)
    documents: list[DocumentOutline] = []
    unknown: dict[int, tuple[str, ...]] = {}
    left: list[int] = []
    for position, document_id in enumerate(wanted):
        document, tree = _tree_of(reader, document_id)
        shown, rendered, cost = _rendered(reader, document, tree, (each, expand, several))
        room -= cost
        if room < 0:
            left = wanted[position:]
            break
        unknown[document_id] = rendered.unknown
        documents.append(shown)
    if not left:
        _check_expand(expand, unknown)
    said = text.outline(documents, left)
    return OutlineAnswer(tuple(documents), tuple(left), said, count_tokens(said))


def _check(wanted: Sequence[int], budget: int) -> None:
    if not wanted:
        raise BadRequest("doc_ids is empty. Give the id of a document, or several.")
    if len(wanted) > MAX_DOCUMENTS:
        raise BadRequest(f"{len(wanted)} documents are too many for one call. Give at most {MAX_DOCUMENTS}.")
    if not MIN_BUDGET <= budget <= MAX_BUDGET:
        raise BadRequest(f"budget is {budget}, but must be from {MIN_BUDGET} to {MAX_BUDGET:,} tokens.")


def _check_expand(expand: Sequence[str], unknown: dict[int, tuple[str, ...]]) -> None:
    """Raise for a section number that none of the documents has."""
    nowhere = set.intersection(*(set(numbers) for numbers in unknown.values())) if unknown else set()
    for number in expand:
        if number.strip().strip("[]") in nowhere:
            raise BadRequest(
                f"No section is numbered {one_line(number)[:40]!r}. Take them from the outline, such as 1.2."
            )


def _tree_of(reader: Reader, document_id: int) -> tuple[Document, Outline]:
    """Return a document and its tree; one that is replaced meanwhile is looked at again."""
    for _ in range(_ATTEMPTS):
        document, revision = readable_document(reader, document_id)
        tree = read_outline(revision)
        if tree.sections or tree.quality is OutlineQuality.NONE:
            return document, tree
    raise Unavailable(f"Document {document_id} is being replaced. Try again in a moment.")


def _rendered(
    reader: Reader, document: Document, tree: Outline, how: tuple[int, Sequence[str], bool]
) -> tuple[DocumentOutline, RenderedOutline, int]:
    """Return a document's outline, how it was rendered, and its cost with the heading."""
    budget, expand, several = how
    title = one_line(document.title) or one_line(document.file_name)
    heading = count_tokens(text.outline_heading(document.pk, title) + "\n\n\n") if several else 0
    rendered = render(tree, budget=budget - heading, expand=expand, unit=unit_for(reader.locale))
    shown = set(rendered.shown)
    return (
        DocumentOutline(
            document_id=document.pk,
            title=title,
            file_type=document.file_type,
            line_count=document.line_count,
            brief=document.brief,
            quality=tree.quality.value,
            mode=rendered.mode.value,
            sections=tuple(section for section in tree.walk() if section.number in shown),
            left_out=rendered.left_out,
            text=rendered.text,
        ),
        rendered,
        heading + rendered.tokens,
    )
