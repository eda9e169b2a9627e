"""Headings of text without markup: underlines, numbers that count on, lines in capitals (SPEC 4).

Numbered paragraphs and lists are not headings: a heading stands alone, is no sentence, has text under it,
and its numbers count on from each other through the document.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace

from ingest.domain.document import Extraction, texts
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.chains import MIN_HEADINGS, Candidate, chained
from ingest.outline.number_trees import rooted
from ingest.outline.numbers import Numbered, Rank, parse
from ingest.outline.plain_lines import MAX_TITLE, PlainLines, columns, is_capitals, is_title_like
from ingest.outline.unnumbered import at_margin, capitals, manual_page, marked, named, underlined

_TITLE_RANK = 0
_LONGEST_LINE = 400
_RUN_IN = 60
"""Columns of a title that its paragraph follows on the same line."""
_LOOKED_AT = 400_000
"""Lines of a text that are looked at; a longer file is a log or a data file, not a text with chapters."""
_SENTENCE = re.compile(r"(?<![A-Z])[.](?=\s+[A-Z\u00c0-\u024f\u0410-\u042f\"“(])")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_CJK_END = re.compile(r"[。！？；：:.」』）)]$")


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return the headings that a text shows by its layout, or None where none are consistent."""
    if len(extraction.lines) > _LOOKED_AT:
        return None
    lines = PlainLines(texts(extraction.lines))
    for source in (underlined, manual_page, _counted, marked):
        candidates = source(lines)
        if len(candidates) >= MIN_HEADINGS and _are_distinct(candidates):
            return tuple(_headings(candidates)), _quality(candidates)
    return None


def _are_distinct(candidates: list[Candidate]) -> bool:
    """Return whether titles are names: the same few words again and again are the form of a code file.

    Only the highest rank with several titles is asked: subtitles may return in every chapter.
    """
    by_rank: dict[int, list[str]] = defaultdict(list)
    for candidate in candidates:
        by_rank[candidate.rank].append(candidate.title)
    highest = next((rank for rank in sorted(by_rank) if len(by_rank[rank]) > 1), min(by_rank))
    return len(set(by_rank[highest])) * 2 >= len(by_rank[highest])


def _headings(candidates: Iterable[Candidate]) -> Iterator[Heading]:
    for candidate in sorted(candidates, key=lambda candidate: candidate.line):
        yield Heading(
            candidate.line, candidate.rank, candidate.title, Provenance.NUMBERING, candidate.confidence
        )


def _quality(candidates: list[Candidate]) -> OutlineQuality:
    mean = sum(candidate.confidence for candidate in candidates) / len(candidates)
    enough = len(candidates) > MIN_HEADINGS or mean >= 0.8
    return OutlineQuality.MEDIUM if mean >= 0.6 and enough else OutlineQuality.LOW


def _counted(lines: PlainLines) -> list[Candidate]:
    """Return numbered headings that count on, and the lines in capitals or at the margin between them."""
    numbers = _numbers(lines)
    proven = rooted(lines, numbers)
    candidates = [c for number in numbers if (c := _candidate(lines, number, numbers, proven))]
    numbered = _with_subtitles(lines, chained(lines, candidates, numbers), numbers)
    taken = {line for candidate in numbered for line in _lines_of(lines, candidate)}
    loud_lines = capitals(lines)
    others = {c.line: c for c in (*at_margin(lines), *named(lines), *loud_lines) if c.line not in taken}
    if not numbered:
        return list(others.values()) if len(others) >= 3 else []
    top = min(candidate.rank for candidate in numbered)
    chapters = [c for c in numbered if c.rank <= Rank.DECIMAL]
    loud = sum(is_capitals(c.number.name) for c in chapters if c.number) * 2 > len(chapters)
    quiet = {candidate.line for candidate in loud_lines} if not loud else set()
    beside = [c if c.line in quiet else replace(c, rank=top) for c in others.values()]
    return _with_document_title(lines, numbered + beside)


def _numbers(lines: PlainLines) -> dict[int, Numbered]:
    """Return every line that begins with a number, by its own number."""
    found: dict[int, Numbered] = {}
    for number in range(1, len(lines) + 1):
        numbered = parse(lines.title(number)) if 0 < len(lines.text(number)) <= _LONGEST_LINE else None
        if numbered:
            found[number] = numbered
    return found


def _candidate(
    lines: PlainLines, number: int, numbers: dict[int, Numbered], proven: Set[int]
) -> Candidate | None:
    numbered = numbers[number]
    stands_like_one = _may_head(lines, number, numbered) or _is_compact(lines, number, numbers)
    if not stands_like_one and not (number in proven and _could_be_named(lines, number, numbered)):
        return None
    confidence = 0.8 if numbered.spelled else 0.65
    return Candidate(number, numbered.rank, _title(numbered), confidence, numbered)


def _could_be_named(lines: PlainLines, number: int, numbered: Numbered) -> bool:
    return (
        _begins_like_a_title(numbered)
        and not _ends_like_a_sentence(numbered.name)
        and not lines.is_inside_body(number)
    )


def _title(numbered: Numbered) -> str:
    if not numbered.spelled or numbered.rank > Rank.ARTICLE:
        return numbered.title
    head = numbered.title[: len(numbered.title) - len(numbered.name)].strip()
    said = _run_in(numbered.name)
    if said:
        return f"{head} {said}"
    if is_title_like(numbered.name or numbered.title):
        return numbered.title
    return f"{head} {numbered.name[:24]}…" if numbered.name else head


