"""The embedded vector index, on a Qdrant Edge shard. The only module that imports it.

The shard is owned by one process. Up to 20,000 documents a search compares with every vector: that is exact and
takes milliseconds. Beyond, an index built anew gets a graph (HNSW). Building it stops every other thread of a
process for minutes, so a process of its own does; see graph.py.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self, TypeVar
from uuid import UUID

import numpy as np
import qdrant_edge as edge
from numpy.typing import NDArray

from ingest.domain.errors import EngineBusy, EngineError, EngineUnavailable
from ingest.domain.hits import Facts, Filter, VectorEntry, VectorHit
from ingest.engines import index_folder
from ingest.engines.config import EngineConfig
from ingest.engines.filter_terms import file_type_term, filter_terms, language_terms, tag_terms
from ingest.engines.vector.graph import build_elsewhere
from ingest.engines.vector.vectors import check_query, vector_of

SCHEMA_VERSION = 1
GRAPH_FROM = 20_000
"""Vectors without a graph from which a search is worth one."""

GRAPH_SHARE = 0.25
"""Share of the vectors with a graph that others must have come to, before it is built again."""

NO_GRAPH_KB, ANY_GRAPH_KB = 10**9, 1
POINTS_AT_ONCE = 200
RECORDS_AT_ONCE = 1_000
POINTS_BETWEEN_FLUSHES = 2_000
ROOM_FOR_TIES = 20
SCORE_DIGITS = 6
TRIES = 3

_FILTER_FIELDS = {
    "collection": edge.PayloadSchemaType.Integer,
    "file_type": edge.PayloadSchemaType.Keyword,
    "language": edge.PayloadSchemaType.Keyword,
    "tag": edge.PayloadSchemaType.Keyword,
    "modified": edge.PayloadSchemaType.Integer,
}
_REVISION = edge.PayloadSelector.Include(["revision"])
_Result = TypeVar("_Result")
_Condition = (
    edge.FieldCondition
    | edge.IsEmptyCondition
    | edge.IsNullCondition
    | edge.HasIdCondition
    | edge.HasVectorCondition
    | edge.NestedCondition
    | edge.Filter
)


class QdrantEdgeIndex:
    """A VectorIndex in a folder, one for each fingerprint, owned by one process."""

    outdated = False
    """The fingerprint tells the rules: vectors by others have an index of their own."""

    def __init__(
        self,
        folder: Path,
        *,
        dimension: int,
        fingerprint: str,
        graph_from: int = GRAPH_FROM,
        built_in: Path | None = None,
    ) -> None:
        """Open the index of one model, or start an empty one, in `folder/fingerprint`.

        graph_from: so many vectors get a graph. built_in: the folder of an index that is built beside.
        needs_rebuild tells that what lay there was damaged or of another version, and is gone. Raises
        EngineBusy when another process owns the folder, EngineUnavailable when it cannot be used.
        """
        self.needs_rebuild = False
        self.dimension = dimension
        self._place = folder / fingerprint
        self._folder = built_in or index_folder.current(self._place)
        self._fingerprint = fingerprint
        self._graph_from = graph_from
        self._stamp: dict[str, str | int] = {
            "engine": "qdrant-edge",
            "schema": SCHEMA_VERSION,
            "dimension": dimension,
            "fingerprint": fingerprint,
        }
        self._writing = threading.Lock()
        self._unflushed = 0
        self._closed = False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._shard = self._open()
            if built_in is None:
                index_folder.remove_leftovers(self._place)
        except OSError as error:
            raise EngineUnavailable(
                f"The vector index in {self._folder} cannot be opened ({error}). "
                "Check the folder's permissions."
            ) from error

    def replace(self, entries: Sequence[VectorEntry]) -> None:
        """Insert or overwrite the vectors of documents; durable when it returns."""
        points = [self._point(entry) for entry in entries]
        with self._writing:
            for start in range(0, len(points), POINTS_AT_ONCE):
                batch = points[start : start + POINTS_AT_ONCE]
                self._update(edge.UpdateOperation.upsert_points(batch), len(batch))

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error."""
        if document_ids:
            with self._writing:
                self._update(edge.UpdateOperation.delete_points(list(document_ids)), len(document_ids))

    def search(
        self, vector: NDArray[np.float32], *, only: Filter, limit: int, floor: float = -1.0
    ) -> list[VectorHit]:
        """Return the nearest documents with a cosine of at least `floor`, best first; ties by document id."""
        check_query(vector, dimension=self.dimension)
        conditions = _conditions(only)
        if conditions is None or limit < 1:
            return []
        request = edge.QueryRequest(
            limit=limit + ROOM_FOR_TIES,
            query=edge.Query.Nearest(vector.tolist()),
            filter=edge.Filter(must=conditions) if conditions else None,
            with_payload=_REVISION,
        )
        points = self._ask(lambda shard: shard.query(request))
        hits = [
            VectorHit(document_id, revision_id, round(point.score, SCORE_DIGITS))
            for point, (document_id, revision_id) in zip(points, map(_held, points), strict=True)
            if point.score >= floor
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.document_id))[:limit]

    def start_anew(self) -> Self:
        """Return an empty index in a folder beside this one; see VectorIndex."""
        index_folder.remove_leftovers(self._place)
        return type(self)(
            self._place.parent,
            dimension=self.dimension,
            fingerprint=self._fingerprint,
            graph_from=self._graph_from,
            built_in=index_folder.beside(self._place),
        )

    @property
    def crowded(self) -> bool:
        """Whether many vectors have no graph; see VectorIndex."""
        with_graph = self._ask(lambda shard: shard.info().indexed_vectors_count)
        return self.count() - with_graph >= max(self._graph_from, GRAPH_SHARE * with_graph)

    def settle(self) -> None:
        """Build the graph where there are enough vectors; see VectorIndex."""
        if self.count() < self._graph_from:
            return
        with self._writing:
            self._closed = True
            try:
                self._shard.flush()
                self._shard.close()
                build_elsewhere(self._folder, dimension=self.dimension)
                self._shard = edge.EdgeShard.load(str(self._folder))
            except Exception as error:
                raise EngineError(
                    f"The graph of the vector index could not be built ({error}). Check memory and disk."
                ) from error
            self._closed = False

    def switch_to(self, built: QdrantEdgeIndex) -> None:
        """Let this index be what was built; see VectorIndex."""
        with built._writing, self._writing:
            if self._closed or built._closed:
                raise EngineUnavailable("The vector index is closed. Start Mokuji again.")
            built._shard.flush()
            index_folder.switch(self._place, built._folder)
            former = self._shard
            self._shard, self._folder, self._unflushed = built._shard, built._folder, 0
            self.needs_rebuild, built._closed = False, True
            former.close()
        index_folder.remove_leftovers(self._place)

    def discard(self) -> None:
        """Remove this index from the disk, with the place when it has it."""
        self.close()
        if index_folder.current(self._place) == self._folder:
            index_folder.forget(self._place)
        else:
            shutil.rmtree(self._folder, ignore_errors=True)

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        return self._ask(_revisions)

    def count(self) -> int:
        """Return the number of documents held."""
        return self._ask(lambda shard: int(shard.count(edge.CountRequest())))

    def clear(self) -> None:
        """Forget everything, and give its room on the disk back."""
        with self._writing:
            self._shard.close()
            index_folder.empty(self._folder)
            self._shard = self._create()

    def close(self) -> None:
        """Write everything out and release files and locks; closing twice is no error."""
        with self._writing:
            if not self._closed:
                self._closed = True
                self._shard.flush()
                self._shard.close()

    def _open(self) -> edge.EdgeShard:
        if not index_folder.has_contents(self._folder):
            return self._create()
        try:
            shard = edge.EdgeShard.load(str(self._folder))
            _revisions(shard)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # the library panics on some damage; a panic is no Exception
            if "WouldBlock" in str(error):
                raise EngineBusy(
                    f"Another process has the vector index in {self._folder} open. "
                    "Stop it, or send the request to it."
                ) from error
            index_folder.set_aside(self._folder)
        else:
            if index_folder.stamp_matches(self._folder, self._stamp):
                return shard
            shard.close()
        self.needs_rebuild = True
        index_folder.empty(self._folder)
        return self._create()

    def _create(self) -> edge.EdgeShard:
        shard = edge.EdgeShard.create(
            str(self._folder),
            edge.EdgeConfig(
                vectors=edge.EdgeVectorParams(size=self.dimension, distance=edge.Distance.Cosine),
                optimizers=edge.EdgeOptimizersConfig(indexing_threshold=NO_GRAPH_KB),
            ),
        )
        for field, kind in _FILTER_FIELDS.items():
            shard.update(edge.UpdateOperation.create_field_index(field, kind))
        shard.flush()
        index_folder.write_stamp(self._folder, self._stamp)
        return shard

    def _point(self, entry: VectorEntry) -> edge.Point:
        vector = vector_of(entry, dimension=self.dimension)
        return edge.Point(entry.facts.document_id, vector, _payload(entry.facts))

    def _update(self, operation: edge.UpdateOperation, points: int) -> None:
        """Apply an operation. It is in the write-ahead log at once; the log is cut short now and then."""
        if self._closed:
            raise EngineUnavailable("The vector index is closed. Start Mokuji again.")
        try:
            self._shard.update(operation)
            self._unflushed += points
            if self._unflushed >= POINTS_BETWEEN_FLUSHES:
                self._shard.flush()
                self._unflushed = 0
        except Exception as error:
            raise EngineError(
                f"The vector index could not be written ({error}). "
                "Check that the disk has room, then index the document again."
            ) from error

    def _ask(self, question: Callable[[edge.EdgeShard], _Result]) -> _Result:
        """Ask the shard; once more when another took its place while it thought."""
        for _ in range(TRIES):
            shard = self._shard
            try:
                return question(shard)
            except Exception as error:
                with (
                    self._writing
                ):  # whoever replaces the shard closes it first, and is done when this is free
                    replaced = self._shard is not shard
                if not replaced:
                    raise EngineUnavailable(
                        f"The vector index did not answer ({error}). Restart Mokuji, or else run rebuild."
                    ) from error
        raise EngineUnavailable("The vector index is being rebuilt over and over. Try again in a moment.")


