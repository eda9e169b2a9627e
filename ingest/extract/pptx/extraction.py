"""Reads a presentation: slides in order as sections, with their notes; the deck's own sections above them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ingest.domain.document import Coverage, Extraction, Hints, Metadata, Place
from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, TooLarge
from ingest.domain.outline import Provenance
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.counted import counted
from ingest.extract.office_metadata import read_metadata
from ingest.extract.office_output import Output
from ingest.extract.opc import Package
from ingest.extract.pptx.deck import Deck, Slide, read_deck
from ingest.extract.pptx.shapes import Content
from ingest.extract.pptx.slides import SlideReader, SlideText
from ingest.extract.pptx.text import Paragraph
from ingest.extract.protocol import Limits, SourceFile

_TITLED = 0.5
"""Share of slides with a title of their own under which the first words of the others stand in for one."""

_INFERRED = 0.6
_LONGEST_TITLE = 120


@dataclass(slots=True)
class _Findings:
    """What there is to say about the slides together."""

    starts: list[int] = field(default_factory=list)
    without_text: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)
    languages: Counter[str] = field(default_factory=Counter)
    hidden_text: int = 0
    comments: int = 0
    unread: int = 0


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a .pptx, .pptm, .ppsx or .potx file.

    Raises EmptyFile, NoTextLayer (pictures only), PasswordNeeded, Damaged, TooLarge or Unsupported.
    """
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes, password=source.password) as package:
        deck = read_deck(package)
        if len(deck.slides) > limits.pages:
            raise TooLarge(
                f"The deck has {len(deck.slides):,} slides, the limit is {limits.pages:,}. Split it."
            )
        findings = _Findings()
        texts = list(_read(package, deck, findings, progress))
        metadata = read_metadata(package)
    output = Output(limits.text_bytes, provenance=Provenance.SLIDE)
    _write(texts, deck, findings, output)
    if not any(line.text.strip() for line in output.lines):
        raise NoTextLayer if findings.without_text else EmptyFile
    language = findings.languages.most_common(1)
    return Extraction(
        lines=tuple(output.lines),
        hints=Hints(headings=tuple(output.headings), pages=tuple(findings.starts)),
        metadata=_completed(metadata, deck, language[0][0] if language else None),
        coverage=Coverage(
            pages_without_text=tuple(findings.without_text),
            invisible_characters=output.invisible,
            hidden_text=findings.hidden_text,
            notes=tuple(_notes(deck, findings)),
        ),
    )


def _read(
    package: Package, deck: Deck, findings: _Findings, progress: ProgressSink
) -> list[tuple[Slide, SlideText]]:
    reader = SlideReader(package)
    found: list[tuple[Slide, SlideText]] = []
    for slide in deck.slides:
        try:
            text = reader.read(slide.part)
        except Damaged:
            findings.damaged.append(slide.number)
            text = SlideText(Content())
        found.append((slide, text))
        findings.languages.update(text.languages)
        progress(Progress(len(found), len(deck.slides), "slide"))
    if found and len(findings.damaged) == len(found):
        raise Damaged
    return found


def _write(texts: list[tuple[Slide, SlideText]], deck: Deck, findings: _Findings, output: Output) -> None:
    titled = sum(bool(text.content.title) for _, text in texts)
    infer = titled < len(texts) * _TITLED
    for slide, text in texts:
        start = output.move_to(Place(page=slide.number))
        if slide.section:
            output.heading(output.cleaned(slide.section), 1)
        _write_title(text.content, 2 if deck.sectioned else 1, output, infer=infer, number=slide.number)
        if text.hidden:
            output.text("[Hidden slide]")
            findings.hidden.append(slide.number)
        for block in text.content.blocks:
            _write_block(block, output)
        for position, note in enumerate(text.notes):
            words = output.cleaned(note)
            output.quote(words if position else f"Notes: {words}")
        _count(slide, text, findings)
        while len(findings.starts) < slide.number:
            findings.starts.append(start)
    output.finish()
    last = len(output.lines)
    findings.starts = [min(start, max(last, 1)) for start in findings.starts]


def _write_title(content: Content, level: int, output: Output, *, infer: bool, number: int) -> None:
    if content.title:
        output.heading(output.cleaned(content.title), level)
    elif infer:
        title = _first_words(content)
        if title:
            output.heading(output.cleaned(title), level, confidence=_INFERRED)
        elif content.blocks:
            output.heading(f"Slide {number}", level, confidence=_INFERRED)


def _first_words(content: Content) -> str:
    """Return the first short paragraph of a slide and take it out of its text."""
    for block in content.blocks[:1]:
        first = block[0]
        if (
            isinstance(first, Paragraph)
            and len(first.text) <= _LONGEST_TITLE
            and not first.text.startswith("![")
        ):
            del block[0]
            return " ".join(first.text.split())
    return ""


def _write_block(block: list[Paragraph] | list[str], output: Output) -> None:
    rows = [row for row in block if isinstance(row, str)]
    if rows:
        output.rows([output.cleaned(row) for row in rows])
        return
    for paragraph in block:
        if not isinstance(paragraph, Paragraph):
            continue
        text = output.cleaned(paragraph.text)
        if paragraph.code:
            output.code(text)
        elif paragraph.marker:
            output.item(paragraph.marker, text, paragraph.level)
        else:
            output.text(text)


def _count(slide: Slide, text: SlideText, findings: _Findings) -> None:
    content = text.content
    findings.hidden_text += content.hidden
    findings.comments += text.comments
    findings.unread += content.unread
    if content.others and not (content.title or content.blocks or text.notes):
        findings.without_text.append(slide.number)


def _completed(metadata: Metadata, deck: Deck, language: str | None) -> Metadata:
    return replace(metadata, page_count=len(deck.slides) or None, language=metadata.language or language)


def _notes(deck: Deck, findings: _Findings) -> list[str]:
    """Return a sentence for everything that is unusual or was left out."""
    listed = ", ".join(map(str, findings.hidden[:20])) + (" …" if len(findings.hidden) > 20 else "")
    broken = ", ".join(map(str, findings.damaged[:20]))
    found = {
        f"{counted(len(findings.hidden), 'hidden slide')} in the text, marked as such: {listed}.": findings.hidden,
        f"{counted(len(findings.damaged), 'damaged slide')} left out: {broken}. Save the file again.": broken,
        f"{counted(deck.missing, 'slide')} missing in the file. Save it again in PowerPoint.": deck.missing,
        f"{counted(findings.comments, 'comment')} left out.": findings.comments,
        f"{counted(findings.unread, 'embedded file')} not read. Add it as a file of its own.": findings.unread,
        f"{counted(findings.hidden_text, 'character')} in hidden shapes left out.": findings.hidden_text,
    }
    return [sentence for sentence, holds in found.items() if holds]
