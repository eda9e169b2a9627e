"""The paragraphs of a document by kind, so that prose can be told from tables, code, lists and contents.

Works on canonical Markdown lines, whatever format they came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ingest.domain.document import MAX_CONVERTED_LINE, Line


class Kind(StrEnum):
    """What a paragraph is. Only `prose` belongs in an abstract; `item` and `quote` are next best."""

    PROSE = "prose"
    ITEM = "item"
    QUOTE = "quote"
    HEADING = "heading"
    TABLE = "table"
    CODE = "code"
    CONTENTS = "contents"
    NOTE = "note"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Consecutive lines of one kind as running text, with inline markup taken off. first_line is 1-based."""

    kind: Kind
    first_line: int
    text: str


_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_ATX = re.compile(r"^ {0,3}#{1,9}(?:\s|$)")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)\s*$|^\s*([=\-~^*_+#.\"'─═])\1{4,}\s*$")
_TABLE = re.compile(r"^\s*\|.*\|\s*$|^\s*:?-{2,}:?(?:\s*\|\s*:?-{2,}:?)+\s*$|^\s*\+[-=+]{4,}")
_ITEM = re.compile(r"^\s*(?:[-*+•●■◆・‣▪–]\s+|[・●■◆◇○□※]|\(?\d{1,3}[.)]\s+|\(?[a-zA-Z][.)]\s+|[①-⑳])")
_INDENTED_CODE = re.compile(r"^(?: {4}|\t)\s*\S")
_QUOTE = re.compile(r"^ {0,3}>")
_NOTE = re.compile(r"^\[\^[^\]]+\]:|^ {0,3}\[[^\]]+\]:\s*\S+")
_LEADERS = re.compile(
    r"(?:\.\s?){4,}\s*[\divxlc]*\s*$|[…‥]{2,}\s*\d*\s*$|…\s[\divxlc\-.]{1,8}\s*$|(?:\s[.·]){3,}\s*\d{1,4}(?:\s|$)|(?:・\s?){4,}\s*\d*\s*$|\t\s*\d+\s*$"
)
_HTML_ONLY = re.compile(r"^\s*(?:</?[a-zA-Z][^>]*>\s*|<!--.*?-->\s*)+$")
_DIRECTIVE = re.compile(r"^\s*(?::::|\{%|\{\{|\.\. |@\w+\{|import\s|export\s|<%)")

# Every repeat is bounded: hostile text must not take quadratic time.
_INLINE = (
    (re.compile(r"<!--.{0,400}?-->", re.DOTALL), ""),
    (re.compile(r"!\[[^\]]{0,300}\](?:\([^)]{0,500}\)|\[[^\]]{0,200}\])?"), ""),
    (re.compile(r"\[\^[^\]]{1,20}\]"), ""),
    (re.compile(r"\[((?:[^\[\]\\]|\\.){0,500})\]\((?:[^()]|\([^()]{0,200}\)){0,500}\)"), r"\1"),
    (re.compile(r"\[([^\[\]]+)\]\[[^\]]{0,200}\]"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>]{0,300}>"), ""),
    (re.compile(r"\{[#%:/*][^{}]{0,80}\}"), ""),
    (re.compile(r"(?<![A-Za-z0-9\\])(\*{1,3})(?=\S)([^*]{1,400})(?<=[^\s\\])\1(?![A-Za-z0-9])"), r"\2"),
    (re.compile(r"(?<![\w\\])(_{1,3})(?=\S)([^_]{1,400})(?<=[^\s\\])\1(?!\w)"), r"\2"),
    (re.compile(r"\*\*"), ""),
    (re.compile(r"`+([^`]*)`+"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])"), r"\1"),
    (re.compile(r"&nbsp;"), " "),
    (re.compile(r"&amp;"), "&"),
)
_MARKUP = re.compile(r"[`*_\[\]<>{}\\&!]")
_UNSEEN = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]"
)
_WRAPPED = MAX_CONVERTED_LINE // 3
"""No converted line is broken before this length."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]+")
_CJK_GAP = re.compile(
    "(?<=[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60])[ ]+"
    "(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60])"
)


def plain(text: str) -> str:
    """Return a line of Markdown as running text: inline markup, unseen characters and doubled blanks gone."""
    if _MARKUP.search(text):
        for pattern, replacement in _INLINE:
            text = pattern.sub(replacement, text)
    if not text.isascii():
        text = _UNSEEN.sub("", text)
    return " ".join(_CONTROL.sub(" ", text).split())


def paragraphs(
    lines: Sequence[Line], headings: frozenset[int] = frozenset(), *, native: bool = True
) -> Iterator[Paragraph]:
    """Yield the paragraphs of a document in order, front matter left out.

    headings: 1-based lines that the outline calls headings, for formats without `#`. native: lines are the
    file's own and may be parts of a paragraph; else a line is a paragraph, unless the one before was wrapped.
    """
    kinds = _Classifier(headings)
    pending: list[str] = []
    kind, first = Kind.BLANK, 1
    for number, line in enumerate(lines, start=1):
        current = kinds.classify(number, line.text)
        continues = current is kind and (kind is not Kind.ITEM or not _ITEM.match(line.text))
        if not native and pending and kind in {Kind.PROSE, Kind.ITEM} and len(pending[-1]) < _WRAPPED:
            continues = False
        if current is Kind.PROSE and kind is Kind.ITEM and line.text.startswith(" "):
            current, continues = Kind.ITEM, True
        if not continues:
            if pending:
                yield Paragraph(kind, first, _join(pending))
            pending, first = [], number
        kind = current
        if current is not Kind.BLANK:
            pending.append(line.text)
    if pending:
        yield Paragraph(kind, first, _join(pending))


def _join(texts: list[str]) -> str:
    joined = plain(
        " ".join(
            _ITEM.sub("", text.lstrip("> ")) if i == 0 else text.strip("> ") for i, text in enumerate(texts)
        )
    )
    return _CJK_GAP.sub("", joined)


class _Classifier:
    """Says what each line is, in order; remembers open fences, comments and front matter."""

    def __init__(self, headings: frozenset[int]) -> None:
        self._headings = headings
        self._fence: str | None = None
        self._closing: str | None = None
        self._previous = Kind.BLANK

    def classify(self, number: int, text: str) -> Kind:
        kind = self._inside(number, text) or self._alone(number, text)
        self._previous = kind
        return kind

    def _inside(self, number: int, text: str) -> Kind | None:
        """Kinds that last over several lines: fences, HTML comments, front matter."""
        if self._fence is not None:
            if text.strip().startswith(self._fence) and not text.strip().strip(self._fence[0]):
                self._fence = None
            return Kind.CODE
        if self._closing is not None:
            if self._closing in text if self._closing == "-->" else text.strip() in self._closing.split():
                self._closing = None
            return Kind.BLANK
        fence = _FENCE.match(text)
        if fence:
            self._fence = fence.group(1)
            return Kind.CODE
        if number == 1 and text.rstrip() in {"---", "+++"}:
            self._closing = "--- ..." if text.startswith("-") else "+++"
            return Kind.BLANK
        if text.lstrip().startswith("<!--") and "-->" not in text:
            self._closing = "-->"
            return Kind.BLANK
        return None

    def _alone(self, number: int, text: str) -> Kind:
        if not text.strip() or _HTML_ONLY.match(text):
            return Kind.BLANK
        if number in self._headings or _ATX.match(text):
            return Kind.HEADING
        if _UNDERLINE.match(text):
            return Kind.BLANK
        for pattern, kind in (
            (_TABLE, Kind.TABLE),
            (_LEADERS, Kind.CONTENTS),
            (_NOTE, Kind.NOTE),
            (_QUOTE, Kind.QUOTE),
            (_DIRECTIVE, Kind.CODE),
        ):
            if pattern.match(text) if kind is not Kind.CONTENTS else pattern.search(text):
                return kind
        if _INDENTED_CODE.match(text) and self._previous in {Kind.BLANK, Kind.CODE}:
            return Kind.ITEM if _ITEM.match(text) else Kind.CODE
        return Kind.ITEM if _ITEM.match(text) else Kind.PROSE
