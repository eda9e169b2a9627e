"""Containers that tests build: archives and mails."""

from __future__ import annotations

import hashlib
import hmac
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from email.message import EmailMessage

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB


def zipped(members: Mapping[str, bytes | str], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 5, 31, 14, 0, 0)), content, method)
    return out.getvalue()


def tarred(members: dict[str, bytes], *, mode: str = "w:gz") -> bytes:
    """A tar with these members."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def mail(subject: str, body: str, **files: bytes) -> bytes:
    """A mail with attachments; `report_md=b"…"` is attached as `report.md`."""
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = "Alice Example <alice@example.org>"
    message["To"] = "Bob <bob@example.org>"
    message["Date"] = "Fri, 31 May 2024 14:00:00 +0900"
    message.set_content(body)
    for name, content in files.items():
        stem, _, ending = name.rpartition("_")
        message.add_attachment(
            content, maintype="application", subtype="octet-stream", filename=f"{stem}.{ending}"
        )
    return message.as_bytes()


def nested(depth: int, innermost: dict[str, bytes | str]) -> bytes:
    """A zip in a zip in a zip: so many of them."""
    content = zipped(innermost)
    for level in range(depth - 1, 0, -1):
        content = zipped({f"level{level + 1}.zip": content})
    return content


def locked(members: dict[str, bytes], password: str) -> bytes:
    """A zip whose members are encrypted in the old way of PKZIP, stored."""
    plain = bytearray(zipped(dict(members), method=zipfile.ZIP_STORED))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(plain)) as archive, zipfile.ZipFile(out, "w") as sealed:
        for info in archive.infolist():
            content = archive.read(info)
            sealed.writestr(info.filename, _encrypted(content, password.encode()))
    data = bytearray(out.getvalue())
    return _marked_as_encrypted(data, members)


def aes_locked(name: str, content: bytes, password: str, *, strength: int = 3) -> bytes:
    """A zip with one member that is packed and encrypted as WinZip does (AE-2)."""
    packer = zlib.compressobj(wbits=-15)
    plain = packer.compress(content) + packer.flush()
    key_bytes = {1: 16, 2: 24, 3: 32}[strength]
    salt = bytes(range(key_bytes // 2))
    keys = hashlib.pbkdf2_hmac("sha1", password.encode(), salt, 1000, key_bytes * 2 + 2)
    cipher = Cipher(AES(keys[:key_bytes]), ECB()).encryptor()
    sealed = bytearray()
    for number, start in enumerate(range(0, len(plain), 16), 1):
        mask = cipher.update(number.to_bytes(16, "little"))
        sealed += bytes(a ^ b for a, b in zip(plain[start : start + 16], mask, strict=False))
    seal = hmac.new(keys[key_bytes : key_bytes * 2], sealed, hashlib.sha1).digest()[:10]
    data = salt + keys[-2:] + bytes(sealed) + seal
    extra = struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", strength, zipfile.ZIP_DEFLATED)
    facts = struct.pack(
        "<HHHHHIIIHH", 51, 1, 99, 0, 0x58BF, 0, len(data), len(content), len(name), len(extra)
    )
    local = b"PK\x03\x04" + facts + name.encode() + extra + data
    listed = b"PK\x01\x02\x33\x00" + facts + bytes(14) + name.encode() + extra
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(listed), len(local), 0)
    return local + listed + end


def _encrypted(content: bytes, password: bytes) -> bytes:
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = _crc(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = _crc(keys[2], keys[1] >> 24)

    for byte in password:
        update(byte)
    header = bytes(11) + bytes([zlib.crc32(content) >> 24])
    out = bytearray()
    for byte in header + content:
        mixed = (keys[2] | 2) & 0xFFFF
        out.append(byte ^ ((mixed * (mixed ^ 1)) >> 8 & 0xFF))
        update(byte)
    return bytes(out)


def _crc(value: int, byte: int) -> int:
    return zlib.crc32(bytes([byte]), value ^ 0xFFFFFFFF) ^ 0xFFFFFFFF


def _marked_as_encrypted(data: bytearray, members: dict[str, bytes]) -> bytes:
    """Set the flag, the checksum and the true size in both headers of each member."""
    for signature, flag_at, crc_at in ((b"PK\x03\x04", 6, 14), (b"PK\x01\x02", 8, 16)):
        at = -1
        for content in members.values():
            at = data.index(signature, at + 1)
            data[at + flag_at] |= 1
            data[at + crc_at : at + crc_at + 4] = zlib.crc32(content).to_bytes(4, "little")
            data[at + crc_at + 8 : at + crc_at + 12] = len(content).to_bytes(4, "little")
    return bytes(data)
