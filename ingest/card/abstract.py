"""The abstract: about the first 200 words of real text, whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, islice

from ingest.card.prose import Kind, Paragraph
from ingest.card.scripts import CJK, count_scripts
from ingest.domain.outline import Outline, Section
from ingest.domain.titles import ABSTRACT_TITLES, CONTENTS_TITLES, SKIPPED_TITLES, bare_title
from ingest.domain.words import count_words

WORDS = 200
"""Aim, in words of spaced scripts. CJK aims at twice as many characters."""

_LOOKED_AT = 600
_ENOUGH = 60
"""Paragraphs that surely fill an abstract."""

_BOILERPLATE = re.compile(
    r"""copyright\b|©|\(c\)\s*(?:19|20)\d\d|all\ rights\ reserved
    |permission\ is\ (?:hereby\ )?granted|licen[sc]ed\ under
    |under\ the\ terms\ of|this\ (?:work|document|book)\ is\ (?:licensed|distributed|free\ software)
    |creative\ commons|\bisbn\b
    |without\ (?:any\ )?warranty|redistribution\ and\ use|trademarks?\ of|printed\ in\b
    |free\ documentation\ licen|gnu\ general\ public
    |no\ part\ of\ this|著作権|無断(?:転載|複製|での)|禁じます|ライセンス(?:の(?:下|もと)|条項)
    |版权所有|版權所有|保留(?:所有|一切)?(?:权利|權利)|许可(?:协议|证)下
    |使用許諾|使用许可|公共许可证|公共許可證|自由文档许可
    |저작권|무단\ ?전재|urheberrecht|alle\ rechte\ vorbehalten|tous\ droits\ réservés
    |todos\ los\ derechos|все\ права\ защищены""",
    re.IGNORECASE | re.VERBOSE,
)
_LABEL = re.compile(
    r"^(?:abstract|summary|zusammenfassung|résumé|resumen|概要|要旨|要約|摘要|초록|요약"
    r"|аннотация)\s*[.:：—–\-]*\s*",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?…](?:[\"'”’)\]]*)(?=\s|$)|[。！？](?:[」』）”’]*)|[।؟]")
_NUMBER_ALONE = re.compile(r"(?<![\w.,/:-])\d{1,4}(?:\.\d{1,3})*(?![\w,/:-])")
_ENDS_WELL = re.compile(r"[.!?…。！？।؟][\"'”’)\]」』）]*$")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|Dr|Mr|Mrs|Ms|Prof|St|No|Fig|Sec|Vol|al|approx|bzw|z\.B|d\.h|ca|Nr"
    r"|usw|p|pp|[A-Z]))\.$"
)
_ENTRY = re.compile(r"^\d+(?:\.\d+)+\.?\s|^\S.{0,80}\s\d{1,4}$")
"""An item that is a line of a contents page: a decimal number before it, or a page number behind it."""
_CONTACT = re.compile(r"\S+@\S+\.\S+|https?://\S+")


def write_abstract(paragraphs: Sequence[Paragraph], outline: Outline, language: str) -> str:
    """Return the abstract, or an empty text for a document without any running text.

    An abstract of the document's own is taken when it has one; else its first real paragraphs; else, for
    documents made of lists or of fragments, what there is.
    """
    usable = [p for p in paragraphs if p.kind in {Kind.PROSE, Kind.QUOTE, Kind.ITEM}]
    own = _own_abstract(usable, outline)
    if own:
        return _cut(own, language)
    skipped = [(s.first_line, s.last_line) for s in outline.walk() if bare_title(s.title) in SKIPPED_TITLES]
    skipped += _printed_contents(usable, outline)
    titles = {bare_title(section.title) for section in outline.walk()}
    body = [
        p
        for p in usable
        if not any(first <= p.first_line <= last for first, last in skipped)
        and not (p.kind is Kind.ITEM and (_ENTRY.search(p.text) or bare_title(p.text) in titles))
    ]
    for strict in (True, False):
        candidates = (p for p in islice(body, _LOOKED_AT) if _is_real(p, language, strict=strict))
        chosen = (p.text for p in islice(candidates, _ENOUGH))
        first = list(islice(chosen, 8))
        if sum(map(count_words, first)) >= (25 if strict else 1):
            return _cut(chain(first, chosen), language)
    return ""


def _printed_contents(usable: Sequence[Paragraph], outline: Outline) -> list[tuple[int, int]]:
    """Return the lines from a line that says Contents, outside of the outline, to the next heading."""
    starts = [section.first_line for section in outline.walk()]
    found: list[tuple[int, int]] = []
    for paragraph in usable[:200]:
        if len(paragraph.text) <= 40 and bare_title(paragraph.text) in CONTENTS_TITLES:
            after = next((line for line in starts if line > paragraph.first_line), None)
            if after is not None:
                found.append((paragraph.first_line, after - 1))
    return found


def _own_abstract(usable: Sequence[Paragraph], outline: Outline) -> list[str]:
    """Return the texts of a section called Abstract near the start, or of a paragraph that begins so."""
    for section in _first_sections(outline, 12):
        if bare_title(section.title) in ABSTRACT_TITLES and not section.children:
            inside = [p for p in usable if section.first_line <= p.first_line <= section.last_line]
            texts = [p.text for p in inside if p.kind is Kind.PROSE and not _BOILERPLATE.search(p.text)]
            if sum(count_words(text) for text in texts) >= 30:
                return texts
    for position, paragraph in enumerate(usable[:40]):
        label = _LABEL.match(paragraph.text)
        if label is None or paragraph.kind is not Kind.PROSE:
            continue
        rest = paragraph.text[label.end() :]
        named = re.search(r"[.:：—–\-]", label.group()) or rest == "" or not rest[:1].islower()
        if named and rest and count_words(rest) >= 40:
            return [rest]
        if not rest and position + 1 < len(usable) and count_words(usable[position + 1].text) >= 40:
            return [usable[position + 1].text]
    return []


def _first_sections(outline: Outline, count: int) -> Iterable[Section]:
    for seen, section in enumerate(outline.walk()):
        if seen >= count:
            return
        yield section


def _is_real(paragraph: Paragraph, language: str, *, strict: bool) -> bool:
    """Whether a paragraph says something: sentences, not names, addresses, licences or navigation.

    An item of a list may be shorter than a sentence.
    """
    text = paragraph.text
    if _BOILERPLATE.search(text[:600]):
        return False
    scripts = count_scripts(text)
    letters = sum(scripts.values())
    visible = len(text.replace(" ", ""))
    if letters < 0.55 * visible:
        return False
    if not strict:
        return letters >= 2
    if len(_CONTACT.findall(text)) * 12 > count_words(text) or _is_listing(text):
        return False
    cjk = sum(scripts[name] for name in CJK) * 2 > letters
    if language in {"ja", "zh", "ko"} and not cjk:
        return False
    ended = _SENTENCE_END.search(text) is not None
    item = paragraph.kind is Kind.ITEM
    if cjk:
        return letters >= (6 if ended else 10 if item else 60)
    words = len(text.split())
    capitals = sum(1 for word in text.split() if word[:1].isupper())
    if language != "de" and words < 40 and capitals > 0.6 * words:
        return False
    return words >= (4 if ended or item else 25)


def _is_listing(text: str) -> bool:
    """Whether a paragraph is a run of entries with their numbers, as a contents page becomes on one line."""
    numbers = len(_NUMBER_ALONE.findall(text))
    return numbers >= 4 and numbers * 12 > count_words(text)


def _cut(texts: Iterable[str], language: str) -> str:
    """Join paragraphs up to the aim and end at a sentence end."""
    aim = WORDS * 2 if language in {"ja", "zh", "ko"} else WORDS
    taken: list[str] = []
    total = 0
    for text in texts:
        room = aim - total
        if room < aim * 0.15 and taken:
            break
        piece = text if count_words(text) <= room * 1.1 else _first_sentences(text, room)
        if not piece:
            break
        taken.append(piece)
        total += count_words(piece)
        if piece != text:
            break
    while total > aim * 0.6 and len(taken) > 1 and not _ENDS_WELL.search(taken[-1]):
        total -= count_words(taken.pop())
    return "\n".join(taken)


def sentences(text: str) -> list[str]:
    """Split running text at sentence ends; abbreviations and decimal numbers do not end one."""
    found: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text[max(0, match.start() - 12) : match.start() + 1]):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    if text[start:].strip():
        found.append(text[start:].strip())
    return found


def _first_sentences(text: str, room: int) -> str:
    """Return whole sentences within room, at least one; one that alone is far too long is cut with `…`."""
    cjk = sum(count_scripts(text)[name] for name in CJK) > 0.3 * len(text)
    taken: list[str] = []
    left = room
    for sentence in sentences(text[: room * 40]):
        left -= count_words(sentence)
        if left < 0 and taken:
            break
        taken.append(sentence)
    joined = ("" if cjk else " ").join(taken)
    if count_words(joined) <= room * 1.6:
        return joined
    return joined[:room] + "…" if cjk else " ".join(joined.split()[:room]) + "…"
