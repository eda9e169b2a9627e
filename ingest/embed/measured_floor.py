"""The cosine under which a document has nothing to do with a query, measured on a model that nobody measured yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ingest.embed.protocol import Vector

PAIRS = (
    ("how to roll back a release", "Undoing a deployment: restore the previous version of the service."),
    ("holiday entitlement of employees", "Staff may take thirty days of paid leave in each calendar year."),
    ("symptoms of iron deficiency", "A lack of iron shows as tiredness, pale skin and shortness of breath."),
    ("tide tables for sailors", "High and low water at the harbour are printed for each day of the month."),
    ("bread with sourdough", "Feed the starter the evening before, then knead flour, water and salt."),
    ("notice period of a lease", "The tenant may end the rental contract three months before its term."),
    ("encrypt a database at rest", "Tables are stored encrypted, and the keys are kept apart from the disk."),
    (
        "quarterly revenue by region",
        "Sales rose in the north and fell in the south between July and September.",
    ),
)
"""Queries and what answers each; every other pairing has nothing to do with each other."""

_UNRELATED_SHARE = 90
_RELATED_SHARE = 10


def measured_floor(
    embed_query: Callable[[str], Vector], embed_documents: Callable[[Sequence[str]], Vector]
) -> float:
    """Return a floor that drops most unrelated documents and keeps almost every true match."""
    queries = np.stack([embed_query(query) for query, _ in PAIRS])
    cosines = queries @ embed_documents([text for _, text in PAIRS]).T
    own = np.eye(len(PAIRS), dtype=bool)
    unrelated = float(np.percentile(cosines[~own], _UNRELATED_SHARE))
    related = float(np.percentile(cosines[own], _RELATED_SHARE))
    return round(min(unrelated, related), 3)
