"""Zip members that WinZip, 7-Zip and others encrypt by AES (AE-1, AE-2): streamed, verified."""

from __future__ import annotations

import hashlib
import hmac
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from ingest.domain.errors import Damaged, PasswordNeeded, Unsupported
from ingest.extract.aes import block_encryptor

METHOD = 99
_EXTRA = 0x9901
_KEY_BYTES = {1: 16, 2: 24, 3: 32}
_ROUNDS = 1000
_SEAL = 10
_BLOCK = 16
_CHUNK = 1 << 16
_OUT = 1 << 20


def decrypted(path: Path, info: zipfile.ZipInfo, password: bytes) -> Iterator[bytes]:
    """Yield the unpacked bytes of a member. Raises PasswordNeeded for a wrong password, Damaged, Unsupported."""
    key_bytes, method = _facts(info)
    with path.open("rb") as file:
        file.seek(info.header_offset)
        header = file.read(30)
        if header[:4] != b"PK\x03\x04":
            raise Damaged
        file.seek(sum(struct.unpack_from("<HH", header, 26)), 1)
        salt, check = file.read(key_bytes // 2), file.read(2)
        keys = hashlib.pbkdf2_hmac("sha1", password, salt, _ROUNDS, key_bytes * 2 + 2)
        if keys[-2:] != check:
            raise PasswordNeeded("Wrong password. Enter the right one to read this file.")
        seal = hmac.new(keys[key_bytes : key_bytes * 2], digestmod=hashlib.sha1)
        stream = _Keystream(keys[:key_bytes])
        unpacker = zlib.decompressobj(-15) if method == zipfile.ZIP_DEFLATED else None
        left = info.compress_size - key_bytes // 2 - 2 - _SEAL
        while left > 0 and (data := file.read(min(_CHUNK, left))):
            left -= len(data)
            seal.update(data)
            yield from _unpacked(unpacker, stream.apply(data))
        if unpacker is not None:
            yield unpacker.flush()
        if left > 0 or not hmac.compare_digest(seal.digest()[:_SEAL], file.read(_SEAL)):
            raise Damaged


def _facts(info: zipfile.ZipInfo) -> tuple[int, int]:
    """Return the length of the key and how the plain bytes are packed."""
    extra = info.extra
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind == _EXTRA and len(extra) >= 11:
            key_bytes, method = _KEY_BYTES.get(extra[8], 0), struct.unpack_from("<H", extra, 9)[0]
            if key_bytes and method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                return key_bytes, method
        extra = extra[4 + length :]
    raise Unsupported("Encrypted in a way that is not supported. Unpack it yourself and add the files.")


class _Keystream:
    """AES in counter mode, with the counter from 1 and its low byte first."""

    def __init__(self, key: bytes) -> None:
        self._encryptor = block_encryptor(key)
        self._next = 1

    def apply(self, data: bytes) -> bytes:
        """Encrypt or decrypt the next piece; every piece but the last is a multiple of the block."""
        blocks = -(-len(data) // _BLOCK)
        counters = b"".join(
            number.to_bytes(_BLOCK, "little") for number in range(self._next, self._next + blocks)
        )
        self._next += blocks
        mask = self._encryptor.update(counters)[: len(data)]
        mixed = int.from_bytes(data, "little") ^ int.from_bytes(mask, "little")
        return mixed.to_bytes(len(data), "little")


def _unpacked(unpacker: zlib._Decompress | None, data: bytes) -> Iterator[bytes]:
    """Yield unpacked bytes in bounded pieces."""
    if unpacker is None:
        yield data
        return
    try:
        while data:
            yield unpacker.decompress(data, _OUT)
            data = unpacker.unconsumed_tail
    except zlib.error as error:
        raise Damaged from error
