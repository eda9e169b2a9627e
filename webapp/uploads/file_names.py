"""Names of files as people may see them. A name is a fact about a document; it never becomes a path."""

from __future__ import annotations

import re
import unicodedata

from ingest.domain.cleaning import clean, spelt_out
from webapp.library.errors import BadRequest

UNNAMED = "unnamed"
MAX_LENGTH = 255
MAX_SOURCE = 4_000

_JOINERS = frozenset("\u200c\u200d")
"""Scripts and emoji need them between letters and pictures; elsewhere they go, like all that nobody sees."""

_GONE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_WINDOWS_PATH = re.compile(r"^[A-Za-z]:|^\\|\.\.\\|\\\.\.")
"""A path as Windows writes it: a drive, a root, a step upwards. Elsewhere a backslash is part of a name,
shown as `_`."""

_EXTENSION = re.compile(r"\.[^.\s]{1,16}$")


def clean_file_name(name: str) -> str:
    """Return a name that is safe to show and store: the last part of a path, one line, 255 characters.

    Control, invisible and direction-override characters go, and so do lone surrogates; Unicode is composed
    (NFC). A name with nothing left is `unnamed`. A long name keeps its extension.
    """
    path = name.replace("\\", "/" if _WINDOWS_PATH.search(name) else "_")
    parts = [cleaned for part in path.split("/") if (cleaned := _clean_part(part))]
    last = parts[-1] if parts else ""
    if not last.strip("."):
        return UNNAMED
    return _shortened(last)


def _clean_part(part: str) -> str:
    seen = "".join(
        character
        for character in part
        if character in _JOINERS or unicodedata.category(character) not in _GONE_CATEGORIES
    )
    composed = " ".join(unicodedata.normalize("NFC", clean(seen).text).split())
    return composed if composed.strip("\u200c\u200d ") else ""


def _shortened(name: str) -> str:
    if len(name) <= MAX_LENGTH:
        return name
    extension = found[0] if (found := _EXTENSION.search(name)) else ""
    return clean(name[: MAX_LENGTH - len(extension) - 1]).text.rstrip() + "…" + extension


def clean_source(source: str) -> str:
    """Return what identifies a file over time, without characters that a database cannot keep.

    Characters that nobody sees are written out, such as `\\u{202E}`: two sources that differ must stay different.
    Raises BadRequest for one that is too long.
    """
    kept = spelt_out("".join(c for c in source if c != "\0" and not 0xD800 <= ord(c) <= 0xDFFF).strip())
    if len(kept) > MAX_SOURCE:
        raise BadRequest(
            f"`source` has {len(kept):,} characters, but may have {MAX_SOURCE:,}. Use a shorter one."
        )
    return kept


def short_type(name: str) -> str:
    """Return the extension of a name as the type of a file that nothing recognised; `bin` without one."""
    extension = found[0][1:].lower() if (found := _EXTENSION.search(name)) else ""
    return extension if extension.isascii() and extension.isalnum() else "bin"
