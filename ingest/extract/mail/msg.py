"""MSG files: mails as Outlook saves them. A mail inside a mail is a section below it."""

from __future__ import annotations

import re
import tempfile
from datetime import datetime
from pathlib import Path

from ingest.domain.document import Extraction
from ingest.domain.errors import ExtractionError
from ingest.domain.formats import FORMATS
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.container.unpacking import MAX_NESTING, Unpacking
from ingest.extract.mail.bodies import html_body, plain_body, says_enough
from ingest.extract.mail.composing import MailWriter, metadata_of
from ingest.extract.mail.eml import mail_title
from ingest.extract.mail.message import Attachment, Body, Mail
from ingest.extract.mail.ole import MailFile, Storage
from ingest.extract.mail.packed_rtf import unpacked_rtf
from ingest.extract.mail.words import header_text, moment, people, text_of
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import extractor_for

SUBJECT, HEADERS, BODY, HTML, RTF = 0x0037, 0x007D, 0x1000, 0x1013, 0x1009
SENDER, SENDER_ADDRESS, SENDER_SMTP = (0x0C1A, 0x0042), (0x0C1F, 0x0065), (0x5D01, 0x5D02)
SENT, DELIVERED = 0x0039, 0x0E06
NAME, ADDRESS, SMTP, KIND = 0x3001, 0x3003, 0x39FE, 0x0C15
DATA, LONG_NAME, SHORT_NAME, CONTENT_ID, MIME = 0x3701, 0x3707, 0x3704, 0x3712, 0x370E
FLAGS, SHOWN_IN_BODY = 0x3714, 4

_DATE_LINE = re.compile(r"^date:\s*(.+)$", re.I | re.M)
_FROM_LINE = re.compile(r"^from:\s*(.+)$", re.I | re.M)
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.I)
_UNREAD_BODY = "The body of the mail is in a form that was not read. Save the mail as HTML or text."


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return a mail of Outlook: its subject, who wrote to whom, its body and attachments."""
    with MailFile(source.path) as file:
        mail = _mail(file.root().with_charset(), limits, depth=source.nesting)
    progress(Progress(1, 1, "message"))
    subject = mail.subject or mail_title(source.name)
    writer = MailWriter(Unpacking(source, limits), limits)
    writer.write(mail, subject=subject)
    return writer.extraction(metadata_of(mail, subject))


def _mail(storage: Storage, limits: Limits, *, depth: int) -> Mail:
    name = storage.text(*SENDER)
    address = storage.text(*SENDER_SMTP) or storage.text(*SENDER_ADDRESS)
    recipients = _recipients(storage)
    body, notes = _body(storage, limits)
    mail = Mail(
        subject=_one_line(storage.text(SUBJECT)),
        sender=[(_one_line(name), address if "@" in address else "")] if name or address else [],
        to=recipients.get(1, []),
        cc=recipients.get(2, []),
        sent=storage.time(SENT) or storage.time(DELIVERED) or _headers_date(storage),
        body=body,
        notes=notes,
    )
    if not mail.sender and (found := _FROM_LINE.search(storage.text(HEADERS))):
        mail.sender = people([found[1]])
    for attached in storage.below("__attach_version1.0_"):
        _attach(mail, attached, limits, depth)
    return mail


def _recipients(storage: Storage) -> dict[int, list[tuple[str, str]]]:
    found: dict[int, list[tuple[str, str]]] = {}
    for each in storage.below("__recip_version1.0_"):
        address = each.text(SMTP) or each.text(ADDRESS)
        person = (_one_line(each.text(NAME)), address if "@" in address else "")
        if any(person):
            found.setdefault((each.number(KIND) or 1) & 0xF, []).append(person)
    return found


def _headers_date(storage: Storage) -> datetime | None:
    found = _DATE_LINE.search(storage.text(HEADERS))
    return moment(found[1]) if found else None


def _body(storage: Storage, limits: Limits) -> tuple[Body, list[str]]:
    plain = storage.text(BODY)
    html = storage.text(HTML) or _html_text(storage)
    if html and not says_enough(plain, html):
        return html_body(html, limits), []
    if plain.strip():
        return plain_body(plain), []
    if packed := storage.data(RTF):
        return _rtf_body(packed, limits)
    return Body(), []


def _html_text(storage: Storage) -> str:
    data = storage.data(HTML)
    if not data:
        return ""
    declared = _CHARSET.search(data[:4096])
    return text_of(data, declared[1].decode("ascii") if declared else storage.charset or None)


def _rtf_body(packed: bytes, limits: Limits) -> tuple[Body, list[str]]:
    """Return a body that Outlook kept as RTF only, where RTF is read."""
    form = next((form for form in FORMATS if form.file_type == "rtf"), None)
    if form is None:
        return Body(), [_UNREAD_BODY]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "body.rtf"
        try:
            path.write_bytes(unpacked_rtf(packed, most=limits.text_bytes))
            extraction = extractor_for(form.media_type)(
                SourceFile(path, path.name, form.media_type), limits=limits
            )
        except ExtractionError:
            return Body(), [_UNREAD_BODY]
    return Body(tuple(line.text for line in extraction.lines), extraction.hints.headings), []


def _attach(mail: Mail, storage: Storage, limits: Limits, depth: int) -> None:
    inner = storage.embedded(DATA)
    if inner is not None:
        if depth < MAX_NESTING:
            mail.inner.append(_mail(inner, limits, depth=depth + 1))
        else:
            mail.notes.append("A mail inside mails inside this one was not read.")
        return
    data = storage.data(DATA)
    kind = storage.text(MIME).lower()
    shown_in_body = bool(storage.text(CONTENT_ID)) and (storage.number(FLAGS) or 0) & SHOWN_IN_BODY
    if not data or (shown_in_body and kind.startswith("image/")):
        return
    name = _one_line(storage.text(LONG_NAME, SHORT_NAME, NAME)) or "attachment.bin"
    mail.attachments.append(Attachment(name, data))


def _one_line(text: str) -> str:
    return header_text(text.replace("\r", " ").replace("\n", " "))
