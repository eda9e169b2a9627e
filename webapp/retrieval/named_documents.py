"""Which documents an answer names: it is kept for people no longer than they may see all of those."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_NAMED = re.compile(r"\bdoc_id: ([0-9]{1,18})\b")
_MOST = 1_000
"""A document's own text may look like names of many."""


def named_documents(arguments: Mapping[str, Any], text: str) -> set[int]:
    """Return the ids that a call asked for, and those that its answer says."""
    asked = arguments.get("doc_ids", ())
    given = [arguments.get("doc_id"), *(asked if isinstance(asked, list | tuple) else [asked])]
    found = {int(id_) for id_ in map(str, given) if id_.isascii() and id_.isdecimal() and len(id_) <= 18}
    for match in _NAMED.finditer(text):
        if len(found) >= _MOST:
            break
        found.add(int(match[1]))
    return found


def packed(document_ids: Iterable[int]) -> str:
    """Return ids as a text for a column."""
    return " ".join(map(str, sorted(document_ids)))


def unpacked(text: str) -> set[int]:
    """Return the ids of a packed text."""
    return {int(id_) for id_ in text.split()}
