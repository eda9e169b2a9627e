"""The tools that an agent sees: search, outline, read, grep, browse. They translate and log; the verbs do the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from django.db import close_old_connections
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

from ingest.domain.outline_text import DEFAULT_BUDGET
from webapp.library.access import Reader
from webapp.library.errors import LibraryError
from webapp.mcp import outputs
from webapp.retrieval import browse as browse_verb
from webapp.retrieval import grep as grep_verb
from webapp.retrieval.answers import Answer
from webapp.retrieval.arguments import (
    After,
    Before,
    Budget,
    ChosenIds,
    Collection,
    Cursor,
    DocumentId,
    DocumentIds,
    Expand,
    FileType,
    GrepPattern,
    IgnoreCase,
    Language,
    Limit,
    LineLimit,
    LinesAround,
    MatchLimit,
    Offset,
    PageLimit,
    Query,
    SectionNumber,
    Sort,
    Tag,
)
from webapp.retrieval.call_log import logged
from webapp.retrieval.outline import outline
from webapp.retrieval.read import read
from webapp.retrieval.search import DEFAULT_LIMIT, search

ReaderOf = Callable[[], Reader]

Call = Context[dict[str, Any], Any]

A = TypeVar("A", bound=Answer)


class Tools:
    """The tools for whoever `reader_of()` says is calling. Their docstrings are what an agent reads."""

    def __init__(self, reader_of: ReaderOf) -> None:
        self._reader_of = reader_of

    def search(  # noqa: PLR0913 - the signature is the tool's schema
        self,
        *,
        context: Call,
        query: Query,
        limit: Limit = DEFAULT_LIMIT,
        collection: Collection = None,
        type: FileType = None,
        language: Language = None,
        tag: Tag = None,
        modified_after: After = None,
        modified_before: Before = None,
    ) -> Annotated[CallToolResult, outputs.SearchOutput]:
        """Find documents by words and by meaning. Start here.

        Each result has the doc_id for outline and read, the best section with its lines, and a snippet.
        """
        filters: dict[str, Any] = {
            "collection": collection,
            "type": type,
            "language": language,
            "tag": tag,
            "modified_after": modified_after,
            "modified_before": modified_before,
        }
        return self._call(
            context,
            ("search", {"query": query, "limit": limit, **filters}),
            lambda reader: search(reader, query, limit=limit, **filters),
            outputs.search_output,
        )

    def outline(
        self, *, context: Call, doc_ids: DocumentIds, budget: Budget = DEFAULT_BUDGET, expand: Expand = None
    ) -> Annotated[CallToolResult, outputs.OutlineOutput]:
        """Show the tables of contents of documents: numbered sections with their line ranges.

        Use it to decide what to read. A long outline is cut to its budget; expand opens branches.
        """
        return self._call(
            context,
            ("outline", {"doc_ids": doc_ids, "budget": budget, "expand": expand}),
            lambda reader: outline(reader, doc_ids, budget=budget, expand=expand or ()),
            outputs.outline_output,
        )

    def read(
        self,
        *,
        context: Call,
        doc_id: DocumentId,
        offset: Offset = 1,
        limit: LineLimit = None,
        section: SectionNumber = None,
    ) -> Annotated[CallToolResult, outputs.ReadOutput]:
        """Read numbered lines of a document: a section of its outline, or lines from an offset on.

        Lines are `42 | text`. A `Next:` line near the end tells how to read on.
        """
        return self._call(
            context,
            ("read", {"doc_id": doc_id, "offset": offset, "limit": limit, "section": section}),
            lambda reader: read(reader, doc_id, offset=offset, limit=limit, section=section),
            outputs.read_output,
        )

    def grep(  # noqa: PLR0913 - the signature is the tool's schema
        self,
        *,
        call: Call,
        pattern: GrepPattern,
        doc_ids: ChosenIds = None,
        collection: Collection = None,
        ignore_case: IgnoreCase = False,
        context: LinesAround = 0,
        limit: MatchLimit = grep_verb.DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> Annotated[CallToolResult, outputs.GrepOutput]:
        """Find the lines that match a regular expression, each with its section: exact words, names, numbers.

        Look in documents or a collection; without either, in everything. For a topic use search instead.
        """
        given: dict[str, Any] = {
            "doc_ids": doc_ids,
            "collection": collection,
            "ignore_case": ignore_case,
            "context": context,
            "limit": limit,
            "cursor": cursor,
        }
        return self._call(
            call,
            ("grep", {"pattern": pattern, **given}),
            lambda reader: grep_verb.grep(reader, pattern, **given),
            outputs.grep_output,
        )

    def browse(
        self,
        *,
        context: Call,
        collection: Collection = None,
        sort: Sort = "-added",
        type: FileType = None,
        limit: PageLimit = browse_verb.DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> Annotated[CallToolResult, outputs.BrowseOutput]:
        """List documents, newest first, and the collections there are. To find something use search instead."""
        given: dict[str, Any] = {
            "collection": collection,
            "sort": sort,
            "type": type,
            "limit": limit,
            "cursor": cursor,
        }
        return self._call(
            context,
            ("browse", given),
            lambda reader: browse_verb.browse(reader, **given),
            outputs.browse_output,
        )

    def _call(
        self,
        context: Call,
        asked: tuple[str, Mapping[str, Any]],
        verb: Callable[[Reader], A],
        structured: Callable[[A], BaseModel],
    ) -> CallToolResult:
        """Run a verb with connections of its own. Only the sentence of a ToolError reaches the model."""
        close_old_connections()
        try:
            reader = self._reader_of()
            answer = logged(reader, *asked, lambda: verb(reader), session=session_of(context))
        except LibraryError as error:
            raise ToolError(str(error)) from error
        finally:
            close_old_connections()
        return CallToolResult(
            content=[TextContent(type="text", text=answer.text)],
            structured_content=outputs.dumped(structured(answer)),
        )


def session_of(context: Call) -> str:
    """Return what names the caller's session, where the transport has sessions."""
    request = context.request_context.request
    parameters = getattr(request, "query_params", None)
    return str(parameters.get("session_id", ""))[:64] if parameters is not None else ""
