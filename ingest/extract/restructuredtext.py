"""reStructuredText keeps its own lines; its section titles are found as docutils finds them.

Native, because it is written to be read as it is, because line numbers are those of the repository, and
because a converter drops what it does not know: the directives and roles of Sphinx.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ingest.domain.document import Extraction, Metadata
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_EXPLICIT = re.compile(r"\.\.(?:\s|$)")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|]+\|\s+)?([A-Za-z][\w:+.-]*)::(?:\s+(.*))?$")
_FIELD = re.compile(r":((?:[^:\\`]|\\.|:(?! ))+):(?:\s+(.*))?$")
_OTHER_BODY = re.compile(r"(?:[-*+•‣⁃]\s|>>>\s|\|\s|\+[-=]{2}|-{1,2}\w[\w-]*(?:[ =]\S+)?\s{2,}|__\s)")
_TABLE_RULE = re.compile(r"=+(?:\s+=+)+$|\+[-=+]+\+$")
_CODE = re.compile(r"``(.+?)``")
_ROLE = re.compile(r"(?::[A-Za-z][\w:+.-]*:)?`([^`]+)`(?::[A-Za-z][\w:+.-]*:|__?)?")
_TARGET = re.compile(r"\s*<[^<>]*>$")
_STRONG = re.compile(r"(\*{1,2})(?=\S)(.+?)(?<=[^\s\\])\1")
_FOOTNOTE = re.compile(r"\s?\[(?:#?[\w-]*|\*)\]_")
_REFERENCE = re.compile(r"(?<=\w)__?(?=\W|$)")
_SUBSTITUTION = re.compile(r"\|(\S[^|]*)\|_{0,2}")
_ESCAPE = re.compile(r"\\(\S)|\\\s?")
_SHORT = 4
_LONGEST = 3_000

_SPOKEN = frozenset(
    [
        "admonition",
        "attention",
        "caution",
        "class",
        "compound",
        "container",
        "danger",
        "deprecated",
        "epigraph",
        "error",
        "figure",
        "function",
        "highlights",
        "hint",
        "important",
        "method",
        "note",
        "pull-quote",
        "seealso",
        "sidebar",
        "tip",
        "topic",
        "versionadded",
        "versionchanged",
        "versionremoved",
        "warning",
    ]
)
"""Directives whose content is text of the document; the content of all others is code, data or options."""

_AUTHORS = frozenset({"author", "authors", "作者", "著者"})


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a file under the numbers they have in it, with its section titles."""
    native = read_native(source, limits, marks=True)
    found = scan(native.lines)
    progress(Progress(len(native.lines), len(native.lines), "line"))
    return keep_lines(native, found)


def scan(lines: Sequence[str]) -> NativeStructure:
    """Return the headings of a text, the words of its lines and the fields at its head."""
    return _Scanner(lines).scan()


def plain(source: str) -> str:
    """Return text as a reader sees it, without roles, targets, emphasis and escapes."""
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match[1])
        return f"\ue000{len(held) - 1}\ue000"

    text = source[:_LONGEST].replace("\ue000", "")
    text = _CODE.sub(hold, text)
    text = _ROLE.sub(lambda match: _TARGET.sub("", match[1]) or match[1], text)
    text = _STRONG.sub(r"\2", text)
    text = _FOOTNOTE.sub("", text)
    text = _SUBSTITUTION.sub(r"\1", text)
    text = _REFERENCE.sub("", text)
    text = _ESCAPE.sub(lambda match: match[1] or "", text)
    text = re.sub("\ue000(\\d+)\ue000", lambda match: held[int(match[1])], text)
    return " ".join(text.split())


