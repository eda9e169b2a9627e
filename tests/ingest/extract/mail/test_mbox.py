"""Mailboxes in one file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import TooLarge
from ingest.extract.protocol import Limits
from tests.support.containers import mail

Unpack = Callable[..., Extraction]
FROM = b"From alice@example.org Fri May 31 14:00:00 2024\n"


def box(*messages: bytes) -> bytes:
    return b"".join(FROM + message + b"\n" for message in messages)


def test_each_message_is_a_section_and_all_attachments_are_parts(unpack: Unpack) -> None:
    first, second = mail("One", "First.", a_md=b"# A"), mail("Two", "Second.", a_md=b"# B")
    found = unpack(box(first, second), "old_mail.mbox")
    assert [(hint.title, hint.level) for hint in found.hints.headings] == [("One", 1), ("Two", 1)]
    assert [part.path for part in found.parts] == ["00001 One/a.md", "00002 Two/a.md"]
    assert found.metadata.title == "old mail"
    line = found.lines[found.hints.headings[1].line - 1]
    assert (line.text, line.place and line.place.part) == ("Two", "2")


def test_a_line_that_begins_like_a_separator_is_text(unpack: Unpack) -> None:
    found = unpack(
        box(b"Subject: One\n\nDear all,\nFrom here on 12:30 is text.\n>From quoted.\n>>From deep.\n"),
        "a.mbox",
    )
    assert len(found.hints.headings) == 1
    assert [line.text for line in found.lines[2:]] == [
        "", "Dear all,", "From here on 12:30 is text.", "From quoted.", ">From deep.",
    ]  # fmt: skip


def test_a_mailbox_without_an_ending_is_known_by_its_beginning(unpack: Unpack) -> None:
    assert unpack(box(mail("One", "First.")), "Inbox").hints.headings[0].title == "One"


def test_more_attachments_than_the_limit_are_named(unpack: Unpack) -> None:
    found = unpack(
        box(mail("One", "x", a_md=b"# A"), mail("Two", "y", b_md=b"# B")), "a.mbox", limits=Limits(members=1)
    )
    assert len(found.parts) == 1
    assert found.lines[-1].text.startswith("- b.md: not read.")


def test_a_message_that_is_nested_without_end_harms_no_other(unpack: Unpack) -> None:
    deep = b"Subject: Deep\n" + b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(3000)
    )
    found = unpack(box(deep, mail("Fine", "Text.")), "a.mbox")
    assert found.hints.headings[-1].title == "Fine"
    assert "nested too deeply" in found.coverage.notes[0]


def test_more_text_than_the_limit_is_refused(unpack: Unpack) -> None:
    with pytest.raises(TooLarge):
        unpack(box(*[mail("Long", "words " * 400)] * 10), "a.mbox", limits=Limits(text_bytes=10_000))