def open_index(config: EngineConfig) -> QdrantEdgeIndex:
    """Open the index of a configuration's model."""
    return QdrantEdgeIndex(
        config.folder / "vector", dimension=config.dimension, fingerprint=config.fingerprint
    )


def build_graph(folder: Path, *, dimension: int) -> None:
    """Build the graph of the index in a folder, which nobody else has open. The whole process stands still."""
    config = edge.EdgeConfig(
        vectors=edge.EdgeVectorParams(size=dimension, distance=edge.Distance.Cosine),
        optimizers=edge.EdgeOptimizersConfig(indexing_threshold=ANY_GRAPH_KB),
    )
    shard = edge.EdgeShard.load(str(folder), config)
    shard.optimize()
    shard.flush()
    shard.close()


def _payload(facts: Facts) -> dict[str, object]:
    return {
        "revision": facts.revision_id,
        "collection": facts.collection_id,
        "file_type": file_type_term(facts),
        "language": language_terms(facts),
        "tag": tag_terms(facts),
        "modified": facts.modified,
    }


def _conditions(only: Filter) -> list[_Condition] | None:
    """Return the filter in the engine's words, or None where it matches nothing."""
    terms = filter_terms(only)
    if terms.match_nothing:
        return None
    allowed: dict[str, list[int] | list[str] | None] = {
        "collection": terms.collections,
        "file_type": terms.file_types,
        "language": terms.languages,
        "tag": terms.tags,
    }
    conditions: list[_Condition] = [
        edge.FieldCondition(key=field, match=edge.MatchAny(values))
        for field, values in allowed.items()
        if values is not None
    ]
    if terms.documents is not None:
        conditions.append(edge.HasIdCondition(set(terms.documents)))
    if terms.modified_after is not None or terms.modified_before is not None:
        period = edge.RangeFloat(gte=terms.modified_after, lte=terms.modified_before)
        conditions.append(edge.FieldCondition(key="modified", range=period))
    return conditions


def _revisions(shard: edge.EdgeShard) -> dict[int, int]:
    held: dict[int, int] = {}
    after: int | str | UUID | None = None
    while True:
        records, after = shard.scroll(
            edge.ScrollRequest(offset=after, limit=RECORDS_AT_ONCE, with_payload=_REVISION)
        )
        held.update(map(_held, records))
        if after is None:
            return held


def _held(point: edge.ScoredPoint | edge.Record) -> tuple[int, int]:
    """Return document id and revision id of a point."""
    if not isinstance(point.id, int) or point.payload is None:
        raise EngineError("The vector index holds a point that is not Mokuji's. Run rebuild.")
    return point.id, int(point.payload["revision"])
