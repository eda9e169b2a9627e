"""Which kind of file this is, and who reads it. Content decides; the ending only helps among texts.

The formats stand in `formats`; their readers are imported when a file of their kind comes, in this one place.
"""

from __future__ import annotations

import importlib
import os
import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, Unsupported
from ingest.domain.formats import (
    BY_MEDIA_TYPE,
    DOCX,
    FORMATS,
    HTML,
    MSG,
    PDF,
    PICTURES,
    PLAIN,
    PPTX,
    RTF,
    TAR,
    XLS,
    XLSX,
    ZIP,
    Format,
)
from ingest.extract.encoding import decode, looks_like_text
from ingest.extract.protocol import Extractor
from ingest.extract.signatures import check_directory, is_archive, is_old_workbook, is_outlook_mail, is_tar
from ingest.extract.timed.signatures import recording_type

_DOWNLOAD_ENDINGS = frozenset({"", "txt", "asp", "aspx", "cgi", "jsp"})
"""Endings under which a text that begins like a web page is one."""

_BINARY_ENDINGS = frozenset(
    [
        "7z",
        "bin",
        "bmp",
        "doc",
        "docm",
        "docx",
        "dot",
        "dotx",
        "epub",
        "exe",
        "gif",
        "gz",
        "ico",
        "jpeg",
        "jpg",
        "mobi",
        "mp3",
        "mp4",
        "odp",
        "ods",
        "odt",
        "ogg",
        "pdf",
        "png",
        "ppt",
        "pptx",
        "rar",
        "tar",
        "tif",
        "tiff",
        "webp",
        "xls",
        "xlsb",
        "xlsm",
        "xlsx",
        "xz",
        "zip",
    ]
)
_PLAIN_ENDINGS = frozenset({"txt", "text", "log"})
_STUB_BYTES = 64
"""A text this short under the name of a binary format is a failed download, not a document."""

_HEAD = 65_536
_SEARCHED = 4_000_000
"""Bytes in which NULs are looked for, to say why a file is no text."""

_PDF_JUNK = 4_096

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"II*\x00", "an image"),
    (b"MM\x00*", "an image"),
    (b"BM", "an image"),
    (b"RIFF", "audio, video or an image"),
    (b"OggS", "audio or video"),
    (b"ID3", "audio"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"\x1f\x8b", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"\xfd7zXZ\x00", "a compressed file"),
    (b"7z\xbc\xaf\x27\x1c", "a compressed file"),
    (b"Rar!", "a compressed file"),
    (b"(\xb5/\xfd", "a compressed file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3\x00", "a database"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_REFUSED_MEMBERS = (("content.xml", "an OpenDocument file"),)
_BY_ENDING: dict[str, list[Format]] = {}
for _format in FORMATS:
    for _ending in _format.endings:
        _BY_ENDING.setdefault(_ending, []).append(_format)
_KNOWN_BINARY = {form.file_type for form in FORMATS if not form.endings} - {"txt"} | {"jpeg", "tiff"}
"""Endings of formats that are no text."""

_WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]", re.I | re.S
)


def detect(path: Path, name: str, *, pictures: bool = False) -> str:
    """Return the media type of a file by its content, then by the ending of `name`.

    pictures: whether text in pictures can be recognised, so that they are documents.
    Raises EmptyFile, Unsupported or Damaged where no extractor could read it.
    """
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        head = file.read(_HEAD)
        if not head:
            raise EmptyFile()
        picture = picture_type(head) if pictures else None
        if picture and not _is_text(file, head):
            return picture
        ending = ending_of(name)
        return _binary_kind(file, head, ending) or _text_kind(file, head, ending, size)


def file_type(media_type: str) -> str:
    """Return the short name of a media type, such as `pdf`; `txt` for one that is unknown."""
    form = BY_MEDIA_TYPE.get(media_type)
    return form.file_type if form else "txt"


def extractor_for(media_type: str) -> Extractor:
    """Return the extractor of a media type. Raises Unsupported where there is none."""
    form = BY_MEDIA_TYPE.get(media_type)
    if form is None:
        raise Unsupported(f"No reader for {media_type}. Export it as PDF.")
    module, _, attribute = form.reader.partition(":")
    return cast(Extractor, getattr(importlib.import_module(module), attribute))


def ending_of(name: str) -> str:
    """Return the ending of a file name without its dot, in lower case; empty where there is none."""
    return PurePosixPath(name.replace("\\", "/")).suffix[1:].lower()


def picture_type(head: bytes) -> str | None:
    """Return the media type of a picture by its first bytes, None for anything else."""
    found = (kind for kind, pattern in PICTURES.items() if re.match(pattern, head, re.S))
    return next(found, None)


