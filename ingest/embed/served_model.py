"""A model behind an address that speaks as OpenAI's embeddings do: `https://host/v1#model`.

Prompts that a model wants stand in the address: `https://host/v1?query=query:%20&passage=passage:%20#model`.
"""

from __future__ import annotations

import email.utils
import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import httpx
import numpy as np

from ingest.domain.errors import EmbeddingError
from ingest.embed.document_windows import WINDOWS_VERSION, embed_in_windows, unit
from ingest.embed.measured_floor import measured_floor
from ingest.embed.protocol import Vector
from ingest.embed.recipe import RECIPE_VERSION

TEXTS_AT_ONCE = 64
CHARACTERS_AT_ONCE = 60_000
CHARACTERS_READ = 1_500
"""Of one window: about 500 tokens, which every model reads."""

LONGEST_QUERY = 1_500
QUERY_SECONDS, DOCUMENT_SECONDS = 10.0, 120.0
QUERY_TRIES, DOCUMENT_TRIES = 2, 6
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0
_LATER = {408, 409, 429, 500, 502, 503, 504}
_WRONG_KEY = {401, 403}

Wait = Callable[[float], object]


class ServedModel:
    """An Embedder whose vectors come over HTTP."""

    def __init__(self, address: str, *, key: str = "", wait: Wait = time.sleep) -> None:
        """address: as the module says. wait: passes seconds between tries. Raises EmbeddingError for an address
        that names no model. Nothing is asked before the first text."""
        parts = urlsplit(address)
        asked = parse_qs(parts.query)
        self._model = unquote(parts.fragment)
        if not self._model:
            raise EmbeddingError(
                "The address in MOKUJI_EMBEDDING_MODEL names no model. Write it behind a #, as https://host/v1#model."
            )
        self._place = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
        self._prompts = asked.get("query", [""])[0], asked.get("passage", [""])[0]
        self._key, self._wait = key, wait
        self._http = httpx.Client(headers={"Authorization": f"Bearer {key}"} if key else {})
        self._lock = threading.Lock()
        self._dimension = 0
        self._floor: float | None = None

    @property
    def fingerprint(self) -> str:
        """Names address, model, prompts and recipe: what the server changes behind them, nobody can tell."""
        told = "\n".join((self._place, self._model, *self._prompts))
        digest = hashlib.sha256(told.encode()).hexdigest()[:12]
        return f"served-{digest}-{self.dimension}-w{WINDOWS_VERSION}-r{RECIPE_VERSION}"

    @property
    def dimension(self) -> int:
        """Length of every vector. Asks the server the first time."""
        if not self._dimension:
            self.embed_query("mokuji")
        return self._dimension

    @property
    def similarity_floor(self) -> float:
        """Cosine under which a document has nothing to do with a query, measured when the model is warmed."""
        if self._floor is None:
            self._floor = measured_floor(self.embed_query, self.embed_documents)
        return self._floor

    def warm(self) -> None:
        """Ask for the first vectors."""
        assert self.similarity_floor is not None

    def embed_query(self, text: str) -> Vector:
        """Return the vector of a query. Raises EmbeddingError; it is tried twice only, since somebody waits."""
        asked = self._prompts[0] + text[:LONGEST_QUERY]
        vector: Vector = self._vectors([asked], seconds=QUERY_SECONDS, tries=QUERY_TRIES)[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Vector:
        """Return vectors of documents' texts. A server that is busy is waited for. Raises EmbeddingError."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return embed_in_windows(texts, self._embed_pieces, characters=CHARACTERS_READ)

    def _embed_pieces(self, pieces: Sequence[str]) -> Vector:
        prompted = [self._prompts[1] + piece for piece in pieces]
        found = [
            self._vectors(batch, seconds=DOCUMENT_SECONDS, tries=DOCUMENT_TRIES)
            for batch in _batches(prompted)
        ]
        return np.concatenate(found)

    def _vectors(self, texts: list[str], *, seconds: float, tries: int) -> Vector:
        body = {
            "model": self._model,
            "input": [text.strip() or " " for text in texts],
            "encoding_format": "float",
        }
        return self._read(self._ask(body, seconds=seconds, tries=tries), len(texts))

    def _ask(self, body: dict[str, Any], *, seconds: float, tries: int) -> httpx.Response:
        trouble, pause = "", FIRST_WAIT
        for attempt in range(tries):
            if attempt:
                self._wait(min(pause, LONGEST_WAIT))
            pause = FIRST_WAIT * 2 ** (attempt + 1)
            try:
                answer = self._http.post(f"{self._place}/embeddings", json=body, timeout=seconds)
            except httpx.TimeoutException:
                trouble = f"did not answer within {seconds:.0f} seconds"
                continue
            except httpx.HTTPError as error:
                trouble = f"cannot be reached ({self._without_key(str(error))})"
                continue
            if answer.is_success:
                return answer
            trouble = f"answered {answer.status_code} ({self._without_key(_message(answer))})"
            if answer.status_code in _WRONG_KEY:
                raise EmbeddingError(
                    f"The embedding server at {self._place} refuses the key. Set MOKUJI_EMBEDDING_KEY."
                )
            if answer.status_code not in _LATER:
                break
            pause = max(pause, _asked_to_wait(answer))
        raise EmbeddingError(
            f"The embedding server at {self._place} {trouble}. Check that it runs and knows the model {self._model}."
        )

    def _read(self, answer: httpx.Response, count: int) -> Vector:
        try:
            rows = sorted(answer.json()["data"], key=lambda row: int(row["index"]))
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (ValueError, KeyError, TypeError) as error:
            raise EmbeddingError(
                f"What answers at {self._place} is no embedding server. Check MOKUJI_EMBEDDING_MODEL: "
                "it is the address up to /v1, then # and the model."
            ) from error
        if vectors.ndim != 2 or len(vectors) != count or not np.isfinite(vectors).all():
            raise EmbeddingError(
                f"The embedding server at {self._place} gave {len(vectors)} vectors that cannot be used "
                f"for {count} texts. Check its model {self._model}."
            )
        with self._lock:
            self._dimension = self._dimension or vectors.shape[1]
            if vectors.shape[1] != self._dimension:
                raise EmbeddingError(
                    f"The embedding server at {self._place} gives vectors of {vectors.shape[1]} numbers now and "
                    f"gave {self._dimension} before: another model answers. Restart Mokuji, it then builds a new index."
                )
        return unit(vectors)

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "…") if self._key else text


def open_served(folder: Path, *, name: str, threads: int, key: str) -> ServedModel:
    """Open the model behind an address; it keeps no files and computes nothing here."""
    return ServedModel(name, key=key)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) >= TEXTS_AT_ONCE or characters + len(text) > CHARACTERS_AT_ONCE):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch


def _asked_to_wait(answer: httpx.Response) -> float:
    """Return the seconds of Retry-After, which is a number or a date; 0 without one."""
    told = answer.headers.get("Retry-After", "")
    if told.strip().isdigit():
        return float(told)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(told).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0


def _message(answer: httpx.Response) -> str:
    try:
        told = answer.json()["error"]
        return str(told["message"] if isinstance(told, dict) else told)[:200]
    except (ValueError, KeyError, TypeError):
        return answer.reason_phrase
