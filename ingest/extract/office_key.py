"""The key of an Office file that was encrypted with SHA-1, as Office 2010 does: [MS-OFFCRYPTO] 2.3.4.11 to 2.3.4.13.

Such a hash is shorter than a key of 256 bits, and its 20 bytes fill no whole blocks; the kept library expects neither.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from ingest.extract.aes import chained_plain

_BLOCK = 16
_FILL = b"\x36"
_VERIFIER_INPUT = bytes.fromhex("fea7d2763b4b9e79")
_VERIFIER_HASH = bytes.fromhex("d7aa0f6d3061344e")
_KEY_VALUE = bytes.fromhex("146e0be7abacd0d6")


@dataclass(frozen=True, slots=True)
class PasswordLock:
    """What a file says of the lock that its password opens. rounds: how often the password is hashed."""

    salt: bytes
    rounds: int
    key_bits: int
    verifier_input: bytes
    verifier_hash: bytes
    key_value: bytes

    def opened(self, password: str) -> bytes | None:
        """Return the key of the file's content, or None for a wrong password.

        Raises ValueError where the lengths are none of AES.
        """
        hashed = _sha1(self.salt + password.encode("utf-16-le"))
        for number in range(self.rounds):
            hashed = _sha1(struct.pack("<I", number) + hashed)
        told = self._plain(self.verifier_input, hashed, _VERIFIER_INPUT)
        wanted = self._plain(self.verifier_hash, hashed, _VERIFIER_HASH)
        if _sha1(told) != wanted[:20]:
            return None
        return self._plain(self.key_value, hashed, _KEY_VALUE)[: self.key_bits // 8]

    def _plain(self, data: bytes, hashed: bytes, purpose: bytes) -> bytes:
        key = _fitted(_sha1(hashed + purpose), self.key_bits // 8)
        return chained_plain(data, key=key, start=_fitted(self.salt, _BLOCK))


def _sha1(data: bytes) -> bytes:
    return hashlib.sha1(data, usedforsecurity=False).digest()


def _fitted(data: bytes, length: int) -> bytes:
    return data[:length] + _FILL * (length - len(data))
