"""Headings of text without markup: underlines, numbers that count on, lines in capitals (SPEC 4).

Numbered paragraphs and lists are not headings: a heading stands alone, is no sentence, has text under it,
and its numbers count on from each other through the document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.domain.document import Extraction, texts
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.numbers import Numbered, Rank, parse
from ingest.outline.plain_lines import MAX_TITLE, PlainLines, columns, is_capitals, is_rule, is_title_like

MIN_HEADINGS = 2
_TITLE_RANK = 0
_CAPITALS_RANK = 2
_INDENTED_RANK = 3
_MAX_STEP = 3
_LONGEST_LINE = 400
_SIGNS_OF_CODE = frozenset("<>@=|/(){}[]_;")
_LOOKED_AT = 400_000
"""Lines of a text that are looked at; a longer file is a log or a data file, not a text with chapters."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    line: int
    rank: int
    title: str
    confidence: float
    number: Numbered | None = None


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return the headings that a text shows by its layout, or None where none are consistent."""
    if len(extraction.lines) > _LOOKED_AT:
        return None
    lines = PlainLines(texts(extraction.lines))
    for source in (_underlined, _manual_page, _counted):
        candidates = source(lines)
        if len(candidates) >= MIN_HEADINGS and _are_distinct(candidates):
            return tuple(_headings(candidates)), _quality(candidates)
    return None


def _are_distinct(candidates: list[_Candidate]) -> bool:
    """Return whether titles are names: the same few words again and again are the form of a code file."""
    return len({candidate.title for candidate in candidates}) * 2 >= len(candidates)


def _headings(candidates: Iterable[_Candidate]) -> Iterator[Heading]:
    for candidate in sorted(candidates, key=lambda candidate: candidate.line):
        yield Heading(
            candidate.line, candidate.rank, candidate.title, Provenance.NUMBERING, candidate.confidence
        )


def _quality(candidates: list[_Candidate]) -> OutlineQuality:
    mean = sum(candidate.confidence for candidate in candidates) / len(candidates)
    return OutlineQuality.MEDIUM if mean >= 0.6 and len(candidates) > MIN_HEADINGS else OutlineQuality.LOW


def _underlined(lines: PlainLines) -> list[_Candidate]:
    """Return underlined titles;

    Each style of underline is a level, in the order in which the styles appear.
    """
    styles: dict[str, int] = {}
    found: list[_Candidate] = []
    for number in range(1, len(lines)):
        sign = lines.underline(number)
        if sign:
            style = sign + ("^" if lines.overlined(number) else "")
            found.append(
                _Candidate(number, styles.setdefault(style, len(styles) + 1), lines.text(number), 0.8)
            )
    return found if len(found) > MIN_HEADINGS else []


def _manual_page(lines: PlainLines) -> list[_Candidate]:
    """Return the headings of a manual page:

    Capitals at the left, subheadings a little in, text further in.
    """
    found: list[_Candidate] = []
    for number in range(1, len(lines) + 1):
        text = lines.text(number)
        if not text or not lines.starts_block(number) or not lines.stands_out(number):
            before = number > 1 and found and found[-1].line == number - 1
            if not (text and before and lines.stands_out(number)):
                continue
        indent = lines.indent(number)
        if indent == 0 and is_capitals(text):
            found.append(_Candidate(number, 1, text, 0.8))
        elif found and 2 <= indent <= 4 and is_title_like(text) and _is_outside_body(lines, number):
            found.append(_Candidate(number, 2, text, 0.7))
    top = sum(candidate.rank == 1 for candidate in found)
    return found if top >= 3 and lines.body_indent > 0 else []


def _is_outside_body(lines: PlainLines, number: int) -> bool:
    return not lines.is_inside_body(number) and not lines.text(number).endswith((".", "!", "?"))


def _counted(lines: PlainLines) -> list[_Candidate]:
    """Return numbered headings that count on, and the lines in capitals or at the margin between them."""
    numbered = _chained(lines, _numbered_candidates(lines))
    taken = {candidate.line for candidate in numbered}
    capitals = [c for c in _capitals(lines) if c.line not in taken]
    if not numbered:
        return capitals if len(capitals) >= 3 else []
    loud = sum(is_capitals(c.number.name) for c in numbered if c.number and c.rank <= Rank.DECIMAL)
    if loud * 2 > sum(c.rank <= Rank.DECIMAL for c in numbered):
        top = min(candidate.rank for candidate in numbered)
        capitals = [_Candidate(c.line, top, c.title, c.confidence) for c in capitals]
    return _with_document_title(lines, numbered + capitals)


def _numbered_candidates(lines: PlainLines) -> list[_Candidate]:
    found: list[_Candidate] = []
    for number in range(1, len(lines) + 1):
        numbered = parse(lines.title(number)) if 0 < len(lines.text(number)) <= _LONGEST_LINE else None
        if numbered and _may_head(lines, number, numbered):
            confidence = 0.8 if numbered.spelled else 0.65
            found.append(_Candidate(number, numbered.rank, _title(numbered), confidence, numbered))
    return found


def _title(numbered: Numbered) -> str:
    if numbered.rank == Rank.ARTICLE and not is_title_like(numbered.name):
        head = numbered.title[: len(numbered.title) - len(numbered.name)].strip()
        return f"{head} {numbered.name[:24]}…" if numbered.name else head
    return numbered.title


def _may_head(lines: PlainLines, number: int, numbered: Numbered) -> bool:
    """Return whether a numbered line stands where a heading would."""
    if numbered.rank == Rank.ARTICLE:
        return lines.indent(number) <= 4 and (lines.starts_block(number) or numbered.series in "条條")
    long = lines.title(number) != lines.text(number)
    if not lines.starts_block(number) or not is_title_like(numbered.title, most=300 if long else MAX_TITLE):
        return False
    if numbered.spelled and not numbered.name:
        return lines.is_alone(number)
    if not numbered.name or not _begins_like_a_title(numbered) or lines.is_inside_body(number):
        return False
    if _ends_like_a_sentence(numbered.name):
        return False
    if long or lines.is_alone(number):
        return True
    return numbered.spelled and (lines.stands_out(number) or columns(numbered.title) < 60)


def _begins_like_a_title(numbered: Numbered) -> bool:
    first = next((character for character in numbered.name if character.isalnum()), "")
    return bool(first) and numbered.name[0] not in "<>=+/" and (numbered.spelled or not first.islower())


def _ends_like_a_sentence(name: str) -> bool:
    if name[-1] != ".":
        return False
    words = [word for word in name.split() if word[0].isalpha()]
    capital = sum(word[0].isupper() or len(word) < 5 for word in words)
    return columns(name) > 80 or capital < len(words)


def _chained(lines: PlainLines, candidates: list[_Candidate]) -> list[_Candidate]:
    """Keep the candidates whose numbers count on from each other and have text under them."""
    chains: dict[str, list[list[_Candidate]]] = defaultdict(list)
    for candidate in candidates:
        if not candidate.number:
            continue
        series = chains[candidate.number.series]
        if series and _follows(series[-1][-1].number, candidate.number):
            series[-1].append(candidate)
        elif candidate.number.value[-1] <= 1 or candidate.number.spelled:
            series.append([candidate])
    kept = [chain for series in chains.values() for chain in series if _is_sound(lines, chain)]
    return sorted(_without_contents(kept), key=lambda candidate: candidate.line)


def _follows(before: Numbered | None, after: Numbered) -> bool:
    """Return whether a number counts on from another: 1.2 to 1.3, 1.2 to 1.2.1, 1.2.4 to 1.3 or 2."""
    if before is None:
        return False
    old, new = before.value, after.value
    if len(new) > len(old):
        return new[: len(old)] == old and all(part <= 1 for part in new[len(old) :])
    return new[:-1] == old[: len(new) - 1] and 0 < new[-1] - old[len(new) - 1] <= _MAX_STEP


def _is_sound(lines: PlainLines, chain: list[_Candidate]) -> bool:
    numbers = [candidate.number for candidate in chain if candidate.number]
    if len(chain) < MIN_HEADINGS and not numbers[0].spelled:
        return False
    if numbers[0].rank == Rank.ARTICLE:
        return True
    ends = [candidate.line for candidate in chain[1:]] + [len(lines) + 1]
    filled = sum(_has_text(lines, c.line, end) for c, end in zip(chain, ends, strict=True))
    deeper = sum(len(n.value) > 1 for n in numbers)
    return filled * 2 >= len(chain) - deeper * 0.3


def _has_text(lines: PlainLines, line: int, end: int) -> bool:
    """Return whether at least a sentence stands between a heading and the next."""
    return sum(len(lines.text(number)) for number in range(line + 1, min(end, line + 30))) >= 40


def _without_contents(chains: list[list[_Candidate]]) -> Iterator[_Candidate]:
    """Drop a chain whose titles all come again later: it is a printed list of contents."""
    last: dict[str, int] = {}
    for chain in chains:
        for candidate in chain:
            key = _key(candidate)
            last[key] = max(last.get(key, 0), candidate.line)
    for chain in chains:
        again = sum(last[_key(candidate)] > candidate.line for candidate in chain)
        if again * 2 <= len(chain):
            yield from chain


def _key(candidate: _Candidate) -> str:
    return "".join(character for character in candidate.title.casefold() if character.isalnum())


def _capitals(lines: PlainLines) -> list[_Candidate]:
    found: list[_Candidate] = []
    for number in range(1, len(lines) + 1):
        text = lines.text(number)
        if text and lines.starts_block(number) and _stands_like_a_title(lines, number, text):
            found.append(_Candidate(number, _CAPITALS_RANK, text, 0.6))
    return found


def _stands_like_a_title(lines: PlainLines, number: int, text: str) -> bool:
    alone = not lines.text(number + 1)
    if is_capitals(text) and not lines.is_inside_body(number) and (alone or lines.stands_out(number)):
        return True
    centred = lines.indent(number) >= 8 and abs(lines.indent(number) * 2 + columns(text) - 72) <= 12
    following = lines.next_filled(number)
    begins_text = bool(following) and lines.indent(following) <= 6 and not is_rule(lines.text(following))
    worded = is_title_like(text) and text[-1] != "." and not set(text) & _SIGNS_OF_CODE
    worded = worded and not text[0].islower()
    return centred and alone and begins_text and worded


def _with_document_title(lines: PlainLines, candidates: list[_Candidate]) -> list[_Candidate]:
    """Raise a first line in capitals above everything: it is the title of the whole."""
    first = 1 if lines.text(1) else lines.next_filled(1)
    text = lines.text(first)
    if not first or not is_capitals(text):
        return candidates
    rest = [candidate for candidate in candidates if candidate.line != first]
    return [_Candidate(first, _TITLE_RANK, text, 0.6), *rest]
