"""AsciiDoc keeps its own lines; its section titles are found outside of its delimited blocks.

Native, because it is written to be read as it is, and a converter would lose what it takes from other files
(`include::`, attributes that a build sets).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.domain.document import Extraction, Metadata
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?$")
_UNDERLINE = re.compile(r"([=~^+-])\1+$")
_SETEXT_LEVEL = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
_DELIMITER = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|\+{4,}|_{4,}|/{4,}|[|,:!]={3,}|--|`{3,}.*)$")
_SPOKEN = frozenset({"====", "****", "____", "--"})
_ATTRIBUTE = re.compile(r":(!?[A-Za-z0-9_][\w-]*!?):(?:\s+(.*))?$")
_REFERENCE = re.compile(r"\{([A-Za-z0-9_][\w-]*)\}")
_UNREAD = re.compile(
    r"(?://|\[[^\]]*\]\s*$|\[\[|include::|ifdef::|ifndef::|ifeval::|endif::|image::|video::|audio::|toc::|\+$|<<<|'''|:!?[\w-]+!?:(?:\s|$))"
)
_ANCHOR = re.compile(r"\[\[[^\]]*\]\]|\[#[^\]]*\]")
_LINK = re.compile(r"(?:(?:https?|ftp|mailto|link|xref):[^\s\[\]]+)\[([^\]]*)\]")
_CROSS = re.compile(r"<<([^<>,]+)(?:,\s*([^<>]+))?>>")
_MACRO = re.compile(r"(?:kbd|btn|menu|pass|footnote|image|icon):[^\s\[\]]*\[([^\]]*)\]")
_DOUBLE = re.compile(r"(\*\*|__|``|\+\+|##)(?=\S)(.+?)(?<=\S)\1")
_SINGLE = re.compile(r"(?<![\w*_`+#])([*_`+#])(?=\S)(.+?)(?<=\S)\1(?![\w*_`+#])")
_PERSON = re.compile(r"^[^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){0,3}(?: <[^<>]+>)?$")
_REVISION = re.compile(r"^v?[\d.]+(?:,|$).*?(\d{4}-\d{2}-\d{2})?")
_LONGEST = 3_000
_BUILT_IN = {
    "amp": "&", "apos": "'", "asterisk": "*", "backslash": "\\", "backtick": "`", "caret": "^", "cpp": "C++",
    "empty": "", "endsb": "]", "gt": ">", "ldquo": "“", "lsquo": "‘", "lt": "<", "nbsp": " ", "plus": "+",
    "quot": '"', "rdquo": "”",
    "rsquo": "’", "sp": " ", "startsb": "[", "tilde": "~", "two-colons": "::", "two-semicolons": ";;", "vbar": "|",
}  # fmt: skip
"""What attributes mean that every reader of AsciiDoc knows."""


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a file under the numbers they have in it, with its section titles."""
    native = read_native(source, limits, marks=True)
    found = scan(native.lines)
    progress(Progress(len(native.lines), len(native.lines), "line"))
    return keep_lines(native, found)


def scan(lines: Sequence[str]) -> NativeStructure:
    """Return the headings of a text, the words of its lines and the attributes of its head."""
    return _Scanner(lines).scan()


def plain(source: str) -> str:
    """Return text as a reader sees it: links by their words, no anchors and no marks."""
    text = _ANCHOR.sub("", source[:_LONGEST])
    text = _LINK.sub(lambda match: match[1].split(",")[0].rstrip("^") or match[0].partition("[")[0], text)
    text = _CROSS.sub(lambda match: match[2] or match[1], text)
    text = _MACRO.sub(r"\1", text)
    for pattern in (_DOUBLE, _SINGLE, _SINGLE):
        text = pattern.sub(r"\2", text)
    return " ".join(text.split())


