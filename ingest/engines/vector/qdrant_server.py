"""The vector index of server mode, on a Qdrant server. The only module that imports its client.

Every process may open it; nothing is asked of the server before the first call, so that a server that is down
keeps nobody from starting. Each model has an alias of its own, named after its fingerprint, for the collection
that is searched now.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

from ingest.domain.errors import EngineError, EngineUnavailable
from ingest.domain.hits import Facts, Filter, VectorEntry, VectorHit
from ingest.engines.config import EngineConfig
from ingest.engines.filter_terms import file_type_term, filter_terms, language_terms, tag_terms
from ingest.engines.vector.vectors import check_query, vector_of

SCHEMA_VERSION = 1
NAME = "mokuji"
SECONDS = 30
POINTS_AT_ONCE = 500
RECORDS_AT_ONCE = 5_000
ROOM_FOR_TIES = 20
SCORE_DIGITS = 6

_FILTER_FIELDS = {
    "collection": models.PayloadSchemaType.INTEGER,
    "file_type": models.PayloadSchemaType.KEYWORD,
    "language": models.PayloadSchemaType.KEYWORD,
    "tag": models.PayloadSchemaType.KEYWORD,
    "modified": models.PayloadSchemaType.INTEGER,
}
_REVISION = ["revision"]
_NOT_FOUND, _CONFLICT = 404, 409
_WRONG_KEY = (401, 403)
_Result = TypeVar("_Result")


class QdrantServerIndex:
    """A VectorIndex on a server, shared by all processes."""

    def __init__(
        self, client: QdrantClient, *, place: str, dimension: int, fingerprint: str, name: str = NAME
    ) -> None:
        """Name the alias of one model's collection. place: how messages name the server; name: a prefix."""
        self.needs_rebuild = self.outdated = False
        self.dimension = dimension
        self.collection = f"{name}_{re.sub('[^A-Za-z0-9_-]', '-', fingerprint)}_{SCHEMA_VERSION}"
        self._fingerprint, self._name = fingerprint, name
        self._built: str | None = None
        self._client, self._place = client, place
        self._ready = False
        self._preparing = threading.Lock()

    def replace(self, entries: Sequence[VectorEntry]) -> None:
        """Insert or overwrite the vectors of documents; durable when it returns."""
        latest = {entry.facts.document_id: entry for entry in entries}
        points = [self._point(entry) for entry in latest.values()]
        for start in range(0, len(points), POINTS_AT_ONCE):
            self._upsert(points[start : start + POINTS_AT_ONCE])

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error."""
        if document_ids:
            ids: list[models.ExtendedPointId] = list(document_ids)
            self._ask(
                lambda client: client.delete(
                    self.collection, points_selector=models.PointIdsList(points=ids), wait=True
                )
            )

    def search(
        self, vector: NDArray[np.float32], *, only: Filter, limit: int, floor: float = -1.0
    ) -> list[VectorHit]:
        """Return the nearest documents with a cosine of at least `floor`, best first; ties by document id."""
        check_query(vector, dimension=self.dimension)
        conditions = _conditions(only)
        if conditions is None or limit < 1:
            return []
        points = self._ask(
            lambda client: client.query_points(
                self.collection,
                query=vector.tolist(),
                query_filter=models.Filter(must=conditions) if conditions else None,
                limit=limit + ROOM_FOR_TIES,
                with_payload=_REVISION,
            )
        ).points
        hits = [VectorHit(*_held(point), round(point.score, SCORE_DIGITS)) for point in points]
        near = [hit for hit in hits if hit.score >= floor]
        return sorted(near, key=lambda hit: (-hit.score, hit.document_id))[:limit]

    def start_anew(self) -> Self:
        """Return an empty index in a collection beside this one; see VectorIndex."""
        held = self._ask(lambda client: self._holding())
        self._remove(keep=held)
        built = type(self)(
            self._client,
            place=self._place,
            dimension=self.dimension,
            fingerprint=self._fingerprint,
            name=self._name,
        )
        built.collection = built._built = f"{self.collection}.{int(held.rpartition('.')[2]) + 1}"
        return built

    def switch_to(self, built: QdrantServerIndex) -> None:
        """Let the alias name what was built; see VectorIndex."""
        built._ask(lambda client: None)
        actions: list[models.AliasOperations] = [
            models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=self.collection)),
            _alias(self.collection, built.collection),
        ]
        self._ask(lambda client: client.update_collection_aliases(actions))
        self._remove(keep=built.collection)

    @property
    def crowded(self) -> bool:
        """Never: the server looks after its graphs itself."""
        return False

    def settle(self) -> None:
        """Do nothing, for the same reason."""

    def discard(self) -> None:
        """Remove the collection, and with it its alias."""
        if self._built is not None:
            self._ask(lambda client: client.delete_collection(self.collection))
        else:
            self._remove(keep="")
        self._ready = False

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        held: dict[int, int] = {}
        after: models.ExtendedPointId | None = None
        while True:
            records, after = self._scroll(after)
            held.update(map(_held, records))
            if after is None:
                return held

    def count(self) -> int:
        """Return the number of documents held."""
        return self._ask(lambda client: client.count(self.collection, exact=True)).count

    def clear(self) -> None:
        """Forget everything."""
        everything = models.FilterSelector(filter=models.Filter(must=[]))
        self._ask(lambda client: client.delete(self.collection, points_selector=everything, wait=True))

    def close(self) -> None:
        """Close the connections; closing twice is no error."""
        self._client.close()

    def _upsert(self, points: list[models.PointStruct]) -> None:
        self._ask(lambda client: client.upsert(self.collection, points=points, wait=True))

    def _scroll(
        self, after: models.ExtendedPointId | None
    ) -> tuple[list[models.Record], models.ExtendedPointId | None]:
        return self._ask(
            lambda client: client.scroll(
                self.collection, limit=RECORDS_AT_ONCE, offset=after, with_payload=_REVISION
            )
        )

    def _point(self, entry: VectorEntry) -> models.PointStruct:
        vector = vector_of(entry, dimension=self.dimension)
        return models.PointStruct(id=entry.facts.document_id, vector=vector, payload=_payload(entry.facts))

    def _ask(self, question: Callable[[QdrantClient], _Result]) -> _Result:
        """Ask the server; once more when a connection that was kept turns out to be gone. All we ask is repeatable."""
        with self._explaining():
            self._prepare()
            try:
                return question(self._client)
            except ResponseHandlingException as error:
                if "Timeout" in type(error.source).__name__:
                    raise
                return question(self._client)

    def _prepare(self) -> None:
        """Make the collection and its payload indexes, once for each process."""
        if self._ready:
            return
        with self._preparing:
            if self._ready:
                return
            if self._built is not None or not self._holding():
                self._create()
            for field, kind in _FILTER_FIELDS.items():
                self._client.create_payload_index(self.collection, field, field_schema=kind, wait=True)
            self._ready = True

    def _holding(self) -> str:
        """Return the collection that the alias stands for, or an empty text when there is none."""
        held = {each.alias_name: each.collection_name for each in self._client.get_aliases().aliases}
        return held.get(self.collection, "")

    def _names(self) -> list[str]:
        return [each.name for each in self._client.get_collections().collections]

    def _remove(self, *, keep: str) -> None:
        """Remove the collections of this model but one: what was built and never used, and what was used before."""
        for name in self._ask(lambda client: self._names()):
            alias, _, number = name.rpartition(".")
            if alias == self.collection and number.isdigit() and name != keep:
                self._ask(partial(QdrantClient.delete_collection, collection_name=name))

    def _create(self) -> None:
        """Make the collection; processes that start together make the same one."""
        name = self._built or f"{self.collection}.1"
        try:
            self._client.create_collection(
                name,
                vectors_config=models.VectorParams(size=self.dimension, distance=models.Distance.COSINE),
            )
        except UnexpectedResponse as error:
            if error.status_code != _CONFLICT and name not in self._names():
                raise
        if self._built is None and not self._holding():
            self._client.update_collection_aliases([_alias(self.collection, name)])

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Turn what the client raises into a sentence with its mend."""
        try:
            yield
        except UnexpectedResponse as error:
            raise self._refused(error) from error
        except (ResponseHandlingException, ApiException, OSError, RuntimeError) as error:
            raise EngineUnavailable(
                f"Qdrant at {self._place} cannot be reached. Start it, or check MOKUJI_QDRANT_URL."
            ) from error
        except (ValueError, AssertionError) as error:
            raise EngineUnavailable(
                f"What answers at {self._place} is not Qdrant ({error}). Check MOKUJI_QDRANT_URL."
            ) from error

    def _refused(self, error: UnexpectedResponse) -> EngineError:
        status, reason = error.status_code or 0, error.content[:300].decode("utf-8", "replace")
        if status in _WRONG_KEY:
            return EngineUnavailable(
                f"Qdrant at {self._place} refuses the key. Set MOKUJI_QDRANT_KEY to one that may write."
            )
        if status == _NOT_FOUND:
            self._ready = False
            return EngineUnavailable(
                f"The vector index {self.collection} is gone from Qdrant. Run `mokuji rebuild`."
            )
        if status >= 500:
            return EngineUnavailable(f"Qdrant at {self._place} failed ({reason}). See its log.")
        return EngineError(f"Qdrant did not accept a request ({reason}). Run `mokuji doctor`.")


