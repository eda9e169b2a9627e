"""Mails as they travelled."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from ingest.domain.document import Extraction
from ingest.domain.parts import Part
from ingest.extract.mail.mime import SEALED
from tests.support.containers import mail

Unpack = Callable[..., Extraction]
BytesOf = Callable[[Part], bytes]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def lines(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines]


def message(subject: str = "Hello") -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"] = subject, "Alice <alice@example.org>"
    return made


def test_a_mail_reads_as_people_see_it(unpack: Unpack, bytes_of: BytesOf) -> None:
    found = unpack(mail("Census", "Dear Bob,\n\n> you asked\n\nHere it is.", census_md=b"# Census"), "a.eml")
    assert lines(found) == [
        "Census", "",
        "- From: Alice Example <alice@example.org>", "- To: Bob <bob@example.org>",
        "- Date: 2024-05-31 14:00 +0900", "",
        "Dear Bob,", "", "> you asked", "", "Here it is.", "",
        "Attachments:", "", "- census.md (8 bytes)",
    ]  # fmt: skip
    assert (found.metadata.title, found.metadata.authors) == ("Census", ("Alice Example",))
    assert found.metadata.created == "2024-05-31T14:00:00+09:00"
    (part,) = found.parts
    assert (part.path, bytes_of(part), part.line) == ("census.md", b"# Census", 15)


def test_html_alone_is_read_as_a_page(unpack: Unpack) -> None:
    made = message()
    made.set_content("<h2>Plan</h2><p>One.</p><table><tr><td>a</td><td>b</td></tr></table>", subtype="html")
    found = unpack(made.as_bytes(), "a.eml")
    assert lines(found)[4:] == ["Plan", "", "One.", "", "| a | b |", "| --- | --- |"] or "| a | b |" in lines(
        found
    )
    assert [(hint.title, hint.level) for hint in found.hints.headings] == [("Hello", 1), ("Plan", 3)]


def test_of_two_alternatives_the_one_that_says_more_is_read(unpack: Unpack) -> None:
    made = message()
    made.set_content("Written out in full.")
    made.add_alternative("<p>Written out in full.</p>", subtype="html")
    assert "Written out in full." in lines(unpack(made.as_bytes(), "a.eml"))
    poor = message()
    poor.set_content("Use an HTML viewer.")
    poor.add_alternative(f"<p>{'The whole story. ' * 20}</p>", subtype="html")
    assert any("whole story" in line for line in lines(unpack(poor.as_bytes(), "a.eml")))


def test_pictures_in_the_text_are_no_attachments(unpack: Unpack) -> None:
    made = message()
    made.set_content('<p>See <img src="cid:x" alt="a chart"></p>', subtype="html")
    made.add_related(PNG, maintype="image", subtype="png", cid="<x>")
    made.add_attachment(PNG, maintype="image", subtype="png", filename="photo.png")
    found = unpack(made.as_bytes(), "a.eml")
    assert [part.path for part in found.parts] == ["photo.png"]


def test_a_mail_that_is_attached_is_a_part(unpack: Unpack, bytes_of: BytesOf) -> None:
    made = message("Fwd")
    made.set_content("See attached.")
    inner = message("The inner one")
    inner.set_content("Inside.")
    made.add_attachment(inner)
    (part,) = unpack(made.as_bytes(), "a.eml").parts
    assert (part.path, part.media_type) == ("The inner one.eml", "message/rfc822")
    assert b"Inside." in bytes_of(part)


def test_attachments_of_one_name_and_names_with_paths_stay_apart(unpack: Unpack) -> None:
    made = message()
    made.set_content("Two.")
    for name in ("../../a.txt", "a.txt", "a.txt"):
        made.add_attachment(f"{name} text".encode(), maintype="text", subtype="plain", filename=name)
    assert [part.path for part in unpack(made.as_bytes(), "a.eml").parts] == [
        "..-..-a.txt",
        "a.txt",
        "a (2).txt",
    ]


def test_an_encrypted_mail_says_so(unpack: Unpack) -> None:
    raw = (
        b"Subject: Secret\r\nFrom: a@example.org\r\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
    )
    found = unpack(raw, "a.eml")
    assert found.coverage.notes == (SEALED,)
    assert not found.parts


def test_a_signature_is_no_attachment(unpack: Unpack) -> None:
    raw = (
        b'Subject: Signed\r\nFrom: a@example.org\r\nContent-Type: multipart/signed; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nThe text.\r\n--b\r\n"
        b"Content-Type: application/pgp-signature; name=signature.asc\r\n\r\n-----BEGIN\r\n--b--\r\n"
    )
    found = unpack(raw, "a.eml")
    assert lines(found)[-1] == "The text."
    assert not found.parts


def test_japanese_and_chinese_mails_are_read_as_they_are_sent(unpack: Unpack) -> None:
    raw = b"Subject: =?ISO-2022-JP?B?GyRCMnE1RBsoQg==?=\nContent-Type: text/plain; charset=iso-2022-jp\n\n"
    assert lines(unpack(raw + "会議です。\n".encode("iso2022_jp"), "a.eml"))[-1] == "会議です。"
    raw = b"Subject: x\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: 8bit\n\n"
    assert lines(unpack(raw + "朱镕基参加会议。\n".encode("gb18030"), "a.eml"))[-1] == "朱镕基参加会议。"


def test_without_a_subject_the_file_names_the_mail(unpack: Unpack) -> None:
    assert unpack(b"From: a@example.org\n\nText.\n", "to_the_board.eml").metadata.title == "to the board"


def test_apples_own_format_is_read(unpack: Unpack) -> None:
    raw = b"Subject: Apple\n\nThe text.\n"
    found = unpack(str(len(raw)).encode() + b"\n" + raw + b"<?xml version='1.0'?><plist/>\n", "1.emlx")
    assert lines(found)[-1] == "The text."


@pytest.mark.parametrize(
    "raw",
    [
        b"Subject: cut\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nText",
        b"Subject: none\nContent-Type: multipart/mixed\n\nText\n",
        b"Subject: odd\nContent-Type: ;;;\nContent-Transfer-Encoding: uuencode\n\nText\n",
        b'Subject: x\nContent-Type: text/plain; charset="\n\nText\n',
        b"Subject: x\nContent-Transfer-Encoding: base64\n\n!!!not base64!!!\n",
        b"Subject: x\nContent-Type: message/rfc822\n\n",
    ],
)
def test_what_a_mail_says_wrongly_of_itself_does_no_harm(unpack: Unpack, raw: bytes) -> None:
    assert lines(unpack(raw, "a.eml"))[0] in {"cut", "none", "odd", "x"}
