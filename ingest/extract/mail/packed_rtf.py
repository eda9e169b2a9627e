"""RTF as Outlook packs it (MS-OXRTFCP): a dictionary of 4 KiB that begins with words that every RTF has."""

from __future__ import annotations

import struct

from ingest.domain.errors import Damaged

_OPENING = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_PACKED, _PLAIN = b"LZFu", b"MELA"
_WINDOW = 4096


def unpacked_rtf(data: bytes, *, most: int) -> bytes:
    """Return the RTF, at most so many bytes of it. Raises Damaged for what is not packed this way."""
    if len(data) < 16 or data[8:12] not in (_PACKED, _PLAIN):
        raise Damaged()
    size = min(struct.unpack_from("<I", data, 4)[0], most)
    if data[8:12] == _PLAIN:
        return data[16 : 16 + size]
    out = bytearray(_OPENING)
    first = len(out)
    at = 16
    while at < len(data) and len(out) - first < size:
        flags = data[at]
        at += 1
        for bit in range(8):
            if flags >> bit & 1:
                if at + 2 > len(data):
                    return bytes(out[first:])
                token = data[at] << 8 | data[at + 1]
                at += 2
                if not _copy(out, token >> 4, (token & 15) + 2):
                    return bytes(out[first : first + size])
            else:
                out += data[at : at + 1]
                at += 1
    return bytes(out[first : first + size])


def _copy(out: bytearray, offset: int, length: int) -> bool:
    """Append what stands at an offset of the window; False for the mark of the end."""
    end = len(out)
    distance = (end - offset) % _WINDOW
    if not distance:
        return False
    if distance > end:
        out += b" " * length
        return True
    for _ in range(length):
        out.append(out[len(out) - distance])
    return True
