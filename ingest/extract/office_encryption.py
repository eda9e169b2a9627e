"""Office files that are encrypted with a password, by a kept library."""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path
from typing import IO
from xml.parsers.expat import ExpatError

import msoffcrypto
from msoffcrypto.exceptions import DecryptionError, FileFormatError, InvalidKeyError, ParseError

from ingest.domain.errors import Damaged, PasswordNeeded, Unsupported

_NO_SECRET = "VelvetSweatshop"
"""The password of files that Excel encrypts only to protect their structure: it opens them without asking."""

_NEEDED = "Encrypted with a password. Enter it to read this file."
_WRONG = "Wrong password. Enter the right one to read this file."
_UNUSUAL = "Encrypted in an unusual way, or damaged. Save a copy without the password in its program."
_BROKEN = (DecryptionError, FileFormatError, ParseError, ExpatError, OSError, KeyError, struct.error)


def decrypted(path: Path, password: str | None) -> IO[bytes]:
    """Return the plain file inside an encrypted one, as a temporary file that goes when it is closed.

    Raises PasswordNeeded for a missing or a wrong password, Damaged or Unsupported for what cannot be decrypted.
    """
    if password is not None:
        return _decrypted(path, password)
    try:
        return _decrypted(path, _NO_SECRET)
    except (PasswordNeeded, Damaged, Unsupported) as error:
        raise PasswordNeeded(_NEEDED) from error


def _decrypted(path: Path, password: str) -> IO[bytes]:
    plain = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    try:
        with path.open("rb") as source:
            office = msoffcrypto.OfficeFile(source)
            office.load_key(password=password, verify_password=True)
            office.decrypt(plain)
    except InvalidKeyError as error:
        plain.close()
        raise PasswordNeeded(_WRONG) from error
    except _BROKEN as error:
        plain.close()
        raise Damaged from error
    except ValueError as error:
        plain.close()
        raise Unsupported(_UNUSUAL) from error
    plain.seek(0)
    return plain
