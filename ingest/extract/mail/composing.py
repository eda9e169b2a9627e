"""Mails to canonical lines: the subject as heading, who wrote when, the body, what is attached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ingest.domain.cleaning import clean
from ingest.domain.document import (
    MAX_CONVERTED_LINE,
    Coverage,
    Extraction,
    HeadingHint,
    Hints,
    Line,
    Metadata,
    Place,
)
from ingest.domain.errors import TooLarge
from ingest.domain.outline import Provenance
from ingest.domain.parts import Part
from ingest.extract.container.listing import part_line, part_notes
from ingest.extract.container.unpacking import Unpacking
from ingest.extract.mail.message import Attachment, Mail
from ingest.extract.mail.words import shown
from ingest.extract.protocol import Limits
from ingest.extract.wrapping import wrap

_CHUNK = 1 << 20
_DEEPEST = 9
_TOO_MANY = "not read. There are more attachments than the limit allows"
_SLASHES = re.compile(r"[/\\]+")


class MailWriter:
    """Writes one mail or many below each other, and hands their attachments to the unpacking."""

    def __init__(self, unpacking: Unpacking, limits: Limits) -> None:
        self.lines: list[Line] = []
        self.headings: list[HeadingHint] = []
        self.parts: list[Part] = []
        self._unpacking = unpacking
        self._limits = limits
        self._characters = 0
        self._invisible = 0
        self._hidden = 0
        self._notes: list[str] = []

    def write(self, mail: Mail, *, subject: str, level: int = 1, folder: str = "", place: str = "") -> None:
        """Write a mail as a section. folder: in front of the paths of its attachments."""
        here = Place(part=place) if place else None
        self.headings.append(HeadingHint(len(self.lines) + 1, level, subject, Provenance.MARKUP))
        self._add(subject, here)
        self._add("", here)
        for text in _header_lines(mail):
            self._add(text, here)
        self._add("", here)
        first = len(self.lines)
        starts: dict[int, int] = {}
        for number, text in enumerate(mail.body.lines, 1):
            starts[number] = len(self.lines) + 1
            self._add(text, here)
        for hint in mail.body.headings:
            deeper = min(level + hint.level, _DEEPEST)
            self.headings.append(replace(hint, line=starts.get(hint.line, first + 1), level=deeper))
        self._hidden += mail.body.hidden
        self._notes += [note for note in mail.notes if note not in self._notes]
        self._attachments(mail, folder, here)
        for inner in mail.inner:
            name = inner.subject or "Attached mail"
            self.write(
                inner, subject=name, level=min(level + 1, _DEEPEST), folder=_below(folder, name), place=place
            )

    def _attachments(self, mail: Mail, folder: str, here: Place | None) -> None:
        if not mail.attachments:
            return
        self._end_paragraph(here)
        self._add("Attachments:", here)
        self._add("", here)
        for attachment in mail.attachments:
            if len(self._unpacking.parts) >= self._limits.members:
                self._add(f"- {attachment.name}: {_TOO_MANY}.", here)
                continue
            modified = mail.sent.isoformat() if mail.sent else None
            part = self._unpacking.take(
                _below(folder, attachment.name),
                partial(_chunks, attachment),
                size=len(attachment.data),
                modified=modified,
            )
            self.parts.append(replace(part, line=len(self.lines) + 1))
            self._add(part_line(part, attachment.name), here)
        self._add("", here)

    def end_section(self) -> None:
        """Leave room below what was written."""
        self._end_paragraph(None)

    def _end_paragraph(self, here: Place | None) -> None:
        if self.lines and self.lines[-1].text:
            self._add("", here)

    def _add(self, text: str, here: Place | None) -> None:
        cleaned = clean(text)
        self._invisible += cleaned.invisible
        self._characters += len(cleaned.text)
        if self._characters > self._limits.text_bytes:
            raise TooLarge(f"Holds more than {self._limits.text_bytes // 1_000_000:,} MB of text. Split it.")
        self.lines += [Line(piece, here) for piece in wrap(cleaned.text, MAX_CONVERTED_LINE) or [""]]

    def extraction(self, metadata: Metadata) -> Extraction:
        """Return everything that was written."""
        while self.lines and not self.lines[-1].text:
            self.lines.pop()
        return Extraction(
            lines=tuple(self.lines),
            hints=Hints(headings=tuple(sorted(self.headings, key=lambda hint: hint.line))),
            metadata=metadata,
            coverage=Coverage(
                invisible_characters=self._invisible,
                hidden_text=self._hidden,
                notes=(*self._notes, *part_notes(self._unpacking)),
            ),
            parts=tuple(self.parts),
        )


def metadata_of(mail: Mail, subject: str) -> Metadata:
    """Return what a mail says of itself."""
    return Metadata(
        title=subject,
        authors=tuple(name or address for name, address in mail.sender),
        created=mail.sent.isoformat() if mail.sent else None,
    )


def _header_lines(mail: Mail) -> list[str]:
    told = [("From", mail.sender), ("To", mail.to), ("Cc", mail.cc)]
    lines = [f"- {name}: {', '.join(map(shown, who))}" for name, who in told if who]
    if mail.sent:
        lines.append(f"- Date: {mail.sent:%Y-%m-%d %H:%M %z}".rstrip())
    return lines


def _chunks(attachment: Attachment) -> Iterator[bytes]:
    data = memoryview(attachment.data)
    for start in range(0, len(data), _CHUNK):
        yield bytes(data[start : start + _CHUNK])


def _below(folder: str, name: str) -> str:
    step = _SLASHES.sub("-", name).strip() or "attachment"
    return f"{folder}/{step}" if folder else step
