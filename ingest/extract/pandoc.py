"""Formats that are written for a program, not for readers, through pandoc: LaTeX, DocBook, MediaWiki and more.

Pandoc writes a page, and the reader of pages writes the lines: tables, lists, notes and code come out as they do
from every other format. It runs as a process of the extracting child: in its address space limit, with a time
limit of its own, in pandoc's sandbox, where a file can read no other. Where it gives up, the source is the text.
"""

from __future__ import annotations

import importlib.util
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.domain.document import Extraction
from ingest.domain.errors import EmptyFile, Unsupported
from ingest.domain.formats import DOCBOOK, HTML, JATS, LATEX, MAN, MEDIAWIKI, TEXTILE, TYPST
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.html.extraction import extract as extract_page
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import NativeText, read_native
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.xml_entities import resolve_entities, well_formed

_NAMES = {
    DOCBOOK: ("docbook", "DocBook"),
    JATS: ("jats", "JATS"),
    LATEX: ("latex", "LaTeX"),
    MAN: ("man", "a manual page"),
    MEDIAWIKI: ("mediawiki", "MediaWiki"),
    TEXTILE: ("textile", "Textile"),
    TYPST: ("typst", "Typst"),
}
_PAGE = """<!doctype html><html$if(lang)$ lang="$lang$"$endif$><head>
$if(title)$<title>$pagetitle$</title>$endif$
$for(author-meta)$<meta name="author" content="$author-meta$">$endfor$
$if(date-meta)$<meta name="date" content="$date-meta$">$endif$
$if(keywords)$<meta name="keywords" content="$for(keywords)$$keywords$$sep$, $endfor$">$endif$
</head><body><main>
$if(title)$<p>$title$</p>$endif$
$if(subtitle)$<p>$subtitle$</p>$endif$
$if(abstract)$<p>Abstract: </p>$abstract$$endif$
$body$
</main></body></html>
"""
_FILTER = """
function RawBlock(raw)
  if raw.format == 'mediawiki' then return pandoc.CodeBlock(raw.text) end
end
function RawInline(raw)
  if raw.format == 'mediawiki' then return pandoc.Code(raw.text) end
end
function Cite(cite)
  local names = {}
  for _, citation in ipairs(cite.citations) do names[#names + 1] = citation.id end
  return pandoc.Str('[' .. table.concat(names, ', ') .. ']')
end
function Image(image)
  local said = pandoc.utils.stringify(image.caption)
  if said == '' or said == 'image' then image.caption = {pandoc.Str(image.src)} end
  return image
end
"""
"""What a page would not show: templates of a wiki, the keys of citations, which picture stood there."""

_REPAIRED = (
    "Its XML is broken and was repaired: text may stand in the wrong section. Check it in its program."
)
_LONGEST_RUN = 120
_HEAP_SHARE = 0.7
_MISSING = re.compile(r"Could not (?:load include|find) file (\S+)")
_INCLUDED = re.compile(r"<(?:\w+:)?include\s[^>]*?href\s*=\s*[\"']([^\"'>]+)[\"']")
_CODE_CLASS = re.compile(r'<pre\s+class="(?!language-)([\w+#-]+)')
_MDOC = re.compile(r"^\.Dd\b|^\.Dt\b", re.M)
_WIKI_HEADING = re.compile(r"^==", re.M)
_WIKI_BOLD = re.compile(r"(?<!')'{3}(?:'')?([^'\n]{2,120}(?:'[^'\n]{1,60})?)'{3}")
_WIKI_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]")
_LATEX_HEADING = re.compile(
    r"\s*\\(part|chapter|section|subsection|subsubsection|paragraph)\*?\s*(?:\[[^\]]*\]\s*)?\{(.*?)\}\s*(?:\\label\{[^}]*\})?\s*(?:%.*)?$"
)
_LATEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_LATEX_COMMAND = re.compile(r"\\[A-Za-z]+\*?\s?|[{}$~]")