class _Scanner:
    """Follows blocks as far as titles need it: literal blocks, directives and tables hold none."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._prose: list[str] = [""] * len(lines)
        self._headings: list[NativeHeading] = []
        self._styles: dict[str, int] = {}
        self._fields: dict[str, str] = {}
        self._in_paragraph = False
        self._silent: int | None = None
        """Indent of the line whose deeper lines are code, options or comments."""

    def scan(self) -> NativeStructure:
        index = 0
        while index < len(self._lines):
            index += self._line(index)
        return NativeStructure(tuple(self._headings), self._metadata(), self._prose)

    def _line(self, index: int) -> int:
        """Follow a line; return how many were taken."""
        text = self._lines[index].expandtabs(8)
        bare = text.strip()
        if not bare:
            self._in_paragraph = False
            return 1
        indent = len(text) - len(text.lstrip())
        if self._silent is not None:
            if indent > self._silent:
                return 1
            self._silent = None
        taken = self._title(index, bare, indent)
        if taken:
            self._in_paragraph = False
            return taken
        self._body(index, bare, indent)
        return 1

    def _title(self, index: int, bare: str, indent: int) -> int:
        """Take a section title that begins here; return its lines, 0 where none does."""
        if self._in_paragraph or indent:
            return 0
        if _RULE.match(bare):
            return self._overlined(index, bare)
        if _OTHER_BODY.match(bare) or _EXPLICIT.match(bare) or _FIELD.match(bare):
            return 0
        under = self._at(index + 1)
        if not _RULE.match(under) or not _fits(bare, under):
            return 0
        self._add(index, under[0], bare)
        return 2

    def _overlined(self, index: int, over: str) -> int:
        title, under = self._at(index + 1).strip(), self._at(index + 2)
        if not title or under != over or _RULE.match(title) or not _fits(title, over):
            return 0
        self._add(index + 1, over[0] * 2, title)
        return 3

    def _at(self, index: int) -> str:
        return self._lines[index].rstrip() if index < len(self._lines) else ""

    def _add(self, index: int, style: str, source: str) -> None:
        level = self._styles.setdefault(style, len(self._styles) + 1)
        self._headings.append(NativeHeading(index + 1, level, plain(source)))

    def _body(self, index: int, bare: str, indent: int) -> None:
        if _EXPLICIT.match(bare):
            self._in_paragraph = False
            directive = _DIRECTIVE.match(bare)
            if directive and directive[1].rpartition(":")[2].lower() in _SPOKEN:
                self._prose[index] = plain(directive[2] or "") if "version" not in directive[1] else ""
            else:
                self._silent = indent
            return
        field = _FIELD.match(bare)
        if field and not self._in_paragraph:
            self._field(field, indent)
            return
        if _RULE.match(bare) or _TABLE_RULE.match(bare) or bare.startswith((">>> ", "+--", "+==")):
            return
        self._in_paragraph = not indent and not _OTHER_BODY.match(bare)
        if bare.endswith("::"):
            self._silent = indent
            bare = bare.removesuffix("::").rstrip() + ":"
        self._prose[index] = plain(bare)

    def _field(self, field: re.Match[str], indent: int) -> None:
        if not indent and len(self._headings) < 2 and len(self._fields) < 50:
            self._fields.setdefault(field[1].strip().lower(), plain(field[2] or ""))

    def _metadata(self) -> Metadata:
        fields = self._fields
        authors = [fields[name] for name in _AUTHORS if fields.get(name)]
        language = fields.get("language") or fields.get("lang")
        return Metadata(
            authors=tuple(
                part.strip() for text in authors for part in re.split(r"[;；、]", text) if part.strip()
            ),
            language=language,
            keywords=tuple(
                word.strip() for word in re.split(r"[,;、，]", fields.get("keywords", "")) if word.strip()
            ),
            created=_iso_date(fields.get("date")),
        )


def _fits(title: str, rule: str) -> bool:
    """Return whether a rule is long enough to underline a title: all of it, or four signs."""
    return len(rule) >= _SHORT or len(rule) >= _columns(title)


def _columns(text: str) -> int:
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def _iso_date(text: str | None) -> str | None:
    return text if text and re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) else None
