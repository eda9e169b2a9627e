"""What a vector index does. Every implementation passes tests/ingest/engines/vector/contract.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from ingest.domain.hits import Filter, VectorEntry, VectorHit


class VectorIndex(Protocol):
    """One vector per document. Safe to call from several threads."""

    @property
    def needs_rebuild(self) -> bool:
        """Whether opening dropped damaged contents or another version's: fill it from the database."""
        ...

    def replace(self, entries: Sequence[VectorEntry]) -> None:
        """Insert or overwrite the vectors of documents; durable when it returns."""
        ...

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error."""
        ...

    def search(
        self, vector: NDArray[np.float32], *, only: Filter, limit: int, floor: float = -1.0
    ) -> list[VectorHit]:
        """Return the nearest documents with a cosine of at least `floor`, best first; ties by document id."""
        ...

    @property
    def outdated(self) -> bool:
        """Whether what is held was made by older rules: it answers, and should be built anew beside itself."""
        ...

    def start_anew(self) -> Self:
        """Return an empty index beside this one, by the rules of today, which nobody searches yet.

        What an earlier one left unfinished is gone. It ends with switch_to or discard.
        """
        ...

    def switch_to(self, built: Self) -> None:
        """Let this index be what start_anew began, in one step: every search finds the old or the new contents.

        The former contents are removed. built must not be used afterwards.
        """
        ...

    @property
    def crowded(self) -> bool:
        """Whether a search compares so many vectors one by one that an index built anew would answer sooner."""
        ...

    def settle(self) -> None:
        """Make what start_anew began quick to search. May take minutes, in which nobody may use it.

        Raises EngineError when that fails; it must then be discarded.
        """
        ...

    def discard(self) -> None:
        """Remove this index with everything that is stored of it. It must not be used afterwards."""
        ...

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        ...

    def count(self) -> int:
        """Return the number of documents held."""
        ...

    def clear(self) -> None:
        """Forget everything."""
        ...

    def close(self) -> None:
        """Release files and locks."""
        ...
