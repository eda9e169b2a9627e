"""Runs the model with onnxruntime: one text at a time, on the thread that calls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from ingest.domain.errors import EmbeddingError

_ERRORS_ONLY = 3


class OnnxSession:
    """A loaded model. Safe to call from several threads.

    With one intra-op thread there is no pool inside: every call computes on its own caller, with the GIL
    released. So a query never queues behind bulk work, and several documents at once are several calling
    threads.
    """

    def __init__(self, path: Path) -> None:
        """Load a model file. Raises EmbeddingError."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the library has no common class of errors
            raise EmbeddingError(
                f"The embedding model {path} cannot be loaded ({error}). Delete its folder; it is made again."
            ) from error

    def run(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """Return the mean hidden state of a text, shape (hidden,).

        ids: begin and end included, at most 512.
        """
        try:
            (pooled,) = self._session.run(None, {"input_ids": np.array([ids], dtype=np.int64)})
        except Exception as error:
            raise EmbeddingError(f"The embedding model failed on {len(ids)} tokens ({error}).") from error
        result: NDArray[np.float32] = pooled[0]
        return result