def is_picture(path: Path) -> bool:
    """Return whether a file begins like a picture; False where there is none."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return picture_type(file.read(64)) is not None


def _binary_kind(file: BinaryIO, head: bytes, ending: str) -> str | None:
    if head.startswith(_ZIP):
        return _zip_kind(file, ending)
    if head.startswith(_OLE):
        return _ole_kind(file, ending)
    if is_tar(head):
        return TAR
    if head.startswith(b"%PDF") or (b"%PDF-" in head[:_PDF_JUNK] and _is_pdf(head, ending)):
        return PDF
    if head.startswith(b"{\\rtf"):
        return RTF
    if head.startswith(b"%!PS"):
        raise Unsupported("PostScript is not supported. Export it as PDF.")
    recording = recording_type(head, ending)
    if recording and not _is_text(file, head):
        return recording
    known = next((form.media_type for form in FORMATS if form.magic and head.startswith(form.magic)), None)
    if known and not _is_text(file, head):
        return known
    kind = next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)
    if kind and not _is_text(file, head):
        mend = " or install mokuji[ocr] on the server" if kind == "an image" or picture_type(head) else ""
        raise Unsupported(f"This is {kind}, which holds no text. Add the document itself{mend}.")
    return None


def _is_pdf(head: bytes, ending: str) -> bool:
    """Return whether a PDF begins behind some junk, not a text that talks about one."""
    return ending == "pdf" or (re.search(rb"%PDF-\d\.\d\s", head[:_PDF_JUNK]) is not None and b" obj" in head)


def _zip_kind(file: BinaryIO, ending: str) -> str:
    try:
        check_directory(file)
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            declared = _declared_kind(archive, names)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Damaged("Damaged: its container cannot be opened. Save it again in its program.") from error
    if is_archive(names, ending):
        return ZIP
    if declared:
        return declared
    for form in FORMATS:
        if form.members and any(name.startswith(form.members) for name in names):
            return form.media_type
    for member, kind in _REFUSED_MEMBERS:
        if any(name.startswith(member) for name in names):
            raise Unsupported(f"This is {kind}, which is not supported. Export it as PDF.")
    raise Unsupported(
        "This is an archive under another name. Rename it to .zip, or unpack it and add the files."
    )


def _declared_kind(archive: zipfile.ZipFile, names: list[str]) -> str:
    """Return the media type that an OpenDocument file or a book states first in itself, empty where none does."""
    if "mimetype" not in names or archive.getinfo("mimetype").file_size > _STUB_BYTES * 2:
        return ""
    try:
        stated = archive.read("mimetype").decode("ascii", "replace").strip().removesuffix("-template")
    except (RuntimeError, zlib.error):
        return ""
    return stated if stated in BY_MEDIA_TYPE else ""


def _ole_kind(file: BinaryIO, ending: str) -> str:
    if is_outlook_mail(file, ending):
        return MSG
    file.seek(0)
    if "EncryptedPackage".encode("utf-16-le") in file.read(4_000_000):
        return {"x": XLSX, "p": PPTX}.get(ending[:1], DOCX)
    if is_old_workbook(file):
        return XLS
    if ending == "ppt":
        raise Unsupported("The old format .ppt is not supported. Export it as PDF.")
    raise Unsupported("The old Office format is not supported. Save it as .docx.")


def _text_kind(file: BinaryIO, head: bytes, ending: str, size: int) -> str:
    if not _is_text(file, head):
        raise _no_text(file, ending)
    if ending in _BINARY_ENDINGS and size < _STUB_BYTES:
        raise Damaged(f"Damaged: a few words instead of a .{ending} file. Download or save it again.")
    opening = decode(head).text
    for form in _BY_ENDING.get(ending, ()):
        if not form.looks or re.search(form.looks, opening, re.I):
            return form.media_type
    if (ending in _DOWNLOAD_ENDINGS or ending in _BINARY_ENDINGS) and _WEB_PAGE.match(opening):
        return HTML
    return PLAIN


def _no_text(file: BinaryIO, ending: str) -> ExtractionError:
    """Return what is to be said of bytes that are none of the known binary formats and no text."""
    if ending in _KNOWN_BINARY:
        return Damaged(f"Damaged: not a {ending.upper()} file inside. Save it again in its program.")
    file.seek(0)
    what = "binary data (NUL bytes)" if b"\0" in file.read(_SEARCHED) else "bytes of no known encoding"
    if ending in _BY_ENDING or ending in _PLAIN_ENDINGS:
        return Unsupported(f"Not text: it holds {what}. Save it as UTF-8 text.")
    named = f"this .{ending} file" if ending else "it"
    return Unsupported(f"Cannot read {named}: no text inside, {what}. Export it as PDF.")


def _is_text(file: BinaryIO, head: bytes) -> bool:
    """Return whether the head and three more pieces of a file are text."""
    if not looks_like_text(head):
        return False
    size = file.seek(0, os.SEEK_END)
    if size <= _HEAD or head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    for part in (1, 2, 3):
        file.seek(min(size * part // 4, size - _HEAD // 4) & ~3)
        if not _is_text_inside(file.read(_HEAD // 4)):
            return False
    return True


def _is_text_inside(piece: bytes) -> bool:
    """Judge a piece that may begin inside a character."""
    return any(looks_like_text(piece[skip:]) for skip in range(4))
