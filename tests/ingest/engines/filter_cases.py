"""Filters and which of five documents pass them: what both kinds of index must answer alike."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ingest.domain.hits import Filter

EVERY_PART = Filter(
    collections=(1,),
    readable=(1, 3),
    documents=(1, 2),
    file_types=("md",),
    languages=("en",),
    tags=("a b",),
    modified_after=-5,
    modified_before=10_000,
)
"""A filter that says something of everything; what a server is asked for it has every form there is."""


class Given(TypedDict):
    """Facts that a case gives a document beside its id."""

    collection_id: int
    file_type: str
    language: str
    modified: int
    tags: NotRequired[tuple[str, ...]]


FACTS: dict[int, Given] = {
    1: {"collection_id": 1, "file_type": "pdf", "language": "en", "modified": 100, "tags": ("a",)},
    2: {"collection_id": 1, "file_type": "md", "language": "ja", "modified": 200, "tags": ("b",)},
    3: {"collection_id": 2, "file_type": "md", "language": "zh-Hans", "modified": 300},
    4: {
        "collection_id": 3,
        "file_type": "PDF",
        "language": "zh-Hant-TW",
        "modified": 400,
        "tags": ("a", "B c"),
    },
}
"""Four documents that a query finds, by id."""

OTHER: Given = {"collection_id": 1, "file_type": "pdf", "language": "en", "modified": -5}
"""A fifth one, which it does not find."""

CASES: list[tuple[Filter, list[int]]] = [
    (Filter(), [1, 2, 3, 4]),
    (Filter(collections=(1,)), [1, 2]),
    (Filter(collections=(2, 3)), [3, 4]),
    (Filter(collections=(99,)), []),
    (Filter(documents=(2, 4, 5)), [2, 4]),
    (Filter(file_types=("pdf",)), [1, 4]),
    (Filter(file_types=("MD",)), [2, 3]),
    (Filter(languages=("en",)), [1]),
    (Filter(languages=("zh",)), [3, 4]),
    (Filter(languages=("zh-hans",)), [3]),
    (Filter(languages=("zh-Hant",)), [4]),
    (Filter(languages=("ja", "en")), [1, 2]),
    (Filter(languages=("j",)), []),
    (Filter(tags=("a",)), [1, 4]),
    (Filter(tags=("b", "B c")), [2, 4]),
    (Filter(tags=("B",)), []),
    (Filter(modified_after=200), [2, 3, 4]),
    (Filter(modified_before=200), [1, 2]),
    (Filter(modified_after=200, modified_before=300), [2, 3]),
    (Filter(modified_after=201, modified_before=299), []),
    (Filter(collections=(1, 3), file_types=("pdf",), tags=("a",), modified_after=150), [4]),
    (Filter(collections=(1,), languages=("ja",), documents=(1,)), []),
]
