"""Jupyter notebooks: Markdown cells as they are, code in fences, short outputs, pictures named."""

from __future__ import annotations

import json
import re
from typing import Any

from ingest.domain.cleaning import clean
from ingest.domain.document import (
    MAX_CONVERTED_LINE,
    MAX_NATIVE_LINE,
    Extraction,
    HeadingHint,
    Hints,
    Line,
    Metadata,
    Place,
)
from ingest.domain.errors import EmptyFile
from ingest.domain.outline import Provenance
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.markdown import find_headings
from ingest.extract.markdown_title import plain_title
from ingest.extract.native_lines import NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.wrapping import wrap

_OUTPUT_LINES = 40
_OUTPUT_CHARACTERS = 4_000
_DATA_PICTURE = re.compile(r"\((?:data|attachment):[^)\s]*(\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_MAGIC = re.compile(r"\s*%%(\w+)")
_MAGIC_LANGUAGES = {
    "bash": "bash",
    "sh": "bash",
    "javascript": "javascript",
    "html": "html",
    "sql": "sql",
    "R": "r",
}


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the cells of a notebook as Markdown lines with the headings of its Markdown cells."""
    native = read_native(source, limits)
    try:
        notebook = json.loads("\n".join(native.lines), strict=False)
        cells = _cells(notebook)
    except (ValueError, TypeError, AttributeError, RecursionError):
        note = "Not a sound notebook: this is its source. Save it again in Jupyter."
        return keep_lines(native, NativeStructure(notes=(note,)))
    writer = _CellWriter(_language(notebook))
    for number, cell in enumerate(cells, start=1):
        writer.write(number, cell)
        progress(Progress(number, len(cells), "cell"))
    if not writer.lines:
        raise EmptyFile("The notebook has no cells with text. Check that the right file was added.")
    return Extraction(
        lines=tuple(writer.lines),
        hints=Hints(headings=tuple(writer.headings)),
        metadata=_metadata(notebook),
        coverage=native.coverage,
    )


def _cells(notebook: Any) -> list[dict[str, Any]]:
    """Return the cells of format 4, or of the sheets of format 3. Raises TypeError where there are none."""
    if "cells" in notebook:
        return _dicts(notebook["cells"])
    return [cell for sheet in _dicts(notebook.get("worksheets")) for cell in _dicts(sheet.get("cells"))]


def _dicts(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        raise TypeError
    return [item for item in value if isinstance(item, dict)]


class _CellWriter:
    """Writes cells as lines; every line knows its cell."""

    def __init__(self, language: str) -> None:
        self.lines: list[Line] = []
        self.headings: list[HeadingHint] = []
        self._language = language
        self._place = Place()

    def write(self, number: int, cell: dict[str, Any]) -> None:
        """Write one cell of any kind."""
        self._place = Place(part=f"cell {number}")
        text = _joined(cell.get("source", cell.get("input")))
        kind = cell.get("cell_type")
        if kind == "code":
            self._code(text, cell)
        elif kind == "heading":
            self._markdown(f"{'#' * _small(cell.get('level'))} {text}")
        elif kind == "raw":
            self._fenced(text, "")
        else:
            self._markdown(text)

    def _markdown(self, text: str) -> None:
        lines = _DATA_PICTURE.sub("", text).split("\n")
        headings = {heading.line: heading for heading in find_headings(lines)}
        fence = ""
        self._gap()
        for number, line in enumerate(lines, start=1):
            heading = headings.get(number)
            mark = _FENCE.match(line)
            if mark:
                fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
            limit = MAX_NATIVE_LINE if fence or "|" in line else MAX_CONVERTED_LINE
            if heading and (title := plain_title(heading.source)):
                self.headings.append(
                    HeadingHint(len(self.lines) + 1, heading.level, title, Provenance.MARKUP)
                )
            self._put(line, limit)

    def _code(self, text: str, cell: dict[str, Any]) -> None:
        magic = _MAGIC.match(text)
        language = _MAGIC_LANGUAGES.get(magic[1], "") if magic else self._language
        self._fenced(text, language)
        outputs = cell.get("outputs")
        for output in _dicts(outputs) if isinstance(outputs, list) else ():
            self._output(output)

    def _output(self, output: dict[str, Any]) -> None:
        kind = output.get("output_type")
        data = output.get("data", output)
        data = data if isinstance(data, dict) else {}
        if kind == "stream":
            self._fenced(_shortened(_joined(output.get("text"))), "")
        elif kind in ("error", "pyerr"):
            self._fenced(f"{output.get('ename', 'Error')}: {output.get('evalue', '')}", "")
        elif markdown := _joined(data.get("text/markdown")):
            self._gap()
            for text in _shortened(markdown).split("\n"):
                self._put(text, MAX_CONVERTED_LINE)
        else:
            picture = next(
                (
                    name
                    for name in sorted(data)
                    if name.startswith("image/") or name in ("png", "jpeg", "svg")
                ),
                "",
            )
            words = _joined(data.get("text/plain", data.get("text") if kind != "stream" else None))
            if picture:
                self._gap()
                self._put(f"![output: {' '.join(words.split())[:200] or picture}]", MAX_CONVERTED_LINE)
            elif words:
                self._fenced(_shortened(words), "")

    def _fenced(self, text: str, language: str) -> None:
        text = text.strip("\n")
        if not text.strip():
            return
        fence = "```"
        while fence in text:
            fence += "`"
        self._gap()
        self._put(fence + language, MAX_NATIVE_LINE)
        for line in text.split("\n"):
            self._put(line, MAX_NATIVE_LINE)
        self._put(fence, MAX_NATIVE_LINE)

    def _gap(self) -> None:
        if self.lines and self.lines[-1].text:
            self.lines.append(Line("", self._place))

    def _put(self, text: str, limit: int) -> None:
        for piece in wrap(clean(text.rstrip()).text, limit) or [""]:
            if piece or (self.lines and self.lines[-1].text):
                self.lines.append(Line(piece, self._place))


def _joined(value: Any) -> str:
    """Return a text that the format keeps as one string or as a list of lines."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _shortened(text: str) -> str:
    """Return the beginning of an output, and how much was left out."""
    lines = text[:_OUTPUT_CHARACTERS].split("\n")
    kept = lines[:_OUTPUT_LINES]
    left = text.count("\n") + 1 - len(kept)
    if left > 0 or len(text) > _OUTPUT_CHARACTERS:
        kept.append(f"[output shortened: {left:,} more lines]" if left > 0 else "[output shortened]")
    return "\n".join(kept)


def _small(level: Any) -> int:
    return min(max(level, 1), 6) if isinstance(level, int) else 1


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    for name in ("language_info", "kernelspec"):
        info = metadata.get(name)
        found = (
            (info.get("name") if name == "language_info" else info.get("language"))
            if isinstance(info, dict)
            else None
        )
        if isinstance(found, str) and re.fullmatch(r"[\w+#-]{1,20}", found):
            return found.lower()
    return "python"


def _metadata(notebook: dict[str, Any]) -> Metadata:
    metadata = notebook.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    authors = metadata.get("authors")
    names = (
        [entry.get("name") if isinstance(entry, dict) else entry for entry in authors]
        if isinstance(authors, list)
        else []
    )
    title = metadata.get("title")
    return Metadata(
        title=title if isinstance(title, str) and title.strip() else None,
        authors=tuple(name for name in names if isinstance(name, str) and name.strip()),
    )
