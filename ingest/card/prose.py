"""The paragraphs of a document by kind, so that prose can be told from tables, code, lists and contents.

Works on canonical Markdown lines, whatever format they came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ingest.domain.cleaning import clean
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
_ITEM = re.compile(
    r"^\s*(?:[-*+•●■◆・‣▪–]\s+|[・●■◆◇○□※]|\(?\d{1,3}[.)]\s+|\(?[a-z][.)]\s+|[A-Z]\)\s+|[①-⑳])"
)
_INDENTED_CODE = re.compile(r"^(?: {4}|\t)\s*\S")
_CODE_SIGNS = re.compile(
    r"[={}<>;|\\$]|\w\(|\)$|^\s*(?:def|class|import|from|if|for|while|return|print|sudo|apt|cd|ls|git|pip|npm|#|>>>|\.\.\.|@|//|/\*)(?:\W|$)"
)
_QUOTE = re.compile(r"^ {0,3}>")
_NOTE = re.compile(r"^\[\^[^\]]+\]:|^ {0,3}\[[^\]]+\]:\s*\S+")
_LEADERS = re.compile(
    r"(?:\.\s?){4,}\s*[\divxlc]*\s*$|[…‥]{2,}\s*\d*\s*$|…\s[\divxlc\-.]{1,8}\s*$|(?:\s[.·]){3,}\s*\d{1,4}(?:\s|$)|(?:・\s?){4,}\s*\d*\s*$|\t\s*\d+\s*$"
)
_FEWEST_LEADERS = 3
_HTML_ONLY = re.compile(r"^\s*(?:</?[a-zA-Z][^>]*>\s*|<!--.*?-->\s*)+$")
_HTML_BLOCKS = (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"))
_DIRECTIVE = re.compile(r"^\s*(?::::|\{%|\{\{|\.\. |@\w+\{|import\s|export\s|<%)")

# Every repeat is bounded: hostile text must not take quadratic time.
_INLINE = (
    ("<!--", re.compile(r"<!--.{0,400}?-->", re.DOTALL), ""),
    ("![", re.compile(r"!\[[^\]]{0,300}\](?:\([^)]{0,500}\)|\[[^\]]{0,200}\])?"), ""),
    ("[^", re.compile(r"\[\^[^\]]{1,20}\]"), ""),
    ("](", re.compile(r"\[((?:[^\[\]\\]|\\.){0,500})\]\((?:[^()]|\([^()]{0,200}\)){0,500}\)"), r"\1"),
    ("][", re.compile(r"\[([^\[\]]+)\]\[[^\]]{0,200}\]"), r"\1"),
    ("<", re.compile(r"</?[a-zA-Z][^<>]{0,300}>"), ""),
    ("{", re.compile(r"\{[#%:/*][^{}]{0,80}\}"), ""),
    ("*", re.compile(r"(?<![A-Za-z0-9\\])(\*{1,3})(?=\S)([^*]{1,400})(?<=[^\s\\])\1(?![A-Za-z0-9])"), r"\2"),
    ("_", re.compile(r"(?<![\w\\])(_{1,3})(?=\S)([^_]{1,400})(?<=[^\s\\])\1(?!\w)"), r"\2"),
    ("**", re.compile(r"\*\*"), ""),
    ("`", re.compile(r"`+([^`]*)`+"), r"\1"),
    ("\\", re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])"), r"\1"),
    ("&nbsp;", re.compile(r"&nbsp;"), " "),
    ("&amp;", re.compile(r"&amp;"), "&"),
)
"""A sign without which the pattern cannot match (looked for first, it is cheaper), the pattern, what stays."""

_CODE_SPAN = re.compile(r"`[^`]{1,200}`")
_HIDDEN = {ord(sign): 0xE100 + at for at, sign in enumerate("<>*_[]{}")}
_SHOWN = {hidden: sign for sign, hidden in _HIDDEN.items()}
"""Signs inside of code are its own, not markup: hidden while markup is taken off."""
_MARKUP = re.compile(r"[`*_\[\]<>{}\\&!]")
_WRAPPED = MAX_CONVERTED_LINE // 3
"""No converted line is broken before this length."""
_ROW = 50
"""Letters (ideographs count twice) of a row of print that may go on in the next one."""
_ENDED = re.compile(r"[.!?:;…。！？：；|][\"'”’)\]」』）]*\s*$")

_HYPHEN = re.compile(r"(?<![\w-])(?P<head>[^\W\d_]{2,})[-\u2010]\s*\n\s*(?P<tail>[^\W\d_A-Z]{2,})")
_PREFIX_LIST = """
    well self non high low cross multi long short full half real time user file left right top bottom open cold hot
    first second third two three one single double built command line case so all ever much cut co ex e x anti
