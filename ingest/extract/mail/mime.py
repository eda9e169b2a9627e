"""Internet mails (RFC 5322, MIME) to what they say, by the email package of the standard library."""

from __future__ import annotations

import mimetypes
from email import policy
from email.message import Message
from email.parser import BytesParser

from ingest.extract.mail.bodies import html_body, joined_bodies, plain_body, says_enough
from ingest.extract.mail.message import Attachment, Body, Mail
from ingest.extract.mail.words import header_text, moment, people, text_of
from ingest.extract.protocol import Limits

SEALED = "The mail is encrypted or sealed: its body was not read. Open it in its mail program and save a plain copy."
_MACHINE_MADE = frozenset(
    {
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "text/rfc822-headers",
    }
)
"""Signatures and the like, which no person attached."""

_SEALS = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"})
_READ_IN_PLACE = frozenset({"text/plain", "text/html", "text/enriched", "text/richtext", "text/markdown"})
_DEEPEST = 40


def parse(data: bytes, limits: Limits) -> Mail:
    """Return the mail that bytes hold. Never fails on what a mail says wrongly of itself."""
    message = BytesParser(policy=policy.compat32).parsebytes(data)
    reading = _Reading(limits)
    bodies = reading.walk(message, 0)
    return Mail(
        subject=header_text(message["Subject"]),
        sender=people(message.get_all("From", []) or message.get_all("Sender", [])),
        to=people(message.get_all("To", [])),
        cc=people(message.get_all("Cc", [])),
        sent=moment(message["Date"]),
        body=joined_bodies(bodies),
        attachments=reading.attachments,
        notes=list(dict.fromkeys(reading.notes)),
    )


class _Reading:
    """Walks the parts of one mail: bodies are returned, attachments gathered."""

    def __init__(self, limits: Limits) -> None:
        self.attachments: list[Attachment] = []
        self.notes: list[str] = []
        self._limits = limits

    def walk(self, part: Message, depth: int, *, related: bool = False) -> list[Body]:
        kind = part.get_content_type()
        if depth > _DEEPEST:
            self.notes.append("The mail is nested too deeply: not all of it was read.")
            return []
        if kind == "message/rfc822":
            self._attach_mail(part)
            return []
        if part.is_multipart():
            return self._multipart(part, kind, depth)
        if kind in _SEALS:
            self.notes.append(SEALED)
        elif kind in _MACHINE_MADE or (related and _belongs_to_page(part, kind)):
            return []
        elif kind in _READ_IN_PLACE and not _is_file(part):
            return self._text(part, kind)
        elif not _is_inline_image(part, kind):
            self._attach(part, kind)
        return []

    def _multipart(self, part: Message, kind: str, depth: int) -> list[Body]:
        inner = [each for each in part.get_payload() if isinstance(each, Message)]
        if kind == "multipart/encrypted":
            self.notes.append(SEALED)
            return []
        if kind == "multipart/alternative":
            return self._alternative(inner, depth)
        if kind == "multipart/appledouble":
            inner = inner[1:]
        related = kind == "multipart/related"
        return [body for each in inner for body in self.walk(each, depth + 1, related=related)]

    def _alternative(self, inner: list[Message], depth: int) -> list[Body]:
        """Return the alternative that says most; all of them are looked through for attachments."""
        plain = next((each for each in inner if each.get_content_type() == "text/plain"), None)
        rich = [each for each in inner if each is not plain]
        html = next((found for each in rich for found in each.walk() if _is_html(found)), None)
        if plain is not None and (html is None or says_enough(_text(plain), _text(html))):
            for each in rich:
                if each is not html:
                    self.walk(each, depth + 1, related=True)
            return self._text(plain, "text/plain")
        return [body for each in rich for body in self.walk(each, depth + 1)]

    def _text(self, part: Message, kind: str) -> list[Body]:
        text = _text(part)
        if not text.strip():
            return []
        if kind == "text/html":
            body = html_body(text, self._limits)
            return [body] if body.lines else []
        flowed = str(part.get_param("format") or "").lower() == "flowed"
        joined = str(part.get_param("delsp") or "").lower() == "yes"
        return [plain_body(text, flowed=flowed, joined=joined)]

    def _attach(self, part: Message, kind: str) -> None:
        data = _decoded(part)
        if data:
            name = file_name(part) or f"attachment{_ending(kind)}"
            self.attachments.append(Attachment(name, data))

    def _attach_mail(self, part: Message) -> None:
        payload = part.get_payload()
        inner = payload[0] if isinstance(payload, list) and payload else payload
        if not isinstance(inner, Message):
            return
        try:
            data = inner.as_bytes()
        except (ValueError, LookupError, KeyError, TypeError, AttributeError):
            self.notes.append("A mail that is attached is damaged: it was not read.")
            return
        name = file_name(part) or f"{header_text(inner['Subject'])[:80] or 'mail'}.eml"
        self.attachments.append(Attachment(name if name.lower().endswith(".eml") else f"{name}.eml", data))


def file_name(part: Message) -> str:
    """Return the name that a part gives its file, empty without one."""
    return header_text(part.get_filename(""))


def _ending(kind: str) -> str:
    return mimetypes.guess_extension(kind) or (".txt" if kind.startswith("text/") else ".bin")


def _belongs_to_page(part: Message, kind: str) -> bool:
    """Return whether a part beside an HTML text is one of its pictures or style sheets."""
    return kind not in _READ_IN_PLACE and part.get_content_disposition() != "attachment"


def _is_file(part: Message) -> bool:
    """Return whether a text is a file that came along, not something to read in place."""
    return part.get_content_disposition() == "attachment" or bool(part.get_filename(""))


def _is_inline_image(part: Message, kind: str) -> bool:
    if not kind.startswith("image/"):
        return False
    disposition = part.get_content_disposition()
    return disposition == "inline" or (disposition is None and part["Content-ID"] is not None)


def _is_html(part: Message) -> bool:
    return part.get_content_type() == "text/html" and part.get_content_disposition() != "attachment"


def _text(part: Message) -> str:
    charset = part.get_param("charset")
    name = charset[2] if isinstance(charset, tuple) else charset
    return text_of(_decoded(part), str(name) if name else None)


def _decoded(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""