@dataclass(frozen=True, slots=True)
class _Answer:
    """What pandoc said: the page, empty where it failed, and the files it was asked to read and did not."""

    page: str
    missing: tuple[str, ...] = ()


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the text of a file as Markdown lines with its headings, or its source where pandoc fails."""
    native = read_native(source, limits)
    text = "\n".join(native.lines) + "\n"
    if not text.strip():
        raise EmptyFile("The file holds no text. Check that the right file was added.")
    reader, name = _NAMES[source.media_type]
    missing: tuple[str, ...] = ()
    notes: list[str] = []
    is_xml = reader in ("docbook", "jats")
    if is_xml:
        resolved = resolve_entities(text)
        text, missing = resolved.text, (*resolved.elsewhere, *_INCLUDED.findall(resolved.text))
    if reader == "man" and _MDOC.search(text):
        reader = "mdoc"
    progress(Progress(0, 1, "file"))
    with tempfile.TemporaryDirectory(prefix="mokuji-pandoc-") as folder:
        answer = _convert(text, reader, Path(folder), limits)
        if not answer.page and is_xml and (repaired := well_formed(text)):
            answer = _convert(repaired, reader, Path(folder), limits)
            notes.append(_REPAIRED)
        extraction = _read_page(answer.page, Path(folder), source, limits)
    progress(Progress(1, 1, "file"))
    notes += _missing_note((*missing, *answer.missing))
    if extraction is None:
        broken = (
            f"Could not be read as {name}: this is its source. Check it with the program it was written for."
        )
        return keep_lines(
            native,
            NativeStructure(
                _source_headings(native, reader),
                notes=(broken, *(note for note in notes if note != _REPAIRED)),
            ),
        )
    kept = native.coverage
    coverage = replace(
        extraction.coverage,
        invisible_characters=extraction.coverage.invisible_characters + kept.invisible_characters,
        notes=(*kept.notes, *extraction.coverage.notes, *notes),
    )
    metadata = extraction.metadata
    if reader == "mediawiki":
        metadata = replace(metadata, title=metadata.title or _wiki_title(text))
    return replace(extraction, coverage=coverage, metadata=metadata)


def _wiki_title(text: str) -> str | None:
    """Return what the first words of an article print in bold: an article of a wiki has no other title."""
    lead = _WIKI_HEADING.split(text, maxsplit=1)[0]
    bold = _WIKI_BOLD.search(lead[:20_000])
    return _WIKI_LINK.sub(r"\1", bold[1]).strip() if bold else None


def pandoc_program() -> Path:
    """Return pandoc's program inside its package. Raises Unsupported where it is not there."""
    found = importlib.util.find_spec("pypandoc")
    program = Path(found.origin or "").parent / "files" / "pandoc" if found else Path()
    if program.is_file():
        return program
    raise Unsupported("The converter for this format is not installed. Install the package pypandoc_binary.")


def _convert(text: str, reader: str, folder: Path, limits: Limits) -> _Answer:
    """Run pandoc. Time and memory end it, and nothing but the text reaches it."""
    template = folder / "page.html"
    template.write_text(_PAGE, encoding="ascii")
    filter_ = folder / "filter.lua"
    filter_.write_text(_FILTER, encoding="ascii")
    heap = int(limits.memory_mb * _HEAP_SHARE)
    command = [
        str(pandoc_program()),
        "--sandbox",
        *("--from", reader, "--to", "html5", "--standalone", "--template", str(template)),
        *("--lua-filter", str(filter_)),
        *("--mathjax", "--wrap=none", "--syntax-highlighting=none", "--reference-location=block"),
        *("+RTS", f"-M{heap}M", "-RTS"),
    ]
    seconds = max(1, min(_LONGEST_RUN, limits.seconds // 2))
    with (folder / "out").open("w+b") as out, (folder / "said").open("w+b") as said:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=said, cwd=folder) as process:
            _bind(process.pid, seconds)
            try:
                process.communicate(text.encode("utf-8"), timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
        out.seek(0)
        said.seek(0)
        page = out.read(limits.text_bytes).decode("utf-8", "replace") if process.returncode == 0 else ""
        warnings = said.read(1_000_000).decode("utf-8", "replace")
    return _Answer(page, tuple(dict.fromkeys(_MISSING.findall(warnings))))


def _bind(pid: int, seconds: int) -> None:
    """Bind pandoc's processor time, so that it ends even when nobody is left to end it."""
    if sys.platform == "linux":
        resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds))


def _read_page(page: str, folder: Path, source: SourceFile, limits: Limits) -> Extraction | None:
    """Return the lines of pandoc's page; None where it holds no text."""
    if not page:
        return None
    path = folder / "page"
    path.write_text(_CODE_CLASS.sub(r'<pre class="language-\1', page), encoding="utf-8")
    try:
        extraction = extract_page(SourceFile(path, source.name, HTML), limits=limits)
    except EmptyFile:
        return None
    return extraction if any(line.text for line in extraction.lines) else None


def _missing_note(names: Iterable[str]) -> Iterable[str]:
    known = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    if known:
        more = f" and {len(known) - 5:,} more" if len(known) > 5 else ""
        yield f"Text that it takes from other files is missing: {', '.join(known[:5])}{more}. Add those files too."


def _source_headings(native: NativeText, reader: str) -> tuple[NativeHeading, ...]:
    """Return the headings of a LaTeX file that pandoc could not read."""
    if reader != "latex":
        return ()
    found: list[NativeHeading] = []
    for number, line in enumerate(native.lines, start=1):
        heading = _LATEX_HEADING.match(line[:1_000])
        if heading:
            level = _LATEX_LEVELS.index(heading[1]) + 1
            found.append(NativeHeading(number, level, _LATEX_COMMAND.sub(" ", heading[2])))
    return tuple(found)
