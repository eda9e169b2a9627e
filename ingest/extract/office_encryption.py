"""Office files that are encrypted with a password, by a kept library."""

from __future__ import annotations

import re
import struct
import tempfile
from pathlib import Path
from typing import IO, Any
from xml.parsers.expat import ExpatError

import msoffcrypto
from msoffcrypto.exceptions import DecryptionError, FileFormatError, InvalidKeyError, ParseError

from ingest.domain.errors import Damaged, PasswordNeeded, Unsupported
from ingest.extract.office_key import PasswordLock

_NO_SECRET = "VelvetSweatshop"
"""The password of files that Excel encrypts only to protect their structure: it opens them without asking."""

_NEEDED = "Encrypted with a password. Enter it to read this file."
_WRONG = "Wrong password. Enter the right one to read this file."
_UNUSUAL = (
    "Encrypted in a way that cannot be opened here, even with its password, or damaged. "
    "Open it in its program and save it without the password."
)
_BROKEN = (ParseError, ExpatError, OSError, KeyError, IndexError, struct.error)

_SHA1 = frozenset({"SHA1", "SHA-1"})
_HASHES = _SHA1 | {"SHA256", "SHA384", "SHA512"}
_KEY_BITS = frozenset({128, 192, 256})
_AES = frozenset({0x660E, 0x660F, 0x6610})
_OTHER_CIPHER = re.compile(rb'\bcipher(Algorithm="(?!AES")|Chaining="(?!ChainingModeCBC"))')


def decrypted(path: Path, password: str | None) -> IO[bytes]:
    """Return the plain file inside an encrypted one, as a temporary file that goes when it is closed.

    Raises PasswordNeeded for a missing or a wrong password, Unsupported for a kind of encryption that no password opens
    here (nobody is asked for one), Damaged for what cannot be decrypted.
    """
    if password is not None:
        return _decrypted(path, password)
    try:
        return _decrypted(path, _NO_SECRET)
    except (PasswordNeeded, Damaged) as error:
        raise PasswordNeeded(_NEEDED) from error


def _decrypted(path: Path, password: str) -> IO[bytes]:
    plain = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    try:
        with path.open("rb") as source:
            office = msoffcrypto.OfficeFile(source)
            _unlock(office, password)
            office.decrypt(plain)
    except InvalidKeyError as error:
        plain.close()
        raise PasswordNeeded(_WRONG) from error
    except _BROKEN as error:
        plain.close()
        raise Damaged from error
    except (DecryptionError, FileFormatError, ValueError) as error:
        plain.close()
        raise Unsupported(_UNUSUAL) from error
    plain.seek(0)
    return plain


def _unlock(office: Any, password: str) -> None:
    """Give the library the key. Raises InvalidKeyError for a wrong password, DecryptionError for an unknown kind."""
    kind = getattr(office, "type", None)
    if kind == "standard" and office.info["header"]["algId"] not in _AES:
        raise DecryptionError("not AES")
    if kind != "agile":
        office.load_key(password=password, verify_password=True)
        return
    info = office.info
    with office.file.openstream("EncryptionInfo") as stream:
        unknown = _OTHER_CIPHER.search(stream.read())
    hashes = {info["passwordHashAlgorithm"], info["keyDataHashAlgorithm"]}
    if unknown or not hashes <= _HASHES or info["passwordKeyBits"] not in _KEY_BITS:
        raise DecryptionError("not AES and SHA")
    if info["passwordHashAlgorithm"] not in _SHA1:
        office.load_key(password=password, verify_password=True)
        return
    lock = PasswordLock(
        salt=info["passwordSalt"],
        rounds=info["spinValue"],
        key_bits=info["passwordKeyBits"],
        verifier_input=info["encryptedVerifierHashInput"],
        verifier_hash=info["encryptedVerifierHashValue"],
        key_value=info["encryptedKeyValue"],
    )
    key = lock.opened(password)
    if key is None:
        raise InvalidKeyError(_WRONG)
    office.load_key(secret_key=key)
