"""Short ways to write entries for the engines' tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ingest.domain.hits import Facts, LexicalEntry, VectorEntry
from ingest.domain.passage import Passage

LINES_IN_A_PASSAGE = 10


def facts(document_id: int, **changes: object) -> Facts:
    plain = Facts(
        document_id=document_id,
        revision_id=10 * document_id,
        collection_id=1,
        file_type="md",
        language="en",
        modified=1_000 + document_id,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def passages(*texts: str, headings: tuple[str, ...] = ()) -> tuple[Passage, ...]:
    """Passages of ten lines each: the first is L1-10, the second L11-20."""
    return tuple(
        Passage(
            ordinal=ordinal,
            first_line=1 + LINES_IN_A_PASSAGE * ordinal,
            last_line=LINES_IN_A_PASSAGE * (ordinal + 1),
            section=None,
            headings=headings,
            text=text,
        )
        for ordinal, text in enumerate(texts)
    )


def entry(
    document_id: int, *texts: str, title: str = "", file_name: str = "", **changes: object
) -> LexicalEntry:
    headings = changes.pop("headings", ())
    return LexicalEntry(
        facts=facts(document_id, **changes),
        title=title,
        file_name=file_name,
        passages=passages(*texts, headings=headings),  # type: ignore[arg-type]
    )


def vector_entry(document_id: int, *numbers: float, **changes: object) -> VectorEntry:
    return VectorEntry(facts(document_id, **changes), np.array(numbers, dtype="<f4").tobytes())
