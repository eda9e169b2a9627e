"""A picture file as a PDF of its frames. The only module that knows Pillow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from ingest.domain.errors import Damaged, TooLarge

_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
_MOST_PIXELS = 80_000_000
_LONGEST = 2_600
"""Pixels of the longer side that are kept: recognition uses no more."""

_PAGE_POINTS = 842.0
_LEAST_DPI, _MOST_DPI = 60, 1_200
_QUALITY = 92

Image.MAX_IMAGE_PIXELS = None  # looked at below, with a sentence for people


def as_pdf(path: Path, target: Path, *, most_frames: int) -> None:
    """Write the frames of a picture as the pages of a PDF; of an animation the first.

    Pages are as large as the picture says, or as a sheet of paper. Raises Damaged and TooLarge.
    """
    try:
        with Image.open(path, formats=_FORMATS) as picture:
            frames = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
            if frames > most_frames:
                raise TooLarge(f"Too large: {frames:,} pictures, {most_frames:,} are allowed. Split it.")
            points = _points(picture)
            pages = _pages(picture, frames)
            first = next(pages)
            first.save(
                target,
                "PDF",
                save_all=True,
                append_images=pages,
                resolution=max(first.size) * 72 / points,
                quality=_QUALITY,
            )
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise Damaged("Damaged: the picture cannot be opened. Save it again in its program.") from error


def _points(picture: Image.Image) -> float:
    """The longer side in points."""
    dpi = picture.info.get("dpi", (0, 0))[0]
    longest = max(picture.size)
    return longest * 72 / float(dpi) if _LEAST_DPI <= dpi <= _MOST_DPI else _PAGE_POINTS


def _pages(picture: Image.Image, frames: int) -> Iterator[Image.Image]:
    for index in range(frames):
        picture.seek(index)
        if picture.width * picture.height > _MOST_PIXELS:
            raise TooLarge(
                f"Too large: {picture.width:,} by {picture.height:,} pixels. Save it smaller, or in parts."
            )
        yield _on_paper(picture)


def _on_paper(frame: Image.Image) -> Image.Image:
    """The frame as it is shown, small enough, on white."""
    if frame.mode.startswith("I;16"):
        frame = frame.point(lambda value: value / 256).convert("L")
    if frame.mode not in ("1", "L", "RGB", "CMYK"):
        frame = frame.convert("RGBA" if "A" in frame.getbands() or "transparency" in frame.info else "RGB")
    if frame.mode == "1":
        frame = frame.convert("L")
    shown = ImageOps.exif_transpose(frame)
    shown.thumbnail((_LONGEST, _LONGEST))
    if shown.mode != "RGBA":
        return shown.convert("L" if shown.mode == "L" else "RGB")
    paper = Image.new("RGB", shown.size, "white")
    paper.paste(shown, mask=shown.getchannel("A"))
    return paper
