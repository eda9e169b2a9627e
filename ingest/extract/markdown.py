"""Markdown: its own lines, its ATX and Setext headings, and what its front matter says.

A scanner of lines that agrees with CommonMark on headings outside lists and quotes, in time proportional to
the file whatever its nesting. tests/ingest/extract/test_markdown.py holds it against a full parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.domain.document import MAX_NATIVE_LINE, Extraction, HeadingHint, Hints, Line, Metadata
from ingest.domain.outline import Provenance
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.front_matter import FrontMatter, read_front_matter
from ingest.extract.markdown_title import plain_title
from ingest.extract.plain_text import read_native, wrap_native
from ingest.extract.protocol import Limits, SourceFile

_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*$")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t])#+[ \t]*$")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_RULE = re.compile(r"^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_LIST_ITEM = re.compile(r"^( {0,3})([-+*]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)")
_FIRST_ITEM = re.compile(r"^ {0,3}(?:[-+*]|1[.)])[ \t]+\S")
_QUOTE = re.compile(r"^ {0,3}>")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*\S")
_TABLE_RULE = re.compile(r"^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")

_RAW_START = re.compile(
    r"^ {0,3}<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))", re.I
)
_RAW_ENDS = {2: "-->", 3: "?>", 4: "]]>", 5: ">"}
_RAW_TAG_END = re.compile(r"</(?:script|pre|style|textarea)>", re.I)
_BLOCK_TAG = re.compile(
    r"^ {0,3}</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    r"|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend"
    r"|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td"
    r"|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|/>|$)",
    re.I,
)
_ANY_TAG = re.compile(
    r"^ {0,3}(?:<[A-Za-z][A-Za-z0-9-]*"
    r"(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\s*/?>"
    r"|</[A-Za-z][A-Za-z0-9-]*\s*>)[ \t]*$"
)


@dataclass(frozen=True, slots=True)
class MarkdownHeading:
    """A heading: its 1-based line, its level, and its source text without marks."""

    line: int
    level: int
    source: str


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a Markdown file under the numbers they have in the file, with its headings."""
    native = read_native(source, limits, marks=True)
    front = read_front_matter(native.lines)
    lines: list[str] = []
    number_of: dict[int, int] = {}
    headings = list(find_headings(native.lines, first_line=front.last_line + 1))
    wanted = {heading.line for heading in headings}
    for number, text in enumerate(native.lines, start=1):
        if number in wanted:
            number_of[number] = len(lines) + 1
        if len(text) <= MAX_NATIVE_LINE:
            lines.append(text)
        else:
            lines += wrap_native([text])
    progress(Progress(len(lines), len(lines), "line"))
    return Extraction(
        lines=tuple(Line(text) for text in lines),
        hints=Hints(headings=tuple(_hints(headings, number_of))),
        metadata=_metadata(front),
        coverage=native.coverage,
        native=True,
        wrapped=len(lines) != len(native.lines),
    )


def _hints(headings: Sequence[MarkdownHeading], number_of: dict[int, int]) -> Iterator[HeadingHint]:
    for heading in headings:
        title = plain_title(heading.source)
        if title:
            yield HeadingHint(number_of[heading.line], heading.level, title, Provenance.MARKUP)


def _metadata(front: FrontMatter) -> Metadata:
    return Metadata(
        title=front.title,
        authors=front.authors,
        language=front.language,
        keywords=front.keywords,
        created=front.created,
        modified=front.modified,
    )


def find_headings(lines: Sequence[str], *, first_line: int = 1) -> Iterator[MarkdownHeading]:
    """Yield the headings of the document itself: none from code, comments, lists or quotes."""
    yield from _Scanner(lines, first_line).headings()


