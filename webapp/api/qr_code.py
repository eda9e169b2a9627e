"""QR codes: the one module that knows segno, which draws them."""

from __future__ import annotations

import segno


def as_picture(text: str) -> str:
    """Return a QR code of a text as a `data:` address of an SVG picture, black on white."""
    drawn = segno.make(text, error="m", micro=False)
    return str(drawn.svg_data_uri(scale=4, border=4, dark="#000", light="#fff"))
