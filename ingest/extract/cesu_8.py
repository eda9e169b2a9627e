"""UTF-8 with surrogates in it, as programs write that think in UTF-16: pairs are one character, lone ones none."""

from __future__ import annotations

import re

_HALVES = re.compile(rb"(?:\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf])|\xed[\xa0-\xbf][\x80-\xbf]")


def without_surrogates(data: bytes) -> bytes:
    """Return UTF-8 with each pair of surrogates as the character it means and each lone one as U+FFFD.

    Bytes that are UTF-8 come back as they are: they hold no surrogates.
    """
    return _HALVES.sub(_character, data)


def _character(match: re.Match[bytes]) -> bytes:
    halves = match.group().decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass")
    return halves.decode("utf-16-le", "replace").encode()
