"""Types of the single values that callers send, with the limits that keep the database and engines safe."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from webapp.retrieval.search import LONGEST_QUERY

MAX_ID = 2**63 - 1


def _plain(value: str) -> str:
    if "\0" in value:
        raise ValueError("must not contain a NUL character")
    return value


def _aware(value: datetime) -> datetime:
    aware = value if value.tzinfo else value.replace(tzinfo=UTC)
    try:
        return aware.astimezone(UTC)
    except OverflowError:
        raise ValueError("must lie between the years 1 and 9999") from None


def _spread(value: object) -> object:
    """Let `?type=pdf,md` mean the same as `?type=pdf&type=md`."""
    if isinstance(value, list):
        return [part for item in value for part in (item.split(",") if isinstance(item, str) else [item])]
    return value


def _tag(value: str) -> str:
    tag = " ".join(value.split())
    if not tag:
        raise ValueError("must not be empty")
    if "," in tag:
        raise ValueError("must not contain a comma")
    return tag


Word = Annotated[str, Field(max_length=200), AfterValidator(_plain)]
"""A short value of a filter."""

Words = Annotated[list[Word], Field(max_length=100)]
"""Several values of one filter; a document needs to match one of them."""

CodeList = Annotated[list[Word], BeforeValidator(_spread), Field(max_length=100)]
"""Several values that hold no comma, also as one value with commas."""

Phrase = Annotated[str, Field(max_length=LONGEST_QUERY), AfterValidator(_plain)]
"""What a person types into a search field."""

Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_plain)]
"""A name that a person gives."""

Secret = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain)]
"""A password or another secret that a caller sends."""

Tag = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_plain), AfterValidator(_tag)]
"""A tag: 1 to 60 characters, no comma."""

Moment = Annotated[datetime, AfterValidator(_aware)]
"""A point in time; UTC when the caller names no zone."""

Id = Annotated[int, Field(ge=1, le=MAX_ID)]
"""The id of something."""

IdList = Annotated[list[Id], Field(max_length=100)]
"""Several ids; a document needs to match one of them."""