def _alias(alias: str, collection: str) -> models.CreateAliasOperation:
    return models.CreateAliasOperation(
        create_alias=models.CreateAlias(alias_name=alias, collection_name=collection)
    )


def open_index(config: EngineConfig) -> QdrantServerIndex:
    """Open the index of a configuration's model."""
    if not config.vector_url:
        raise EngineUnavailable("Where Qdrant is, is not known. Set MOKUJI_QDRANT_URL.")
    client = QdrantClient(
        url=config.vector_url,
        port=None,
        api_key=config.vector_key or None,
        timeout=SECONDS,
        check_compatibility=False,
    )
    return QdrantServerIndex(
        client, place=config.vector_url, dimension=config.dimension, fingerprint=config.fingerprint
    )


def _payload(facts: Facts) -> dict[str, object]:
    return {
        "revision": facts.revision_id,
        "collection": facts.collection_id,
        "file_type": file_type_term(facts),
        "language": language_terms(facts),
        "tag": tag_terms(facts),
        "modified": facts.modified,
    }


def _conditions(only: Filter) -> list[models.Condition] | None:
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
    conditions: list[models.Condition] = [
        models.FieldCondition(key=field, match=models.MatchAny(any=values))
        for field, values in allowed.items()
        if values is not None
    ]
    if terms.documents is not None:
        ids: list[models.ExtendedPointId] = list(terms.documents)
        conditions.append(models.HasIdCondition(has_id=ids))
    if terms.modified_after is not None or terms.modified_before is not None:
        period = models.Range(gte=terms.modified_after, lte=terms.modified_before)
        conditions.append(models.FieldCondition(key="modified", range=period))
    return conditions


def _held(point: models.ScoredPoint | models.Record) -> tuple[int, int]:
    """Return document id and revision id of a point."""
    if not isinstance(point.id, int) or point.payload is None:
        raise EngineError("The vector index holds a point that is not Mokuji's. Run rebuild.")
    return point.id, int(point.payload["revision"])