"""
_PREFIXES = frozenset(_PREFIX_LIST.split())
"""First halves of compounds that keep their hyphen."""

_WIDE = re.compile("[\u3000-\u9fff\uac00-\ud7a3\uff00-\uff60]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]+")
_CJK_GAP = re.compile(
    "(?<=[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60])[ ]+"
    "(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60])"
)


def plain(text: str) -> str:
    """Return a line of Markdown as running text: inline markup, unseen characters and doubled blanks gone."""
    if _MARKUP.search(text):
        if "`" in text:
            text = _CODE_SPAN.sub(lambda code: code.group().translate(_HIDDEN), text)
        for sign, pattern, replacement in _INLINE:
            if sign in text:
                text = pattern.sub(replacement, text)
        text = text.translate(_SHOWN)
    if not text.isprintable():
        text = clean(_CONTROL.sub(" ", text)).text
    return " ".join(text.split())


def paragraphs(
    lines: Sequence[Line], headings: frozenset[int] = frozenset(), *, native: bool = True, first: int = 1
) -> Iterator[Paragraph]:
    """Yield the paragraphs of a document in order, front matter left out.

    headings: 1-based lines that the outline calls headings, for formats without `#`. native: lines are the
    file's own and may be parts of a paragraph; else a line is a paragraph, unless the one before was cut off.
    first: the number of the first of the lines, where they are a piece of the document.
    """
    kinds = _Classifier(headings)
    pending: list[str] = []
    kind, begin = Kind.BLANK, first
    for number, line in enumerate(lines, start=first):
        current = kinds.classify(number, line.text)
        continues = current is kind and (kind is not Kind.ITEM or not _ITEM.match(line.text))
        if not native and pending and kind in {Kind.PROSE, Kind.ITEM} and not _is_cut_off(pending[-1]):
            continues = False
        if current is Kind.PROSE and kind is Kind.ITEM and line.text.startswith(" "):
            current, continues = Kind.ITEM, True
        if not continues:
            if pending:
                yield Paragraph(kind, begin, _join(pending))
            pending, begin = [], number
        kind = current
        if current is not Kind.BLANK:
            pending.append(line.text)
    if pending:
        yield Paragraph(kind, begin, _join(pending))


def _is_cut_off(text: str) -> bool:
    """Whether a converted line goes on in the next one: it was wrapped, or it is a full row without an end."""
    if len(text) >= _WRAPPED:
        return True
    return not _ENDED.search(text) and len(text) + len(_WIDE.findall(text)) >= _ROW


def _join(texts: list[str]) -> str:
    first = texts[0].lstrip("> ")
    mark = _ITEM.match(first)
    text = first[mark.end() :] if mark else first
    if len(texts) > 1:
        text = "\n".join((text, *(row.strip("> ") for row in texts[1:])))
        text = _HYPHEN.sub(_rejoined, text).replace("\n", " ")
    text = plain(text)
    return text if text.isascii() else _CJK_GAP.sub("", text)


def _rejoined(broken: re.Match[str]) -> str:
    """Return a word that a line break cut at a hyphen, in one piece, unless the hyphen is its own."""
    hyphen = "-" if broken["head"].lower() in _PREFIXES else ""
    return f"{broken['head']}{hyphen}{broken['tail']}"


def _reads_like_text(text: str) -> bool:
    """Whether an indented line is words: plain text files indent paragraphs and centre titles."""
    if _CODE_SIGNS.search(text):
        return False
    visible = "".join(text.split())
    letters = sum(map(str.isalpha, visible))
    return letters >= 0.85 * len(visible) and (len(text.split()) > 2 or not visible.isascii())


def _begins_as_prose(text: str) -> bool:
    """Whether a line begins with a letter and has no leaders, so that it is no mark of anything else: most are so."""
    if not text[:1].isalpha() or text[1:2] in ".)" or text.startswith(("import", "export")):
        return False
    return text.isascii() and text.count(".") < _FEWEST_LEADERS and "\t" not in text


class _Classifier:
    """Says what each line is, in order; remembers open fences, comments and front matter."""

    def __init__(self, headings: frozenset[int]) -> None:
        self._headings = headings
        self._fence: str | None = None
        self._closing: str | None = None
        self._previous = Kind.BLANK

    def classify(self, number: int, text: str) -> Kind:
        kind: Kind
        if self._fence is None and self._closing is None and _begins_as_prose(text):
            kind = Kind.HEADING if number in self._headings else Kind.PROSE
        else:
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
            if self._closing in text if ">" in self._closing else text.strip() in self._closing.split():
                self._closing = None
            return Kind.BLANK
        fence = _FENCE.match(text)
        if fence:
            self._fence = fence.group(1)
            return Kind.CODE
        if number == 1 and text.rstrip() in {"---", "+++"}:
            self._closing = "--- ..." if text.startswith("-") else "+++"
            return Kind.BLANK
        for opening, closing in _HTML_BLOCKS:
            if text.lstrip().startswith(opening) and closing not in text:
                self._closing = closing
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
        if _ITEM.match(text):
            return Kind.ITEM
        apart = self._previous in {Kind.BLANK, Kind.CODE}
        return (
            Kind.CODE if apart and _INDENTED_CODE.match(text) and not _reads_like_text(text) else Kind.PROSE
        )
