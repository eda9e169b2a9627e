"""EML files: one mail as it travelled; also Apple's emlx."""

from __future__ import annotations

import re

from ingest.domain.document import Extraction
from ingest.domain.errors import TooLarge
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.container.unpacking import Unpacking
from ingest.extract.mail.composing import MailWriter, metadata_of
from ingest.extract.mail.mime import parse
from ingest.extract.protocol import Limits, SourceFile

MAIL_BYTES = 200_000_000
"""Size of a mail that is taken into memory."""

_APPLE_LENGTH = re.compile(rb"\A(\d{1,12})\s*\r?\n")
_ENDING = re.compile(r"\.\w{1,5}$")


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return a mail: its subject, who wrote to whom, its body and attachments."""
    size = source.path.stat().st_size
    if size > MAIL_BYTES:
        raise TooLarge(f"The mail has {size // 1_000_000:,} MB, the limit is {MAIL_BYTES // 1_000_000} MB.")
    data = source.path.read_bytes()
    if found := _APPLE_LENGTH.match(data):
        data = data[found.end() : found.end() + int(found[1])]
    mail = parse(data.lstrip(b"\xef\xbb\xbf\r\n\t "), limits)
    progress(Progress(1, 1, "message"))
    subject = mail.subject or mail_title(source.name)
    writer = MailWriter(Unpacking(source, limits), limits)
    writer.write(mail, subject=subject)
    return writer.extraction(metadata_of(mail, subject))


def mail_title(name: str) -> str:
    """Return a title from the name of a file, for mails without a subject."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return " ".join(_ENDING.sub("", last).replace("_", " ").split()) or "Mail"
