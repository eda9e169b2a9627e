"""Office files that are locked as [MS-OFFCRYPTO] says, also in the ways that the kept library does not write."""

from __future__ import annotations

import base64
import hashlib
import os
import struct
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from msoffcrypto.method.container.ecma376_encrypted import ECMA376Encrypted

_PURPOSES = ("fea7d2763b4b9e79", "d7aa0f6d3061344e", "146e0be7abacd0d6")
_SEGMENT = 4096


def locked_with_sha1(
    path: Path, password: str, *, key_bits: int, cipher: str = "AES", hash_name: str = "SHA1"
) -> Path:
    """Write the locked twin of a file, as Office 2010 does; cipher and hash_name: what it claims to be locked with."""
    salt, content_salt, secret = os.urandom(16), os.urandom(16), os.urandom(key_bits // 8)
    hashed = _sha1(salt + password.encode("utf-16-le"))
    for number in range(100):
        hashed = _sha1(struct.pack("<I", number) + hashed)
    keys = [
        _sha1(hashed + bytes.fromhex(each))[: key_bits // 8].ljust(key_bits // 8, b"6") for each in _PURPOSES
    ]
    told = os.urandom(16)
    values = [_chained(data, key, salt) for data, key in zip((told, _sha1(told), secret), keys, strict=True)]
    plain = path.read_bytes()
    package = struct.pack("<Q", len(plain)) + b"".join(
        _chained(
            plain[at : at + _SEGMENT], secret, _sha1(content_salt + struct.pack("<I", at // _SEGMENT))[:16]
        )
        for at in range(0, len(plain), _SEGMENT)
    )
    shared = (
        f'saltSize="16" blockSize="16" keyBits="{key_bits}" hashSize="20" cipherAlgorithm="{cipher}" '
        f'cipherChaining="ChainingModeCBC" hashAlgorithm="{hash_name}"'
    )
    kind = "http://schemas.microsoft.com/office/2006/"
    names = ("encryptedVerifierHashInput", "encryptedVerifierHashValue", "encryptedKeyValue")
    opened_by = " ".join(f'{name}="{_text(value)}"' for name, value in zip(names, values, strict=True))
    said = (
        f'<?xml version="1.0" encoding="UTF-8"?><encryption xmlns="{kind}encryption" '
        f'xmlns:p="{kind}keyEncryptor/password">'
        f'<keyData {shared} saltValue="{_text(content_salt)}"/>'
        f'<dataIntegrity encryptedHmacKey="{_text(bytes(32))}" encryptedHmacValue="{_text(bytes(32))}"/>'
        f'<keyEncryptors><keyEncryptor uri="{kind}keyEncryptor/password">'
        f'<p:encryptedKey spinCount="100" {shared} saltValue="{_text(salt)}" {opened_by}/>'
        "</keyEncryptor></keyEncryptors></encryption>"
    )
    locked = path.with_suffix(".locked")
    with locked.open("wb") as file:
        ECMA376Encrypted(package, struct.pack("<HHI", 4, 4, 0x40) + said.encode()).write_to(file)
    return locked


def _chained(data: bytes, key: bytes, start: bytes) -> bytes:
    encryptor = Cipher(AES(key), CBC(start)).encryptor()
    return encryptor.update(data.ljust(-(-len(data) // 16) * 16, b"\0")) + encryptor.finalize()


def _sha1(data: bytes) -> bytes:
    return hashlib.sha1(data, usedforsecurity=False).digest()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
