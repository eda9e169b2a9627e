"""JSON whose escapes are whole: half a surrogate pair, which some clients send, becomes the replacement sign.

Strict parsers refuse the whole message for it, and with it the id that an answer would need: the caller would
wait for ever.
"""

from __future__ import annotations

import re

from starlette.types import Message, Receive

_ESCAPES = re.compile(
    rb"\\\\"  # a backslash itself
    rb"|\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a whole pair
    rb"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_REPLACEMENT = rb"\ufffd"


def with_whole_text(data: bytes) -> bytes:
    """Return JSON text with every half pair replaced; everything else as it was."""
    if b"\\u" not in data:
        return data
    return _ESCAPES.sub(lambda match: _REPLACEMENT if match["half"] else match.group(), data)


def whole_body(receive: Receive) -> Receive:
    """Return a `receive` whose request body comes in one piece, with whole text."""
    pieces: list[bytes] = []

    async def receiving() -> Message:
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            pieces.append(message.get("body", b""))
            if not message.get("more_body", False):
                body = with_whole_text(b"".join(pieces))
                pieces.clear()
                return {"type": "http.request", "body": body, "more_body": False}

    return receiving
