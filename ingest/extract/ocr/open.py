"""Whether text in pictures can be recognised here, and the recogniser of this process."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from ingest.extract.ocr.protocol import Recogniser

MEND = "Install mokuji[ocr] on the server and reindex it, or add a version with text."
"""What helps where nothing recognises text."""


def is_installed() -> bool:
    """Whether the extra `ocr` is there. Looks, and imports nothing."""
    return all(importlib.util.find_spec(name) is not None for name in ("rapidocr", "cv2", "PIL"))


class Frames(Protocol):
    """Writes the frames of a picture file as the pages of a PDF."""

    def __call__(self, path: Path, target: Path, *, most_frames: int) -> None:
        """Raise Damaged or TooLarge."""
        ...


def open_frames() -> Frames:
    """Return what opens picture files. Its library comes with the extra, too."""
    return cast(Frames, importlib.import_module("ingest.extract.ocr.frames").as_pdf)


@cache
def open_recogniser() -> Recogniser:
    """Return the recogniser, loaded once. Its library is imported here, in the child that recognises."""
    return cast(Recogniser, importlib.import_module("ingest.extract.ocr.rapid").RapidRecogniser())
