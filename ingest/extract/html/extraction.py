"""HTML files: parsed without network, entities or scripts; the main content becomes Markdown."""

from __future__ import annotations

import re

from lxml import etree

from ingest.domain.cleaning import clean
from ingest.domain.document import Coverage, Extraction, Hints, Line, Metadata
from ingest.domain.errors import EmptyFile, TooLarge
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.encoding import decode
from ingest.extract.html.blocks import BlockWriter, find_block_holders
from ingest.extract.html.content import choose_content
from ingest.extract.html.elements import tag_of
from ingest.extract.html.inline import InlineWriter, find_footnotes
from ingest.extract.html.visibility import hide_unseen
from ingest.extract.protocol import Limits, SourceFile

UNFOLLOWED = (
    "The style sheets are too large to be followed to their end: text that they hide may be among the lines."
)

_HEAD_BYTES = 4_096
_CHARSET = re.compile(
    rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)|<\?xml[^>]+encoding\s*=\s*[\"']([\w.:-]+)", re.I
)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_DOCTYPE = re.compile(
    r"((?:\s++|<!--.{0,2000}?-->)*+<!doctype\b(?:[^\"'<>\[]|\"[^\"]*\"|'[^']*')*+)"
    r"\[(?:<!--.{0,2000}?-->|<\?.{0,2000}?\?>|\"[^\"]*\"|'[^']*'|[^\]\"'])*+\]\s*>",
    re.I | re.S,
)
"""A document type with declarations of its own, which a parser of HTML takes to end within them."""

_DECLARED = 16_384
_MEANINGLESS_TAG = re.compile(
    r"</?(?:div|span|font|b|i|u|em|strong|center|section|a|small|big|p|li|ul|ol|dl|dd|dt|table|tbody|tr|td|th|blockquote)\b[^<>]*>",
    re.I,
)
_ANY_TAG = re.compile(r"<[!/?A-Za-z][^<>]*>")


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the main content of a page as Markdown lines, with its headings."""
    size = source.path.stat().st_size
    if size > limits.text_bytes:
        raise TooLarge(
            f"The page has {size / 1e6:,.0f} MB, the limit is {limits.text_bytes / 1e6:,.0f} MB. Split it."
        )
    data = source.path.read_bytes()
    decoded = decode(data, declared=declared_charset(data))
    cleaned = clean(decoded.text.replace("\r\n", "\n").replace("\r", "\n"))
    root, flattened = parse_page(cleaned.text)
    if root is None:
        raise EmptyFile("The page holds no text. Check that the right file was added.")
    followed = hide_unseen(root)
    body = next((element for element in root.iter() if tag_of(element) == "body"), root)
    content, out = choose_content(body)
    inline = InlineWriter(find_footnotes(content), out)
    writer = BlockWriter(inline, find_block_holders(content))
    writer.write(content)
    cleaned_lines = [clean(line) for line in writer.lines]
    progress(Progress(1, 1, "page"))
    notes: list[str] = []
    if decoded.replaced:
        notes.append(f"{decoded.replaced:,} characters could not be decoded as {decoded.encoding}.")
    if flattened:
        notes.append("The page is nested too deeply: its text was read without its structure.")
    if not followed:
        notes.append(UNFOLLOWED)
    if inline.hidden:
        notes.append(f"{inline.hidden:,} characters that the page hides were left out.")
    return Extraction(
        lines=tuple(Line(line.text) for line in cleaned_lines),
        hints=Hints(headings=tuple(writer.headings)),
        metadata=_metadata(root),
        coverage=Coverage(
            invisible_characters=cleaned.invisible + sum(line.invisible for line in cleaned_lines),
            hidden_text=inline.hidden,
            notes=tuple(notes),
        ),
    )


def declared_charset(data: bytes) -> str | None:
    """Return the encoding that a page states in its head."""
    match = _CHARSET.search(data[:_HEAD_BYTES])
    return (match[1] or match[2]).decode("ascii") if match else None


def parse_page(text: str) -> tuple[etree._Element | None, bool]:
    """Return the root of a page, and whether its nesting had to be given up to read it whole."""
    text = _without_declarations(_XML_DECLARATION.sub("", text))
    for flatten, pattern in ((False, None), (True, _MEANINGLESS_TAG), (True, _ANY_TAG)):
        parser = etree.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
        page = pattern.sub("\n", text) if pattern else text
        if not page.strip():
            return None, flatten
        try:
            root = etree.fromstring(page.encode("utf-8"), parser)
        except etree.XMLSyntaxError:
            return None, flatten
        too_deep = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
        if root is not None and not too_deep:
            return root, flatten
    return None, True


def _without_declarations(text: str) -> str:
    """Return a page whose document type, where it is the first thing, declares nothing."""
    found = _DOCTYPE.match(text, 0, _DECLARED)
    return f"{found[1]}>{text[found.end() :]}" if found else text


def _metadata(root: etree._Element) -> Metadata:
    """Return what the head of the page says."""
    said: dict[str, list[str]] = {}
    title = ""
    for element in root.iter():
        tag = tag_of(element)
        if tag == "meta":
            name = (element.get("name") or element.get("property") or element.get("itemprop") or "").lower()
            content = " ".join((element.get("content") or "").split())
            if name and content:
                said.setdefault(name, []).append(clean(content).text)
        elif tag == "title" and not title:
            title = " ".join("".join(inner.text or "" for inner in element.iter()).split())

    def first(*names: str) -> str | None:
        return next((said[name][0] for name in names if name in said), None)

    keywords = [word.strip() for text in said.get("keywords", []) for word in re.split(r"[,;、，]", text)]
    return Metadata(
        title=first("dc.title", "citation_title") or clean(title).text or first("og:title"),
        authors=tuple(
            dict.fromkeys(
                said.get("author", []) + said.get("dc.creator", []) + said.get("citation_author", [])
            )
        ),
        language=_language(root) or first("dc.language", "og:locale"),
        keywords=tuple(word for word in keywords if word)[:20],
        created=_iso_date(
            first("article:published_time", "dc.date", "date", "citation_publication_date", "datepublished")
        ),
        modified=_iso_date(
            first("article:modified_time", "last-modified", "dcterms.modified", "datemodified")
        ),
    )


def _language(root: etree._Element) -> str | None:
    for element in root.iter("html", "body"):
        found = (
            element.get("lang")
            or element.get("{http://www.w3.org/XML/1998/namespace}lang")
            or element.get("xml:lang")
        )
        if found and re.fullmatch(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*", found.strip()):
            return found.strip().replace("_", "-")
    return None


def _iso_date(text: str | None) -> str | None:
    return text if text and re.match(r"^\d{4}-\d{2}-\d{2}(?:$|T)", text) else None
