"""What OpenDocument files have in common: metadata, encryption, and the zip that they share with Office."""

from __future__ import annotations

import re

from ingest.domain.document import Metadata
from ingest.domain.errors import Damaged, PasswordNeeded
from ingest.extract.natural_number import natural
from ingest.extract.office_xml import Element, attribute, descendants, short
from ingest.extract.opc import Package

_ENCRYPTED = "Encrypted with a password. Save a copy without the password in its program."
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$")


def refuse_encrypted(package: Package) -> None:
    """Raise PasswordNeeded where the content is encrypted, as the manifest says."""
    if not package.has("META-INF/manifest.xml"):
        return
    try:
        root = package.read("META-INF/manifest.xml")
    except Damaged:
        return
    for entry in descendants(root, "manifest:file-entry"):
        path = attribute(entry, "manifest:full-path") or ""
        if path in ("content.xml", "encrypted-package") and any(
            short(inner) == "manifest:encryption-data" for inner in entry
        ):
            raise PasswordNeeded(_ENCRYPTED)


def read_metadata(package: Package) -> Metadata:
    """Return title, author, language, keywords, dates and the page count that the program stored last."""
    try:
        root = package.read("meta.xml") if package.has("meta.xml") else None
    except Damaged:
        root = None
    if root is None:
        return Metadata()
    said: dict[str, list[str]] = {}
    pages = ""
    for element in root.iter():
        text = " ".join((element.text or "").split())
        if text:
            said.setdefault(short(element), []).append(text)
        if short(element) == "meta:document-statistic":
            pages = attribute(element, "meta:page-count") or ""

    def first(*names: str) -> str | None:
        return next((said[name][0] for name in names if name in said), None)

    return Metadata(
        title=first("dc:title"),
        authors=tuple(dict.fromkeys(said.get("meta:initial-creator") or said.get("dc:creator") or ())),
        language=first("dc:language"),
        keywords=tuple(dict.fromkeys(said.get("meta:keyword", ())))[:20],
        created=_date(first("meta:creation-date")),
        modified=_date(first("dc:date")),
        page_count=natural(pages) or None,
    )


def language_of(styles: Element, *, east_asian: bool) -> str | None:
    """Return the language of the default paragraph style as BCP 47, for the one or the other kind of script."""
    names = ("style:language-asian", "style:country-asian") if east_asian else ("fo:language", "fo:country")
    for style in descendants(styles, "style:default-style"):
        for look in style:
            language, country = attribute(look, names[0]), attribute(look, names[1])
            if (
                attribute(style, "style:family") == "paragraph"
                and language
                and language not in ("none", "zxx")
            ):
                return f"{language}-{country}" if country and country != "none" else language
    return None


def _date(text: str | None) -> str | None:
    return text if text and _DATE.match(text) else None
