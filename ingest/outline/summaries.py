"""A first-sentence summary and a few keywords for every section: navigation, computed without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ingest.domain.document import Line
from ingest.domain.outline import Section
from ingest.outline.keywords import Vocabulary
from ingest.outline.tree import shortened

SUMMARY_LENGTH = 160
"""Characters of a summary."""

_LOOKED_AT = 4_000
"""Characters of a section's own text that are looked at; fewer where there are many sections."""

_ALL_TOGETHER = 2_000_000

_SENTENCE = re.compile(
    r".{12,}?[.!?\u061f\u0964][\"'\u2019\u201d)]*(?=\s|$)"
    r"(?<!\b[A-Z]\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)(?<!\bDr\.)(?<!\bMr\.)"
    r"|.{4,}?[\u3002\uff01\uff1f][\u300d\u300f\uff09\u201d]*"
)
_FENCE = re.compile(r"^\s*(```|~~~)")
_SKIPPED = re.compile(r"^\s*(?:\||#|!\[|<|\[\^|[-=*_~+.\s]{3,}$|:::|\{%|import |export |\.\. )")
_LEAD = re.compile(r"^\s*(?:>\s*)*(?:[-*+\u2022\u30fb\u00b7]\s+|\(?\d{1,3}[.)]\s+|\[[ xX]\]\s+)*")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^>]*>|<!--.*?-->|\{[#:%][^}]*\}")
_CODE = re.compile(r"`+([^`]+)`+")
_MARKUP = re.compile(r"[\[<{`*_]")
_MARK = re.compile(r"(\*\*|__|`+|(?<!\w)[*_]|[*_](?!\w))")


def summarise(sections: tuple[Section, ...], lines: Sequence[Line]) -> tuple[Section, ...]:
    """Return the sections with summaries and keywords made from their own text, the children's left out."""
    everything = [section for top in sections for section in top.walk()]
    if not everything:
        return sections
    share = max(400, min(_LOOKED_AT, _ALL_TOGETHER // len(everything)))
    texts = [_own_text(section, lines, share) for section in everything]
    repeated = {
        line
        for line, count in Counter(line for text in texts for line in set(text.split("\n"))).items()
        if count > 2
    }
    vocabulary = Vocabulary([_without(text, repeated) for text in texts])
    position = {section.number: index for index, section in enumerate(everything)}

    def finish(section: Section) -> Section:
        own = position[section.number]
        return replace(
            section,
            summary=_first_sentence(texts[own], repeated),
            keywords=vocabulary.keywords(own, section.title),
            children=tuple(finish(child) for child in section.children),
        )

    return tuple(finish(section) for section in sections)


def _own_text(section: Section, lines: Sequence[Line], limit: int) -> str:
    """Return the readable prose of a section before its first child, one paragraph per line."""
    last = section.children[0].first_line - 1 if section.children else section.last_line
    own = (lines[index].text for index in range(section.first_line, last))
    return "\n".join(_paragraphs(_until(own, limit)))


def _without(text: str, repeated: set[str]) -> str:
    return "\n".join(line for line in text.split("\n") if line not in repeated)


def _until(texts: Iterable[str], limit: int) -> Iterator[str]:
    """Yield texts until they hold this many characters together."""
    for text in texts:
        yield text[:limit]
        limit -= len(text)
        if limit <= 0:
            return


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    """Yield paragraphs without code, tables, pictures and the marks of lists, quotes and emphasis."""
    fence = ""
    current: list[str] = []
    for text in texts:
        if not fence and _is_prose(text):
            current.append(_plain(text))
            continue
        mark = _FENCE.match(text)
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        skipped = bool(mark or fence) or not text.strip() or bool(_SKIPPED.match(text))
        lead = _LEAD.match(text)
        if (skipped or (lead and lead.group().strip())) and current:
            yield _joined(current)
            current = []
        if not skipped:
            current.append(_plain(text[lead.end() if lead else 0 :]))
    if current:
        yield _joined(current)


def _is_prose(text: str) -> bool:
    """Whether a line begins with a letter, as no mark of code, tables or lists does."""
    return text[:1].isalpha() and not text.startswith(("import ", "export "))


def _joined(parts: list[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        text += part if _is_wide(text[-1:]) and _is_wide(part[:1]) else f" {part}"
    return text


def _is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\uffef"


def _plain(text: str) -> str:
    if not _MARKUP.search(text):
        return text.strip()
    text = _LINK.sub(r"\1", text)
    parts = _CODE.split(text)
    parts[::2] = [_MARK.sub("", _TAG.sub("", part)) for part in parts[::2]]
    return "".join(parts).strip()


def _first_sentence(text: str, repeated: set[str]) -> str:
    """Return the first sentence of a text, else its first words.

    Repeated: lines that say nothing of their own.
    """
    fallback = ""
    for whole in text.split("\n"):
        paragraph = whole[: SUMMARY_LENGTH * 2]
        letters = sum(map(str.isalpha, paragraph))
        if whole in repeated or letters < 8 or letters * 2 < len(paragraph):
            continue
        match = _SENTENCE.match(paragraph)
        if match:
            return shortened(match.group(), SUMMARY_LENGTH)
        fallback = fallback or shortened(paragraph, SUMMARY_LENGTH)
    return fallback
