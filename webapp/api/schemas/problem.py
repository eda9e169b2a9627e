"""The one shape of every error: RFC 9457."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class InvalidField(BaseModel):
    """A part of the request that cannot be used."""

    field: str = Field(examples=["query.limit"])
    message: str


class Problem(BaseModel):
    """An error. `detail` is a sentence for a person and says the mend; `code` is for programs."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:mokuji:problem:not-found",
                    "title": "Not Found",
                    "status": 404,
                    "code": "not-found",
                    "detail": "No document has the id 7. Use search to find documents and their ids.",
                }
            ]
        }
    )

    type: str
    title: str
    status: int
    code: str
    detail: str
    request_id: str = Field(default="", description="Names the request in the server's log.")
    errors: list[InvalidField] | None = None
