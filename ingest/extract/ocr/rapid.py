"""RapidOCR with the models that lie in its package (PP-OCRv6 small). The only module that imports it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import rapidocr

from ingest.domain.errors import Unsupported
from ingest.extract.ocr.protocol import Picture, RecognisedLine

_MODELS = Path(rapidocr.__file__).parent / "models"
_DETECTION = "PP-OCRv6_det_small.onnx"
_RECOGNITION = "PP-OCRv6_rec_small.onnx"
_FIND_AT = 1280
"""Pixels of the longer side at which lines are looked for: finer costs memory, and finds nothing more in print."""

_LARGEST = 4_000
_LEAST_CONFIDENCE = 0.5


class RapidRecogniser:
    """PP-OCRv6 small: Chinese, Japanese, English and other languages in Latin letters, in one model."""

    def __init__(self) -> None:
        """Raise Unsupported where the package came without its models: nothing is ever downloaded."""
        missing = [name for name in (_DETECTION, _RECOGNITION) if not (_MODELS / name).is_file()]
        if missing:
            raise Unsupported(
                f"OCR misses its model {missing[0]}. Install mokuji[ocr] again, with the versions it names."
            )
        cv2.setNumThreads(1)
        self._engine = rapidocr.RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.max_side_len": _LARGEST,
                "Global.text_score": _LEAST_CONFIDENCE,
                "Global.use_cls": False,
                "Det.model_path": str(_MODELS / _DETECTION),
                "Det.limit_type": "max",
                "Det.limit_side_len": _FIND_AT,
                "Rec.model_path": str(_MODELS / _RECOGNITION),
                "Rec.rec_batch_num": 1,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    def recognise(self, picture: Picture) -> list[RecognisedLine]:
        """Return the lines of a picture, from the top down."""
        shape = (picture.height, picture.width, 3)
        pixels = np.frombuffer(picture.pixels, np.uint8).reshape(shape)[:, :, ::-1]
        try:
            found = self._engine(np.ascontiguousarray(pixels))
        except Exception as error:  # of each of its libraries another kind
            if "alloc" in str(error).lower():
                raise MemoryError from error
            raise
        if found.boxes is None or found.txts is None or found.scores is None:
            return []
        return [
            RecognisedLine(text.strip(), _box(corners), float(score), _thickness(corners))
            for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
            if text.strip()
        ]


def _thickness(corners: np.ndarray) -> float:
    """The shorter side of a box that may slant; corners run clockwise from the top left."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(min(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def _box(corners: np.ndarray) -> tuple[float, float, float, float]:
    left, top = corners.min(axis=0)
    right, bottom = corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)