class _Scanner:
    """Follows delimited blocks; inside of them nothing is a title."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._prose = [""] * len(lines)
        self._headings: list[NativeHeading] = []
        self._attributes: dict[str, str] = {}
        self._last = {line: index for index, line in enumerate(lines) if _DELIMITER.match(line)}
        """The last line of each delimiter: a block that is never closed is no block."""
        self._open: list[str] = []
        self._after_break = True

    def scan(self) -> NativeStructure:
        index = 0
        while index < len(self._lines):
            index += self._line(index, self._lines[index])
        return NativeStructure(tuple(self._headings), self._metadata(), self._prose)

    def _line(self, index: int, text: str) -> int:
        """Follow a line; return how many were taken."""
        if self._open and _closing(self._open[-1]) == text:
            self._open.pop()
            self._after_break = True
            return 1
        if self._open and self._open[-1][:4] not in _SPOKEN:
            return 1
        taken = 0 if self._open else self._title(index, text)
        if taken:
            self._after_break = True
            return taken
        if _DELIMITER.match(text) and self._last.get(_closing(text), 0) > index:
            self._open.append(text)
            return 1
        self._text(index, text)
        return 1

    def _title(self, index: int, text: str) -> int:
        if not self._after_break or not text.strip() or text.startswith((" ", "\t")):
            return 0
        title = _TITLE.match(text)
        if title:
            self._add(index, len(title[1]), title[2])
            return 1 + self._head(index + 1, len(title[1]))
        under = self._lines[index + 1] if index + 1 < len(self._lines) else ""
        if not _UNDERLINE.match(under) or abs(len(under) - len(text)) > 1 or not _is_name(text):
            return 0
        level = _SETEXT_LEVEL[under[0]]
        self._add(index, level, text)
        return 2 + self._head(index + 2, level)

    def _add(self, index: int, level: int, source: str) -> None:
        resolved = _REFERENCE.sub(
            lambda match: self._attributes.get(match[1], _BUILT_IN.get(match[1], match[0])), source
        )
        self._headings.append(NativeHeading(index + 1, level, plain(resolved)))

    def _head(self, index: int, level: int) -> int:
        """Read author and revision below the document's title; return the lines taken."""
        if level != 1 or len(self._headings) != 1:
            return 0
        taken = 0
        people = self._lines[index].split(";") if index < len(self._lines) else []
        if people and all(_PERSON.match(person.strip()) for person in people):
            names = [re.sub(r"\s*<[^<>]*>", "", person).replace("_", " ").strip() for person in people]
            self._attributes.setdefault("authors", "; ".join(names))
            taken = 1
            revision = _REVISION.match(self._lines[index + 1]) if index + 1 < len(self._lines) else None
            if revision:
                date = re.search(r"\d{4}-\d{2}-\d{2}", self._lines[index + 1])
                self._attributes.setdefault("revdate", date[0] if date else "")
                taken = 2
        return taken

    def _text(self, index: int, text: str) -> None:
        attribute = _ATTRIBUTE.match(text)
        if attribute and self._after_break:
            self._attributes.setdefault(attribute[1].lower(), (attribute[2] or "").strip())
            return
        unread = not text.strip() or bool(_UNREAD.match(text))
        self._after_break = unread or text.startswith(".")
        if not unread and not text.startswith((" ", "\t", "|")):
            self._prose[index] = plain(text[1:] if re.match(r"\.\S", text) else text)

    def _metadata(self) -> Metadata:
        said = self._attributes
        authors = said.get("authors") or said.get("author") or ""
        date = said.get("revdate") or said.get("docdate") or said.get("date") or ""
        return Metadata(
            title=said.get("doctitle") or said.get("title") or None,
            authors=tuple(name.strip() for name in authors.split(";") if name.strip()),
            language=said.get("lang") or None,
            keywords=tuple(word.strip() for word in said.get("keywords", "").split(",") if word.strip()),
            created=date if re.fullmatch(r"\d{4}-\d{2}-\d{2}", date) else None,
        )


def _closing(delimiter: str) -> str:
    """Return the line that closes a block."""
    return "```" if delimiter.startswith("```") else delimiter


def _is_name(text: str) -> bool:
    """Return whether a line may be an underlined title: words, no sign of a block."""
    return any(map(str.isalnum, text)) and not text.startswith((".", "|", "*", "-", "[", ":", "//"))
