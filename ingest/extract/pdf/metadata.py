"""What a PDF says about itself, in the words of the domain. Unjudged: the card decides what is junk."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ingest.domain.document import Metadata

_DATE = re.compile(
    r"(?:D:)?\s*(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(?:(Z)|([+-])(\d{2})'?(?:(\d{2})'?)?)?"
)
_AUTHORS = re.compile(r"\s*(?:;|\band\b|、|，|\n)\s*")
_KEYWORDS = re.compile(r"\s*[;,、，；\n]\s*")


def read_metadata(facts: Mapping[str, str], page_count: int) -> Metadata:
    """Return title, authors, keywords, dates and language from the entries of the file."""
    return Metadata(
        title=_text(facts.get("title")),
        authors=_parts(_AUTHORS, facts.get("author")),
        language=_text(facts.get("language")),
        keywords=_parts(_KEYWORDS, facts.get("keywords")),
        created=iso_date(facts.get("creationDate")),
        modified=iso_date(facts.get("modDate")),
        page_count=page_count,
    )


def iso_date(value: str | None) -> str | None:
    """Return a PDF date such as `D:20240229101500+09'00'` in ISO 8601, None where it is none."""
    match = _DATE.match(value.strip()) if value else None
    if match is None:
        return None
    year, month, day, hour, minute, second, zulu, sign, zone_hour, zone_minute = match.groups()
    if not (1 <= int(month or 1) <= 12 and 1 <= int(day or 1) <= 31 and int(year) > 0):
        return None
    date = "-".join(part for part in (year, month, day if month else None) if part)
    if hour is None or day is None or int(hour) > 23 or int(minute or 0) > 59 or int(second or 0) > 59:
        return date
    zone = "Z" if zulu else f"{sign}{zone_hour}:{zone_minute or '00'}" if sign else ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"


def _text(value: str | None) -> str | None:
    stripped = (value or "").replace("\x00", "").strip()
    return stripped or None


def _parts(separator: re.Pattern[str], value: str | None) -> tuple[str, ...]:
    return tuple(part for part in separator.split(_text(value) or "") if part)
