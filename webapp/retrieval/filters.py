"""From the words of a request to the filter of the engines. Every mistake is answered with what is valid."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import TypedDict

from ingest.domain.cleaning import on_one_line
from ingest.domain.hits import Filter
from webapp.library.access import Reader, get_collection, visible_documents
from webapp.library.errors import BadRequest

Names = str | Sequence[str] | None

_PARTIAL_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?$")
_NAMED = 20


class FilterArguments(TypedDict, total=False):
    """What narrows a search. Names may be one, several, or several separated by commas.

    modified_after and modified_before are ISO 8601 dates (a year or a month will do) or times, inclusive.
    """

    collection: str | None
    type: Names
    language: Names
    tag: Names
    modified_after: str | None
    modified_before: str | None


def filter_for(reader: Reader, arguments: FilterArguments) -> Filter:
    """Return what a search may see. Raises NotFound or BadRequest naming the valid values."""
    collections = reader.collection_ids
    if name := (arguments.get("collection") or "").strip():
        collections = (get_collection(reader, name).pk,)
    after = _moment(arguments.get("modified_after"), "modified_after", end=False)
    before = _moment(arguments.get("modified_before"), "modified_before", end=True)
    if after is not None and before is not None and after > before:
        raise BadRequest("modified_after is later than modified_before. Exchange them.")
    return Filter(
        collections=collections,
        readable=reader.collection_ids,
        file_types=_file_types(reader, _names(arguments.get("type"))),
        languages=_languages(reader, _names(arguments.get("language"))),
        tags=_tags(reader, _names(arguments.get("tag"))),
        modified_after=after,
        modified_before=before,
    )


def type_names(reader: Reader, arguments: FilterArguments) -> tuple[str, ...]:
    """Return the file types that are wanted; none for all. Raises BadRequest naming the valid ones."""
    return _file_types(reader, _names(arguments.get("type"))) or ()


def given(arguments: FilterArguments) -> list[str]:
    """Return the names of the filters that were set."""
    return [name for name, value in arguments.items() if value]


def _names(value: Names) -> list[str]:
    raw = [value] if isinstance(value, str) else list(value or ())
    parts = (part.strip() for item in raw for part in str(item).split(","))
    return list(dict.fromkeys(part for part in parts if part))


def _file_types(reader: Reader, wanted: list[str]) -> tuple[str, ...] | None:
    if not wanted:
        return None
    known = _distinct(reader, "file_type")
    types = [name.lower().lstrip(".") for name in wanted]
    _require("type", types, known)
    return tuple(types)


def _languages(reader: Reader, wanted: list[str]) -> tuple[str, ...] | None:
    """Return every language that a wanted one covers: `zh` covers `zh-Hans`."""
    if not wanted:
        return None
    known = _distinct(reader, "language")
    found: list[str] = []
    for name in wanted:
        asked = name.lower().replace("_", "-")
        covered = [tag for tag in known if tag.lower() == asked or tag.lower().startswith(f"{asked}-")]
        if not covered and known:
            raise BadRequest(_unknown("language", name, known))
        found += covered
    return tuple(dict.fromkeys(found))


def _tags(reader: Reader, wanted: list[str]) -> tuple[str, ...] | None:
    if not wanted:
        return None
    lists = visible_documents(reader).exclude(tags=[]).order_by().values_list("tags", flat=True)
    known = sorted({str(tag) for tags in lists.iterator() for tag in tags})
    told = {
        on_one_line(tag): tag for tag in known
    }  # as agents are told them, where one holds what nobody sees
    meant = [name if name in known else told.get(name, name) for name in wanted]
    _require("tag", meant, known, always=True)
    return tuple(meant)


def _distinct(reader: Reader, field: str) -> list[str]:
    return sorted(visible_documents(reader).order_by().values_list(field, flat=True).distinct())


def _require(kind: str, wanted: Iterable[str], known: list[str], *, always: bool = False) -> None:
    """Raise BadRequest for a value that no document has. In an empty library anything is allowed."""
    if not known and not always:
        return
    for name in wanted:
        if name not in known:
            raise BadRequest(_unknown(kind, name, known))


def _unknown(kind: str, name: str, known: list[str]) -> str:
    listed = ", ".join(known[:_NAMED]) + (", ..." if len(known) > _NAMED else "")
    valid = f"Here: {listed}." if known else "No document has one; leave it out."
    return f"No document has the {kind} {name[:60]!r}. {valid}"


def _moment(value: str | None, name: str, *, end: bool) -> int | None:
    """Return seconds since 1970 of a date or time; of a whole day, month or year its begin or its end."""
    text = (value or "").strip()
    if not text:
        return None
    try:
        moment = _parse(text, end=end)
        return int(moment.timestamp())
    except (ValueError, OverflowError):
        raise BadRequest(
            f"{name} is {text[:40]!r}, but must be a date such as 2024-05-31 or a time such as "
            "2024-05-31T14:00:00Z."
        ) from None


def _parse(text: str, *, end: bool) -> datetime:
    if partial := _PARTIAL_DATE.match(text):
        year, month = int(partial[1]), int(partial[2] or (12 if end else 1))
        day = date(year, month, calendar.monthrange(year, month)[1] if end else 1)
    elif len(text) == len("2024-05-31"):
        day = date.fromisoformat(text)
    else:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    start = datetime.combine(day, time.min, tzinfo=UTC)
    return start + timedelta(days=1, seconds=-1) if end else start