def _run_in(name: str) -> str:
    """Return the title at the start of a paragraph, such as `Dues` of `Dues. Each member shall pay`."""
    first = _SENTENCE.split(name, maxsplit=1)[0]
    return first if first != name and columns(first) <= _RUN_IN and is_title_like(first) else ""


def _may_head(lines: PlainLines, number: int, numbered: Numbered) -> bool:
    """Return whether a numbered line stands where a heading would."""
    if numbered.rank == Rank.ARTICLE:
        return _may_be_article(lines, number, numbered)
    long = lines.title(number) != lines.text(number)
    if not lines.starts_block(number):
        return False
    if numbered.spelled and numbered.rank == Rank.SECTION and _run_in(numbered.name):
        return _begins_like_a_title(numbered)
    if not is_title_like(numbered.title, most=300 if long else MAX_TITLE):
        return False
    if numbered.spelled and not numbered.name:
        return lines.is_alone(number) or _subtitle(lines, number) > 0
    if not numbered.name or not _begins_like_a_title(numbered) or lines.is_inside_body(number):
        return False
    if _ends_like_a_sentence(numbered.name):
        return False
    if long or lines.is_alone(number):
        return True
    return numbered.spelled and (lines.stands_out(number) or columns(numbered.title) < 60)


def _may_be_article(lines: PlainLines, number: int, numbered: Numbered) -> bool:
    if lines.indent(number) > 4 or not (lines.starts_block(number) or numbered.series in "条條"):
        return False
    return not numbered.name or not numbered.name[0].islower()


def _is_compact(lines: PlainLines, number: int, numbers: dict[int, Numbered]) -> bool:
    """Return whether a numbered line is a title that its text follows at once, without a blank line."""
    numbered = numbers[number]
    title, below = lines.text(number), lines.text(number + 1)
    if not below or not numbered.name or columns(title) > 50 or not is_title_like(title):
        return False
    if _ends_like_a_sentence(numbered.name) or not _begins_like_a_title(numbered):
        return False
    if lines.indent(number) > 4 or lines.is_inside_body(number):
        return False
    if _CJK.search(numbered.name):
        return _is_compact_cjk(lines, number, numbers)
    wrapped = below[0].islower() or number + 1 in numbers
    return lines.starts_block(number) and not wrapped and below[-1] in ".!?:" and len(below) > len(title)


def _is_compact_cjk(lines: PlainLines, number: int, numbers: dict[int, Numbered]) -> bool:
    before = lines.text(number - 1)
    after = numbers.get(number + 1)
    if before and number - 1 not in numbers and not _CJK_END.search(before):
        return False
    if after is not None:
        deeper = len(after.value) > len(numbers[number].value)
        return after.series != numbers[number].series or deeper
    return bool(_CJK_END.search(lines.text(number + 1))) or columns(lines.text(number + 1)) >= 60


def _begins_like_a_title(numbered: Numbered) -> bool:
    first = next((character for character in numbered.name if character.isalnum()), "")
    return bool(first) and numbered.name[0] not in "<>=+/" and (numbered.spelled or not first.islower())


def _ends_like_a_sentence(name: str) -> bool:
    if name[-1] in "。！":
        return True
    if name[-1] != ".":
        return False
    words = [word for word in name.split() if word[0].isalpha()]
    capital = sum(word[0].isupper() or len(word) < 5 for word in words)
    return columns(name) > 80 or capital < len(words)


def _subtitle(lines: PlainLines, number: int) -> int:
    """Return the line below a number without a name that names it, 0 where none does."""
    below = lines.next_filled(number)
    if not below or below > number + 3 or lines.text(below + 1):
        return 0
    text = lines.text(below)
    worded = is_title_like(text) and text[-1] not in ".!?。！？" and columns(text) <= 70 and not parse(text)
    return below if worded and not text[0].islower() and lines.next_filled(below) else 0


def _with_subtitles(
    lines: PlainLines, candidates: list[Candidate], numbers: dict[int, Numbered]
) -> list[Candidate]:
    """Join `CHAPTER I` and the name that stands on the next line, where most such chapters have one."""
    bare = [c for c in candidates if c.number and c.number.spelled and not c.number.name]
    names = {c.line: below for c in bare if (below := _subtitle(lines, c.line)) and below not in numbers}
    if len(names) * 2 < len(bare):
        return candidates
    return [
        replace(c, title=f"{c.title} {lines.text(names[c.line])}") if c.line in names else c
        for c in candidates
    ]


def _lines_of(lines: PlainLines, candidate: Candidate) -> set[int]:
    """Return the lines of a heading: its own, and that of its subtitle."""
    below = lines.next_filled(candidate.line)
    own = {candidate.line}
    return own | {below} if below and candidate.title.endswith(f" {lines.text(below)}") else own


def _with_document_title(lines: PlainLines, candidates: list[Candidate]) -> list[Candidate]:
    """Raise a first line in capitals above everything: it is the title of the whole."""
    first = 1 if lines.text(1) else lines.next_filled(1)
    text = lines.text(first)
    if not first or not is_capitals(text) or parse(text):
        return candidates
    rest = [candidate for candidate in candidates if candidate.line != first]
    return [Candidate(first, _TITLE_RANK, text, 0.6), *rest]
