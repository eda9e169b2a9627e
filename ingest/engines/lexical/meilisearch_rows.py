"""A document as rows of a Meilisearch index, the settings of that index, and filters in its language.

Meilisearch has no term frequency: the words that a passage says more than once stand in an attribute of their
own, before its text. It counts 65,535 words of an attribute and drops the rest in silence: longer passages
become several rows with the same lines.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ingest.domain.hits import Filter, LexicalEntry
from ingest.engines.filter_terms import filter_terms
from ingest.engines.lexical import scripts
from ingest.engines.lexical.ascii_words import ASCII_WORDS_VERSION, ascii_tokens, ascii_words
from ingest.engines.lexical.passage_rows import passage_rows, unpack_lines
from ingest.engines.lexical.text_analysis import ANALYSIS_VERSION

ROWS_VERSION = 1
VERSION = f"{ROWS_VERSION}_{ANALYSIS_VERSION}_{ASCII_WORDS_VERSION}"
"""Rows of another version are never mixed in: a new index is built beside theirs."""

MOST_POSITIONS = 60_000
SAID_OFTEN = 2

SEARCHABLE = ["title", "names", "wholes", "often", "body", "parts", "single"]
"""In the order of what they say, which is how Meilisearch weighs attributes. single: ideographs one by one."""

FILTERABLE = ["document", "revision", "collection", "file_type", "language", "tag", "modified", "head"]
RETURNED = ["document", "revision", "first", "last"]

SETTINGS: dict[str, object] = {
    "searchableAttributes": SEARCHABLE,
    "filterableAttributes": FILTERABLE,
    "displayedAttributes": ["id", *RETURNED],
    "rankingRules": ["words", "typo", "proximity", "attributeRank", "sort", "wordPosition", "exactness"],
    "stopWords": [],
    "synonyms": {},
    "proximityPrecision": "byWord",
    "typoTolerance": {
        "enabled": True,
        "minWordSizeForTypos": {"oneTypo": 5, "twoTypos": 255},
        "disableOnAttributes": ["wholes", "single"],
    },
    "pagination": {"maxTotalHits": 1_000_000},
    "localizedAttributes": [{"attributePatterns": ["*"], "locales": ["eng"]}],
    "facetSearch": False,
    "prefixSearch": "disabled",
}
"""The words are cut and spelt already (ascii_words): the locale keeps the language guesser out."""


def settings(*, passages: int) -> dict[str, object]:
    """Return the settings of an index by the rules of today.

    An attribute that no row has names the rules, so that an index tells by which ones it was filled.
    """
    rules = f"rules_{VERSION}_{passages}"
    return SETTINGS | {"filterableAttributes": [*FILTERABLE, rules]}


_PLAIN_VALUE = re.compile("[a-z0-9-]{1,60}")


def rows_of(entry: LexicalEntry) -> Iterator[dict[str, object]]:
    """Yield the rows of a document, at least one."""
    number = 0
    for row in passage_rows(entry):
        first, last = unpack_lines(int(str(row["lines"])))
        facts: dict[str, object] = {
            "document": row["document"],
            "revision": row["revision"],
            "collection": row["collection"],
            "file_type": _value(str(row["file_type"])),
            "language": [_value(each) for each in _texts(row["language"])],
            "tag": [_value(each) for each in _texts(row["tag"])],
            "modified": row["modified"],
            "first": first,
            "last": last,
        }
        for attributes in _pieces(row):
            yield {"id": f"{entry.facts.document_id}-{number}", "head": int(number == 0)} | facts | attributes
            number += 1


def conditions(only: Filter) -> list[str] | None:
    """Return a filter as Meilisearch's conditions, all of which must hold, or None where it matches nothing.

    Values are quoted and hold nothing but letters, digits and hyphens: nothing in them needs escaping.
    """
    terms = filter_terms(only)
    if terms.match_nothing:
        return None
    allowed: dict[str, Sequence[int] | Sequence[str] | None] = {
        "collection": terms.collections,
        "document": terms.documents,
        "file_type": terms.file_types,
        "language": terms.languages,
        "tag": terms.tags,
    }
    found = [one_of(field, values) for field, values in allowed.items() if values is not None]
    if terms.modified_after is not None:
        found.append(f'modified >= "{terms.modified_after}"')
    if terms.modified_before is not None:
        found.append(f'modified <= "{terms.modified_before}"')
    return found


def one_of(field: str, values: Sequence[int] | Sequence[str]) -> str:
    """Return the condition that a field holds one of these values."""
    return f"{field} IN [{_quoted(values)}]"


def none_of(field: str, values: Sequence[int]) -> list[str]:
    """Return the condition that a field holds none of these values; no condition where there are none."""
    return [f"{field} NOT IN [{_quoted(values)}]"] if values else []


def _quoted(values: Sequence[int] | Sequence[str]) -> str:
    return ", ".join(f'"{_value(str(each))}"' for each in values)


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _value(text: str) -> str:
    """Return a value as it is compared: case counts, and no length is too long."""
    if _PLAIN_VALUE.fullmatch(text):
        return text
    return "h" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:40]


def _pieces(row: dict[str, object]) -> Iterator[dict[str, str]]:
    """Yield the searchable attributes of a row, in as many pieces as their lengths ask for."""
    body = ascii_words(str(row["body"]))
    text = f"{row['title']} {row['names']} {row['body']}"
    words = {
        "wholes": ascii_tokens(str(row["wholes"])),
        "body": body,
        "parts": ascii_words(str(row["parts"])),
        "often": [word for word, count in Counter(body).most_common() if count >= SAID_OFTEN],
        "single": ascii_tokens(" ".join(sorted(set("".join(scripts.RUN.findall(text)))))),
    }
    shared = {name: " ".join(ascii_words(str(row[name]))[:MOST_POSITIONS]) for name in ("title", "names")}
    longest = max(map(len, words.values()))
    for start in range(0, max(longest, 1), MOST_POSITIONS):
        yield shared | {name: " ".join(each[start : start + MOST_POSITIONS]) for name, each in words.items()}
