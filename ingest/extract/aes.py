"""The AES of encrypted zips and Office files, by `cryptography`."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC, ECB


def block_encryptor(key: bytes) -> CipherContext:
    """Return what encrypts single blocks, for a keystream of counters: it is not meant for text."""
    return Cipher(AES(key), ECB()).encryptor()  # noqa: S305  counters, never text


def chained_plain(data: bytes, *, key: bytes, start: bytes) -> bytes:
    """Return the plain bytes of whole blocks that were encrypted in a chain (CBC).

    start: the initial vector, 16 bytes. Raises ValueError for a key or data of a length that AES does not know.
    """
    decryptor = Cipher(AES(key), CBC(start)).decryptor()
    return decryptor.update(data) + decryptor.finalize()
