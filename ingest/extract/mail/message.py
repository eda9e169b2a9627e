"""A mail as all mail formats give it: who wrote to whom, the body, what is attached."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ingest.domain.document import HeadingHint


@dataclass(frozen=True, slots=True)
class Body:
    """What people wrote. headings: of an HTML body, by line of this body from 1."""

    lines: tuple[str, ...] = ()
    headings: tuple[HeadingHint, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a mail."""

    name: str
    data: bytes


@dataclass(slots=True)
class Mail:
    """One mail. people: pairs of name and address. inner: mails that a mail format keeps inside this one."""

    subject: str = ""
    sender: list[tuple[str, str]] = field(default_factory=list)
    to: list[tuple[str, str]] = field(default_factory=list)
    cc: list[tuple[str, str]] = field(default_factory=list)
    sent: datetime | None = None
    body: Body = field(default_factory=Body)
    attachments: list[Attachment] = field(default_factory=list)
    inner: list[Mail] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
