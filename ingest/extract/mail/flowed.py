"""Plain bodies: paragraphs that were broken for transport are joined again (RFC 3676)."""

from __future__ import annotations


def unflowed(text: str, *, joined: bool = False) -> list[str]:
    """Return the lines of a `format=flowed` text with soft breaks undone, within one depth of quotation.

    joined: the blank before a soft break was added (`delsp=yes`).
    """
    lines: list[str] = []
    held, held_depth = "", -1
    for raw in text.split("\n"):
        depth = len(raw) - len(raw.lstrip(">"))
        body = raw[depth:].removeprefix(" ")
        if held_depth >= 0 and depth != held_depth:
            lines.append(_quoted(held, held_depth))
            held, held_depth = "", -1
        held += body
        if body.endswith(" ") and body != "-- ":
            held = held[:-1] if joined else held
            held_depth = depth
            continue
        lines.append(_quoted(held, depth))
        held, held_depth = "", -1
    if held_depth >= 0:
        lines.append(_quoted(held, held_depth))
    return lines


def _quoted(body: str, depth: int) -> str:
    text = body.rstrip()
    if not depth:
        return text
    return f"{'>' * depth} {text}".rstrip()
