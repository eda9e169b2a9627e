"""What a recogniser is: pixels in, lines with boxes and confidence out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels of a page, row by row from the top left, three bytes (red, green, blue) each."""

    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A line of text in a picture. box: left, top, right, bottom in pixels. confidence: 0 to 1.

    thickness: how high its characters stand in pixels, also where it slants; 0 for that of the box.
    """

    text: str
    box: tuple[float, float, float, float]
    confidence: float
    thickness: float = 0.0

    @property
    def vertical(self) -> bool:
        """Whether its characters stand below each other."""
        left, top, right, bottom = self.box
        return len(self.text) > 1 and bottom - top > 1.5 * (right - left)


class Recogniser(Protocol):
    """Recognises text. Holds a model; made once for a process."""

    def recognise(self, picture: Picture) -> list[RecognisedLine]:
        """Return the lines of a picture, from the top down; none where there is no text."""
        ...
