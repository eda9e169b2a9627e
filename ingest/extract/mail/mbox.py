"""Mailboxes in one file (mbox): each message a section, read one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ingest.domain.document import Extraction, Metadata
from ingest.domain.errors import EmptyFile
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.container.unpacking import Unpacking
from ingest.extract.mail.composing import MailWriter
from ingest.extract.mail.eml import MAIL_BYTES, mail_title
from ingest.extract.mail.message import Body, Mail
from ingest.extract.mail.mime import parse
from ingest.extract.protocol import Limits, SourceFile

_SEPARATOR = re.compile(rb"From \S{1,300}(?:\s*$| .{0,100}\d:\d\d| .{0,100}\b(?:19|20)\d\d\b)")
_LONGEST_SEPARATOR = 500
_ESCAPED = re.compile(rb"^>+From ")
_LINE = 1 << 20
_MEGABYTE = 1_000_000


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the messages of a mailbox in their order, with the attachments of all of them."""
    total = max(1, source.path.stat().st_size // _MEGABYTE)
    writer = MailWriter(Unpacking(source, limits), limits)
    number = 0
    for data, position in messages(source.path):
        number += 1
        mail = _read(data, limits)
        subject = mail.subject or f"Message {number}"
        folder = f"{number:05} {' '.join(subject.replace('/', '-').split())[:60].strip()}"
        if writer.lines and writer.lines[-1].text:
            writer.end_section()
        writer.write(mail, subject=subject, folder=folder, place=str(number))
        progress(Progress(position // _MEGABYTE, total, "MB"))
    if not number:
        raise EmptyFile("The mailbox holds no messages. Check that the right file was added.")
    return writer.extraction(Metadata(title=mail_title(source.name)))


def messages(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield each message with the position behind it; empty bytes for one that is too large to be read."""
    held: list[bytes] = []
    size, position = 0, 0
    begun, blank = False, True
    with path.open("rb") as file:
        while line := file.readline(_LINE):
            position += len(line)
            if blank and line.startswith(b"From ") and _separates(line):
                if begun:
                    yield (b"".join(held) if size <= MAIL_BYTES else b""), position
                held, size, begun = [], 0, True
            elif begun:
                size += len(line)
                if size <= MAIL_BYTES:
                    held.append(line[1:] if _ESCAPED.match(line) else line)
                else:
                    held.clear()
            blank = not line.strip()
    if begun:
        yield (b"".join(held) if size <= MAIL_BYTES else b""), position


def _separates(line: bytes) -> bool:
    return len(line) <= _LONGEST_SEPARATOR and _SEPARATOR.match(line) is not None


def _read(data: bytes, limits: Limits) -> Mail:
    """Return a message; one that cannot be read says so and harms no other."""
    if not data:
        return _unread(f"The message has more than {MAIL_BYTES // _MEGABYTE} MB: it was not read.")
    try:
        return parse(data, limits)
    except RecursionError:
        return _unread("The message is nested too deeply: it was not read.")


def _unread(told: str) -> Mail:
    return Mail(body=Body((told,)), notes=[told])
