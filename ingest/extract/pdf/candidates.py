"""Rows that may be headings by their looks or their number. The outline stage decides which of them are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.domain.document import HeadingNumber
from ingest.extract.heading_numbers import is_bare_number, is_labelled_number, split_number
from ingest.extract.pdf.candidate import Candidate, is_something_else, stands_out
from ingest.extract.pdf.contents import is_contents_title
from ingest.extract.pdf.front import without_front
from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.run_in import run_in_title

_WORD = re.compile(r"[^\W\d_]{2}|[\u2e80-\u9fff\uac00-\ud7a3]")
_MAX_ROWS = 3
_MAX_LATIN, _MAX_CJK = 130, 70
_WIDE = 1.4


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
    return found if usual.slides else without_front(found, pages, usual)


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
    if is_something_else(candidate) or not stands_out(candidate, usual):
        return None
    candidate.relative = round(candidate.relative * 20) / 20
    return candidate


def _run_in(row: Row, text: str, order: int) -> Candidate:
    """Describe a title that runs into its text: plain by its looks, known by its number."""
    numbered = split_number(text)
    number, title = numbered or (None, text)
    return Candidate(
        rows=[row],
        text=text,
        title=title,
        number=number,
        relative=1.0,
        capitals=False,
        bold=False,
        italic=False,
        color=0,
        apart=True,
        order=order,
    )


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


def _hangs(candidate: Candidate, page: Page) -> bool:
    """Whether a numbered text goes on below its first word, no wider than before: a cell or an item of a list."""
    end = candidate.order + len(candidate.rows)
    if (
        candidate.number is None
        or candidate.relative > 1.07
        or candidate.rows[0].all_bold
        or end >= len(page.rows)
    ):
        return False
    first, following = candidate.rows[0], page.rows[end]
    inside = following.x0 > first.x0 + first.size and following.x1 < first.x1 + 1.5 * first.size
    return inside and following.above < 3 and abs(following.relative - first.relative) < 0.06


def _is_apart(first: Row, last: Row, usual: Usual) -> bool:
    """Whether there is more room above than between lines; between wide lines, more than below will do."""
    if first.above > usual.apart * max(1.0, first.relative * 0.9):
        return True
    return first.above > usual.lead * 1.04 and usual.lead > _WIDE and first.above > 1.2 * last.below
