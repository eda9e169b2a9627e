"""Mails as Outlook saves them."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, ExtractionError
from ingest.domain.parts import Part
from ingest.extract.mail.packed_rtf import unpacked_rtf
from tests.support.outlook import compound, outlook_mail, outlook_tree

Unpack = Callable[..., Extraction]
BytesOf = Callable[[Part], bytes]


def test_a_mail_of_outlook_reads_like_any_other(unpack: Unpack, bytes_of: BytesOf) -> None:
    long = b"# Report\n" + b"The numbers. " * 900
    data = outlook_mail(
        "会議 Meeting", "Dear Bob,\r\n\r\nsee below.", attachments={"r.md": long, "s.txt": b"Small."}
    )
    found = unpack(data, "m.msg")
    assert [line.text for line in found.lines] == [
        "会議 Meeting", "",
        "- From: Alice Example <alice@example.org>", "- To: Bob <bob@example.org>",
        "- Date: 2024-05-31 05:00 +0000", "",
        "Dear Bob,", "", "see below.", "", "Attachments:", "", "- r.md (12 kB)", "- s.txt (6 bytes)",
    ]  # fmt: skip
    assert [bytes_of(part) for part in found.parts] == [long, b"Small."]
    assert (found.metadata.authors, found.metadata.created) == (
        ("Alice Example",),
        "2024-05-31T05:00:00+00:00",
    )


def test_an_html_body_is_read_in_its_own_encoding(unpack: Unpack) -> None:
    page = '<html><head><meta charset="gb2312"></head><body><p>会议内容如下</p></body></html>'
    assert unpack(outlook_mail("x", html=page.encode("gb18030")), "m.msg").lines[-1].text == "会议内容如下"


def test_a_body_that_outlook_kept_as_rtf_only_is_read(unpack: Unpack) -> None:
    rtf = b"{\\rtf1\\ansi {\\b Hello} rich world.\\par Second.\\par}"
    tree = outlook_tree("Rich")
    tree["__substg1.0_10090102"] = struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf
    assert [line.text for line in unpack(compound(tree), "m.msg").lines][6:] == [
        "Hello rich world.",
        "",
        "Second.",
    ]


def test_a_mail_inside_a_mail_is_a_section_below_it(unpack: Unpack) -> None:
    inner = outlook_tree("Inner", "Inside.", header=24, attachments={"i.txt": b"Inner file."})
    found = unpack(outlook_mail("Outer", "Outside.", inner=inner), "m.msg")
    assert [(hint.title, hint.level) for hint in found.hints.headings] == [("Outer", 1), ("Inner", 2)]
    assert [part.path for part in found.parts] == ["Inner/i.txt"]


@pytest.mark.parametrize("length", [600, 1200])
def test_a_cut_file_is_damaged(unpack: Unpack, length: int) -> None:
    data = outlook_mail("Cut", "Body. " * 900, attachments={"a.txt": b"x" * 5000})
    with pytest.raises(ExtractionError):
        unpack(data[:length], "m.msg")


def test_rtf_is_unpacked_as_the_format_describes() -> None:
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked_rtf(packed, most=1000) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


def test_rtf_that_repeats_what_it_has_just_written_is_unpacked() -> None:
    packed = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert unpacked_rtf(packed, most=1000) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


def test_what_is_not_packed_that_way_is_damaged() -> None:
    with pytest.raises(Damaged):
        unpacked_rtf(struct.pack("<II4sI", 20, 4, b"none", 0) + b"text", most=100)
    assert unpacked_rtf(struct.pack("<II4sI", 20, 4, b"MELA", 0) + b"text", most=100) == b"text"
