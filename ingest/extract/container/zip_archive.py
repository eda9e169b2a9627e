"""Zip archives: every file is unpacked within limits; one that is broken or encrypted harms no other."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, PasswordNeeded, Unsupported
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.container import aes_zip
from ingest.extract.container.listing import archive_extraction, archive_title
from ingest.extract.container.names import decoded_names
from ingest.extract.container.unpacking import Unpacking, damaged_part, encrypted_part
from ingest.extract.protocol import Limits, SourceFile

_CHUNK = 1 << 20
_UTF_8 = 0x800
_ENCRYPTED = 0x1
_UNICODE_PATH = 0x7075
_METHOD = "Packed by a method that is not supported. Pack it again as an ordinary zip."
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError)


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the listing of a zip, and its files as parts."""
    unpacking = Unpacking(source, limits)
    with _opened(source.path) as archive:
        files = _files(archive, unpacking)
        _refuse_useless(files)
        unpacking.expect(len(files), sum(info.file_size for _, info in files))
        password = source.password.encode("utf-8") if source.password else None
        for done, (name, info) in enumerate(files, 1):
            reason = _reason_not_to_open(info, password)
            if reason:
                unpacking.name_only(name, reason, size=info.file_size)
            else:
                unpacking.take(
                    name, _reader(archive, info, password), size=info.file_size, modified=_moment(info)
                )
            progress(Progress(done, len(files), "file"))
    _refuse_locked(unpacking, files, password)
    return archive_extraction(unpacking, title=archive_title(source.name))


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (*_BROKEN, NotImplementedError) as error:
        raise Damaged("Damaged: the archive cannot be opened. Download or pack it again.") from error


def _files(archive: zipfile.ZipFile, unpacking: Unpacking) -> list[tuple[str, zipfile.ZipInfo]]:
    """Return the plain files with their names as they were meant; folders, links and leftovers are passed over."""
    infos = [info for info in archive.infolist() if not info.filename.endswith(("/", "\\"))]
    unstated = [info for info in infos if not info.flag_bits & _UTF_8 and not _unicode_name(info)]
    guessed = dict(zip(map(id, unstated), decoded_names([_raw_name(i) for i in unstated]), strict=True))
    found: list[tuple[str, zipfile.ZipInfo]] = []
    for info in infos:
        name = guessed.get(id(info)) or _unicode_name(info) or info.orig_filename
        if _is_special(info):
            unpacking.links += 1
        elif unpacking.wants(name):
            found.append((name, info))
    return found


def _raw_name(info: zipfile.ZipInfo) -> bytes:
    try:
        return info.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return info.orig_filename.encode("utf-8", "replace")


def _unicode_name(info: zipfile.ZipInfo) -> str:
    """Return the name in the extra field that Info-ZIP writes beside a name in an old encoding."""
    extra = info.extra
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind == _UNICODE_PATH and length > 5 and extra[4:5] == b"\x01":
            checksum = struct.unpack_from("<I", extra, 5)[0]
            if checksum == zlib.crc32(_raw_name(info)):
                return extra[9 : 4 + length].decode("utf-8", "replace")
        extra = extra[4 + length :]
    return ""


def _is_special(info: zipfile.ZipInfo) -> bool:
    """Return whether a member is a link, a device or the like, by the mode that Unix systems note."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind not in (0, stat.S_IFREG)


def _refuse_useless(files: list[tuple[str, zipfile.ZipInfo]]) -> None:
    if not files:
        raise EmptyFile("The archive holds no files. Check that the right one was added.")


def _reason_not_to_open(info: zipfile.ZipInfo, password: bytes | None) -> ExtractionError | None:
    return encrypted_part() if info.flag_bits & _ENCRYPTED and password is None else None


def _reader(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, password: bytes | None
) -> Callable[[], Iterator[bytes]]:
    def chunks() -> Iterator[bytes]:
        try:
            if info.compress_type == aes_zip.METHOD and password is not None:
                yield from aes_zip.decrypted(Path(str(archive.filename)), info, password)
                return
            with archive.open(info, pwd=password if info.flag_bits & _ENCRYPTED else None) as member:
                while chunk := member.read(_CHUNK):
                    yield chunk
        except NotImplementedError as error:
            raise Unsupported(_METHOD) from error
        except RuntimeError as error:  # what zipfile raises for a wrong password
            raise PasswordNeeded("Wrong password. Enter the right one to read this file.") from error
        except _BROKEN as error:
            raise damaged_part() from error

    return chunks


def _refuse_locked(
    unpacking: Unpacking, files: list[tuple[str, zipfile.ZipInfo]], password: bytes | None
) -> None:
    """Ask for the password where nothing of an archive can be read without it."""
    if not all(info.flag_bits & _ENCRYPTED for _, info in files):
        return
    codes = {part.failure_code for part in unpacking.parts}
    if password is None or codes <= {PasswordNeeded.code, Damaged.code}:
        raise PasswordNeeded()


def _moment(info: zipfile.ZipInfo) -> str | None:
    year, month, day, hour, minute, second = info.date_time
    if not (year >= 1981 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60):
        return None
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{min(second, 59):02}"
