"""What the head of a Markdown file says: YAML between `---` lines or TOML between `+++` lines.

Only flat keys and lists of scalars are read; nothing is evaluated.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MAX_LINES = 200
"""Lines in which front matter must have ended, else there is none."""

_PAIR = re.compile(r"^[\"']?([A-Za-z_][\w.:-]*?)[\"']?\s*:(?:\s+(.*))?$")
_ITEM = re.compile(r"^\s*-\s+(.*)$")
_COMMENT = re.compile(r"\s+#.*$")
_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$")
_LANGUAGE = re.compile(r"^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The facts a file states about itself. last_line: its last line, 0 where there is no front matter."""

    last_line: int = 0
    title: str | None = None
    authors: tuple[str, ...] = ()
    language: str | None = None
    keywords: tuple[str, ...] = ()
    created: str | None = None
    modified: str | None = None


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Return the front matter of a file; an empty one where its first line opens none."""
    if not lines:
        return FrontMatter()
    mark = lines[0].rstrip()
    if mark not in ("---", "+++"):
        return FrontMatter()
    closing = (mark, "...") if mark == "---" else (mark,)
    for index in range(1, min(len(lines), MAX_LINES)):
        if lines[index].rstrip() in closing:
            inner = lines[1:index]
            values = _yaml(inner) if mark == "---" else _toml(inner)
            if values is None:
                return FrontMatter()
            return _facts(values, index + 1)
    return FrontMatter()


def _facts(values: dict[str, list[str]], last_line: int) -> FrontMatter:
    def first(*names: str) -> str | None:
        return next((value for name in names for value in values.get(name, ()) if value), None)

    def every(*names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value for name in names for value in values.get(name, ()) if value))

    language = first("lang", "language", "locale")
    return FrontMatter(
        last_line=last_line,
        title=first("title"),
        authors=every("author", "authors"),
        language=language if language and _LANGUAGE.match(language) else None,
        keywords=every("keywords", "tags", "categories"),
        created=_date(first("date", "created", "pubdate")),
        modified=_date(first("lastmod", "updated", "modified", "last_modified_at")),
    )


def _date(text: str | None) -> str | None:
    return text.replace(" ", "T", 1) if text and _DATE.match(text) else None


def _yaml(lines: Sequence[str]) -> dict[str, list[str]] | None:
    """Read flat keys. Returns None where the lines are prose between two rules, not front matter."""
    values: dict[str, list[str]] = {}
    key = ""
    for line in lines:
        pair = _PAIR.match(line)
        item = _ITEM.match(line)
        if pair:
            key = pair[1].lower()
            values[key] = _scalars(pair[2] or "")
        elif item and key:
            values[key] += _scalars(item[1])
        elif line.strip() and not key and not line.startswith("#"):
            return None
    return values


def _scalars(text: str) -> list[str]:
    text = text.strip()
    if text in (">", "|", ">-", "|-", "{}", "[]", "~", "null"):
        return []
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(part) for part in text[1:-1].split(",") if part.strip()]
    return [_unquoted(text)] if text else []


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1].replace('\\"', '"').replace("''", "'")
    return _COMMENT.sub("", text).strip()


def _toml(lines: Sequence[str]) -> dict[str, list[str]] | None:
    try:
        table = tomllib.loads("\n".join(lines))
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return {key.lower(): _texts(value) for key, value in table.items()}


def _texts(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for item in value[:50] for text in _texts(item)]
    if isinstance(value, dict):
        return _texts(value.get("name", []))
    return [str(value)]
