"""Rows that may be headings by their looks or their number. The outline stage decides which of them are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.domain.document import HeadingNumber
from ingest.extract.pdf.contents import CONTENTS, CONTENTS_TITLES, LEADER, is_contents_title
from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.numbering import is_bare_number, is_labelled_number, split_number, squash
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.run_in import run_in_title

_CAPTION = re.compile(
    r"^\W*(?:fig(?:ure|\.)|table|abb(?:ildung|\.)|tab(?:elle|leau|\.)|listing|рис|таблица|図|表|图|圖|그림|표|例|code"
    r"|algorithm|theorem|lemma|proposition|corollary|definition|proof|remark|exercise|定理|補題|定義|note|warning"
    r"|tip|caution|(?:example|beispiel|exemple|ejemplo|esempio)\s*\d+[.-])\s*[0-9.:：A-Z]*\s*[.:：)]?\s*(?:\b|$)(?<=[\d.:：)])",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[•●■◆·○▪–—*※→\uf000-\uf0ff]\s*\S")
_OPEN_END = re.compile(r"[,;，；、。]$|[\u3040-\u9fff][．.]$")
_SENTENCE = re.compile(r"[。．！？][^。．！？\d\s)）」』】]")
_COMMAND = re.compile(r"[:/>%|&]\S")
_FORMULA = re.compile(r"[=|{}⟨⟩→←⇌≠≤≥±]|−−")
_WORD = re.compile(r"[^\W\d_]{2}|[\u2e80-\u9fff\uac00-\ud7a3]")
_ABSTRACT = frozenset({"abstract", "概要", "摘要", "zusammenfassung", "résumé", "要旨", "はじめに"})
_PLAIN_KINDS = frozenset({"decimal", "chapter", "section", "han", "appendix", "article"})
_MAX_ROWS = 3
_MAX_LATIN, _MAX_CJK = 130, 70
_WIDE = 1.4
_NEVER = 10**9


@dataclass(slots=True)
class Candidate:
    """A group of rows in one style that may be a heading. title: the text behind its number. order: place of its first row on its page."""

    rows: list[Row]
    text: str
    title: str
    number: HeadingNumber | None
    relative: float
    capitals: bool
    bold: bool
    italic: bool
    color: int
    apart: bool
    order: int

    @property
    def page(self) -> int:
        """0-based page."""
        return self.rows[0].page

    @property
    def look(self) -> tuple[float, bool]:
        """Size and weight."""
        return self.relative, self.rows[0].bold


def find_candidates(pages: Sequence[Page], usual: Usual) -> list[Candidate]:
    """Return all candidates in document order, without those of title pages and covers."""
    found: list[Candidate] = []
    for page in pages:
        places = {id(row): order for order, row in enumerate(page.rows)}
        before: Candidate | None = None
        for group in _groups([row for row in page.rows if not row.skip], usual):
            order = places[id(group[0])]
            follows = before is not None and before.order + len(before.rows) == order
            before = _candidate(group, usual, order, follows=follows)
            if before is not None and _hangs(before, page):
                before = None
            if before is not None:
                found.append(before)
    found = _with_labels_joined(found, pages)
    return found if usual.slides else _without_front(found, pages, usual)


def _with_labels_joined(found: list[Candidate], pages: Sequence[Page]) -> list[Candidate]:
    """Join `Chapter 3` to the title that follows it on its page, however far below."""
    joined: list[Candidate] = []
    for candidate in found:
        label = joined[-1] if joined else None
        if label is not None and _labels(label, candidate, pages[candidate.page]):
            joined[-1] = replace(
                candidate,
                rows=[*label.rows, *candidate.rows],
                text=f"{label.text} {candidate.text}",
                number=label.number,
                order=label.order,
                apart=label.apart,
            )
        else:
            joined.append(candidate)
    return joined


def _labels(label: Candidate, title: Candidate, page: Page) -> bool:
    if label.page != title.page or title.number or not is_labelled_number(label.text):
        return False
    between = page.rows[label.order + len(label.rows) : title.order]
    return title.relative > 1.07 and not any(not row.skip for row in between)


def _groups(rows: Sequence[Row], usual: Usual) -> Iterator[list[Row]]:
    """Runs of rows in one distinct style; of plain rows those with a number or capitals and room above."""
    start = 0
    while start < len(rows):
        row = rows[start]
        roomy = row.above > usual.apart
        numbered = split_number(row.text) is not None if row.hot or roomy else False
        if not row.hot and not numbered and not (roomy and (row.italic or row.text.isupper())):
            start += 1
            continue
        end = _same_style_end(rows, start, usual, numbered=numbered)
        if end == start + 1 and end < len(rows) and _label_over_title(row, rows[end]):
            end = _title_end(rows, end + 1)
        yield list(rows[start:end])
        start = end


def _same_style_end(rows: Sequence[Row], start: int, usual: Usual, *, numbered: bool) -> int:
    row, end = rows[start], start + 1
    room = max(1.45 * row.size / usual.body, usual.lead * 1.05)
    while end < len(rows):
        following = rows[end]
        same = (
            abs(following.relative - row.relative) < 0.06
            and following.bold == row.bold
            and following.italic == row.italic
            and following.color == row.color
            and following.above < room
        )
        if not same or (numbered and split_number(following.text)):
            break
        end += 1
    return end


def _label_over_title(label: Row, title: Row) -> bool:
    """`Chapter 3` on a line of its own over the title."""
    large = label.hot and title.relative > 1.15 and title.relative > 0.9 * label.relative
    return large and title.above < 8 and is_bare_number(label.text)


def _title_end(rows: Sequence[Row], end: int) -> int:
    while end < len(rows):
        before, row = rows[end - 1], rows[end]
        if abs(row.relative - before.relative) >= 0.03 or row.bold != before.bold:
            break
        if row.above >= 1.5 * row.relative:
            break
        end += 1
    return end


def _candidate(rows: list[Row], usual: Usual, order: int, *, follows: bool) -> Candidate | None:
    """Describe a group of rows, or None where it cannot be a heading. follows: directly below another candidate."""
    first, last = rows[0], rows[-1]
    run_in = run_in_title(first) if not follows else None
    if run_in is not None and _is_apart(first, first, usual):
        return _run_in(first, run_in, order)
    if len(rows) > _MAX_ROWS or sum(len(row.text) for row in rows) > (_MAX_CJK if usual.cjk else _MAX_LATIN):
        return None
    text = " ".join(row.text for row in rows)
    if not _WORD.search(text) or is_contents_title(text):
        return None
    if is_bare_number(text) and not (is_labelled_number(text) and last.relative > 1.07):
        return None
    numbered = split_number(text) or split_number(f"{text} X")
    number = numbered[0] if numbered else None
    candidate = Candidate(
        rows=rows,
        text=text,
        number=number,
        title=numbered[1] if numbered else text,
        relative=last.relative,
        capitals=text.isupper() and 3 < len(text) < 70 and not usual.cjk,
        bold=_is_bold(rows, text, numbered) and not usual.bold_body,
        color=first.color,
        italic=first.italic and all(row.italic for row in rows),
        apart=follows or _is_apart(first, last, usual),
        order=order,
    )
    if _is_something_else(candidate) or not _stands_out(candidate, usual):
        return None
    candidate.relative = round(candidate.relative * 20) / 20
    return candidate


def _run_in(row: Row, text: str, order: int) -> Candidate:
    """Describe a title that runs into its text: plain by its looks, known by its number."""
    numbered = split_number(text)
    number, title = numbered or (None, text)
    return Candidate([row], text, title, number, 1.0, False, False, False, 0, True, order)


def _is_bold(rows: Sequence[Row], text: str, numbered: tuple[HeadingNumber, str] | None) -> bool:
    """Whether a title is bold: all of it, or most of what follows its number."""
    first = rows[0]
    if not first.bold or all(row.all_bold for row in rows):
        return first.bold
    if numbered is None:
        return False
    number = len(text) - len(numbered[1])
    heavy = total = 0
    for count, face in first.runs:
        behind = min(count, max(0, count - number))
        number = max(0, number - count)
        total += behind
        heavy += behind * (face.bold or face.gothic)
    return 2 * heavy >= total


def _names_code(candidate: Candidate) -> bool:
    """Whether a title in another ink or weight begins with words and then names code."""
    if candidate.rows[0].runs[0][1].mono:
        return False
    words = sum(count for row in candidate.rows for count, face in row.runs if not face.mono)
    return bool(candidate.color or candidate.bold) and candidate.apart and 4 * words > len(candidate.text)


def _hangs(candidate: Candidate, page: Page) -> bool:
    """Whether a numbered text goes on below its first word, no wider than before: a cell or an item of a list."""
    end = candidate.order + len(candidate.rows)
    if candidate.number is None or candidate.relative > 1.07 or candidate.rows[0].all_bold or end >= len(page.rows):
        return False
    first, following = candidate.rows[0], page.rows[end]
    inside = following.x0 > first.x0 + first.size and following.x1 < first.x1 + 1.5 * first.size
    return inside and following.above < 3 and abs(following.relative - first.relative) < 0.06


def _is_apart(first: Row, last: Row, usual: Usual) -> bool:
    """Whether there is more room above than between lines; between wide lines, more than below will do."""
    if first.above > usual.apart * max(1.0, first.relative * 0.9):
        return True
    return first.above > usual.lead * 1.04 and usual.lead > _WIDE and first.above > 1.2 * last.below


def _is_something_else(candidate: Candidate) -> bool:
    """Captions, list items, sentences, cells, code, addresses."""
    text, small = candidate.text, candidate.relative < 1.15
    if candidate.number and _COMMAND.match(candidate.title):
        return True
    if _CAPTION.match(text) or LEADER.search(text) or "@" in text or "http" in text:
        return True
    if any(row.cells for row in candidate.rows) or _BULLET.match(text) or _OPEN_END.search(text):
        return True
    if not candidate.number:
        if _FORMULA.search(text) or _SENTENCE.search(text):
            return True
        if text.endswith(".") and len(text) > 30:
            return True
        if small and (text.endswith(":") or (text[0].islower() and not _is_name(candidate))):
            return True
    code = candidate.rows[0].mono and candidate.relative < 1.12
    return code and not (candidate.bold and candidate.number) and not _names_code(candidate)


def _is_name(candidate: Candidate) -> bool:
    """Whether a text with a small first letter is bold with room around, as the name of a module is."""
    return candidate.bold and candidate.apart and candidate.rows[0].above > 1.5 and candidate.rows[-1].below > 1.5


def _stands_out(candidate: Candidate, usual: Usual) -> bool:
    """Larger than the text; or in another weight, ink or capitals with room; or numbered with room around."""
    if candidate.relative > 1.07:
        return True
    if candidate.bold or candidate.italic or candidate.capitals or candidate.color:
        return candidate.apart and candidate.relative >= _least_relative(candidate)
    number = candidate.number
    return (
        number is not None
        and number.kind in _PLAIN_KINDS
        and candidate.apart
        and candidate.rows[-1].below > usual.lead * 1.05
        and candidate.relative > 0.97
        and len(candidate.text) < 60
    )


def _least_relative(candidate: Candidate) -> float:
    """How small a candidate in another weight, slant or ink may be."""
    if not candidate.bold or not (candidate.number or candidate.capitals):
        return 0.93
    return 0.72 if candidate.number and candidate.number.kind != "letter" else 0.85


def _without_front(found: list[Candidate], pages: Sequence[Page], usual: Usual) -> list[Candidate]:
    """Leave out title, authors and date: what stands above the first text, or looks as only covers do."""
    first = next((page.index for page in pages if page.rows), None)
    if first is None or not found:
        return found
    end = _end_of_title(pages[first], usual)
    inside = {id(c) for c in found if c.page == first and c.order < end}
    later = {c.look for c in found if id(c) not in inside}
    on_pages: defaultdict[tuple[float, bool], set[int]] = defaultdict(set)
    for candidate in found:
        on_pages[candidate.look].add(candidate.page)
    limit = _cover_limit(found, first, len(pages))

    names = _names_below_title([c for c in found if id(c) in inside], pages[first].rows, end)

    def of_title(c: Candidate) -> bool:
        if id(c) not in inside:
            return False
        return end == _NEVER or id(c) in names or (not _is_decimal(c) and c.look not in later)

    def of_cover(c: Candidate) -> bool:
        if c.page >= limit or max(on_pages[c.look]) >= limit or c.number:
            return False
        return squash(c.text) not in CONTENTS_TITLES and (c.page <= first or c.relative > 1.6)

    return [c for c in found if not of_title(c) and not of_cover(c)]


def _names_below_title(inside: Sequence[Candidate], rows: Sequence[Row], end: int) -> set[int]:
    """The ids of the candidates between a title and the text, or the abstract, that are not its first heading."""
    if not inside or end >= len(rows):
        return set()
    largest = max(row.relative for row in rows[:end])
    above = end
    if rows[end].skip != CONTENTS and squash(rows[end].text) not in CONTENTS_TITLES | _ABSTRACT:
        for c in reversed(inside):  # headings may stand on each other, down to the text
            above = c.order if c.order + len(c.rows) == above else above
    return {id(c) for c in inside if c.order < above and not c.number and c.relative < 0.9 * largest}


def _is_decimal(candidate: Candidate) -> bool:
    return candidate.number is not None and candidate.number.kind == "decimal"


def _cover_limit(found: Sequence[Candidate], first: int, page_count: int) -> int:
    """The page from which on nothing is a cover any more."""
    if page_count <= 5:
        return first
    kinds = {"decimal", "chapter", "part"}
    numbered = [c.page for c in found if c.number and c.number.kind in kinds]
    return min([*numbered, max(2, page_count // 10)])


def _end_of_title(page: Page, usual: Usual) -> int:
    """The place of the row where the text of the first page begins."""
    least = 20 if usual.cjk else 40
    wide = 0.45 * page.frame.width
    rows = page.rows
    for i, row in enumerate(rows):
        if row.skip == CONTENTS or squash(row.text) in CONTENTS_TITLES | _ABSTRACT:
            return i
        text = 0.9 < row.relative < 1.1 and len(row.text) > least and row.x1 - row.x0 > wide
        if text and i + 1 < len(rows):
            below = rows[i + 1]
            if 0.9 < below.relative < 1.1 and below.x1 - below.x0 > 0.6 * wide:
                return i
    return _NEVER
