"""The filters of the library as they stand in a query string."""

from __future__ import annotations

from pydantic import BaseModel, Field

from webapp.api.schemas.documents import Quality, State
from webapp.api.schemas.text import CodeList, IdList, Moment, Phrase, Words
from webapp.library.selectors import DocumentFilter


class DocumentFilters(BaseModel):
    """Filters. Give one several times for alternatives; different ones narrow each other."""

    collection: Words = Field(default=[], description="Name or id of a collection.")
    type: CodeList = Field(default=[], description="File type, such as `pdf`.", examples=[["pdf", "md"]])
    language: CodeList = Field(default=[], description="BCP 47; `zh` also means `zh-Hans`.")
    tag: CodeList = Field(default=[], description="A tag; a document needs one of those given.")
    state: list[State] = Field(default=[], max_length=5)
    outline_quality: list[Quality] = Field(default=[], max_length=4)
    parent: IdList = Field(default=[], description="Id of a container, whose parts are wanted.")
    modified_after: Moment | None = Field(default=None, description="ISO 8601, inclusive.")
    modified_before: Moment | None = Field(default=None, description="ISO 8601, inclusive.")
    q: Phrase = Field(default="", description="Words that must all stand in the title or the file name.")

    def wanted(self) -> DocumentFilter:
        """Return the filters as the library speaks of them."""
        return DocumentFilter(
            collections=tuple(self.collection),
            types=tuple(self.type),
            languages=tuple(self.language),
            tags=tuple(self.tag),
            states=tuple(self.state),
            outline_qualities=tuple(self.outline_quality),
            parents=tuple(self.parent),
            modified_after=self.modified_after,
            modified_before=self.modified_before,
            words=self.q,
        )