class _Scanner:
    """Follows the block structure of CommonMark as far as headings need it."""

    def __init__(self, lines: Sequence[str], first_line: int) -> None:
        self._lines = lines
        self._index = first_line - 1
        self._paragraph: list[int] = []
        """Indexes of the lines of the open paragraph outside of containers."""
        self._item_indent = 0
        """Columns that a line must be indented by to belong to the open list item; 0 outside of lists."""
        self._lazy = False
        """Whether a paragraph inside a list item or a quote is open, which a bare line may continue."""

    def headings(self) -> Iterator[MarkdownHeading]:
        while self._index < len(self._lines):
            text = _expanded(self._lines[self._index])
            if text[:1].isalpha():
                self._words()
            elif not text.strip():
                self._blank()
            elif self._is_contained(text):
                pass
            else:
                heading = self._block(text)
                if heading:
                    yield heading
            self._index += 1

    def _words(self) -> None:
        """Follow a line that begins with a letter: it can only be a paragraph, or go on with one."""
        if not self._lazy:
            self._item_indent = 0
            self._paragraph.append(self._index)

    def _blank(self) -> None:
        self._paragraph = []
        self._lazy = False

    def _is_contained(self, text: str) -> bool:
        """Return whether a line belongs to a list item or a quote, and follow what that opens."""
        indent = len(text) - len(text.lstrip(" "))
        if self._item_indent and indent >= self._item_indent:
            self._inside(text[self._item_indent :])
            return True
        if _QUOTE.match(text):
            self._leave_paragraph()
            self._item_indent = 0
            inner = text.lstrip(" ")[1:]
            while _QUOTE.match(inner):
                inner = inner.lstrip(" ")[1:]
            self._lazy = _opens_paragraph(inner.removeprefix(" "))
            return True
        item = _LIST_ITEM.match(text)
        if item and not _RULE.match(text) and (not self._paragraph or _FIRST_ITEM.match(text)):
            self._open_item(text, item)
            return True
        return self._is_lazy(text)

    def _open_item(self, text: str, item: re.Match[str]) -> None:
        self._leave_paragraph()
        self._lazy = False
        gap = len(item[3] or " ")
        self._item_indent = len(item[1]) + len(item[2]) + (gap if gap <= 4 else 1)
        following = self._lines[self._index + 1 : self._index + 2]
        if item[3] is None and following and not following[0].strip():
            self._item_indent = 0  # an item that begins with two blank lines is empty
        self._inside(text[self._item_indent :])

    def _inside(self, text: str) -> None:
        """Follow a line inside a container: a fence swallows lines, a paragraph may be continued lazily."""
        fence = _FENCE.match(text)
        if fence:
            self._skip_fence(fence[1], self._item_indent)
            self._lazy = False
            return
        continues = self._lazy
        while True:
            item = _LIST_ITEM.match(text)
            if not item or _RULE.match(text):
                break
            text, continues = text[item.end() :], False
        self._lazy = _opens_paragraph(text, continues=continues)

    def _is_lazy(self, text: str) -> bool:
        if self._lazy and _opens_paragraph(text, continues=True):
            return True
        self._lazy = False
        self._item_indent = 0
        return False

    def _block(self, text: str) -> MarkdownHeading | None:
        if self._paragraph and _SETEXT.match(text):
            return self._setext(text)
        if text.startswith("    "):
            return None
        atx = _ATX.match(text)
        if atx:
            self._leave_paragraph()
            return MarkdownHeading(self._index + 1, len(atx[1]), _CLOSING_MARKS.sub("", atx[2] or ""))
        fence = _FENCE.match(text)
        if fence:
            self._leave_paragraph()
            self._skip_fence(fence[1], 0)
        elif _RULE.match(text):
            self._leave_paragraph()
        elif not self._skip_html(text):
            self._paragraph.append(self._index)
        return None

    def _setext(self, text: str) -> MarkdownHeading | None:
        paragraph, self._paragraph = self._paragraph, []
        texts = [self._lines[index].strip() for index in paragraph]
        while texts and _DEFINITION.match(texts[0]):
            texts.pop(0)
            paragraph.pop(0)
        if not texts:
            self._paragraph = [self._index] if "=" in text else []
            return None
        level = 1 if "=" in text else 2
        return MarkdownHeading(paragraph[0] + 1, level, " ".join(texts))

    def _leave_paragraph(self) -> None:
        self._paragraph = []

    def _skip_fence(self, mark: str, indent: int) -> None:
        """Move to the line that closes a fence, or that leaves its container, or to the end."""
        closing = re.compile(rf"^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
        while self._index + 1 < len(self._lines):
            text = _expanded(self._lines[self._index + 1])
            if indent and text.strip() and len(text) - len(text.lstrip(" ")) < indent:
                return
            self._index += 1
            if closing.match(text[indent:]):
                return

    def _skip_html(self, text: str) -> bool:
        """Move to the end of an HTML block if one begins here."""
        raw = _RAW_START.match(text)
        if raw:
            self._leave_paragraph()
            end = _RAW_ENDS.get(raw.lastindex or 0)
            offset = raw.end()
            while not (end in text[offset:] if end else _RAW_TAG_END.search(text)):
                if self._index + 1 >= len(self._lines):
                    return True
                self._index += 1
                text, offset = self._lines[self._index], 0
            return True
        if _BLOCK_TAG.match(text) or (not self._paragraph and _ANY_TAG.match(text)):
            self._leave_paragraph()
            while self._index + 1 < len(self._lines) and self._lines[self._index + 1].strip():
                self._index += 1
            return True
        return False


def _expanded(text: str) -> str:
    return text.expandtabs(4) if text.startswith((" ", "\t")) else text


def _opens_paragraph(text: str, *, continues: bool = False) -> bool:
    """Return whether a line is paragraph text. continues: whether it would go on with an open paragraph."""
    if not text.strip():
        return False
    if text.startswith("    "):
        return continues
    blocks = (_ATX, _FENCE, _RULE, _QUOTE, _RAW_START, _BLOCK_TAG)
    if any(pattern.match(text) for pattern in blocks):
        return False
    if continues:
        return not (_FIRST_ITEM.match(text) or _LIST_ITEM.match(text))
    return not _LIST_ITEM.match(text)
