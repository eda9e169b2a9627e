from __future__ import annotations

import pytest

from ingest.domain.document import BookmarkHint, Coverage, Extraction, Hints, Line, Metadata, Place
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.from_bookmarks import find

PAGES = 12
LINES_A_PAGE = 4


def document(
    *bookmarks: BookmarkHint, title: str | None = None, unreadable: tuple[int, ...] = ()
) -> Extraction:
    lines = tuple(
        Line(f"line {n} of page {page}", Place(page, (60.0, 60.0 + 20 * n, 500.0, 75.0 + 20 * n)))
        for page in range(1, PAGES + 1)
        for n in range(LINES_A_PAGE)
    )
    pages = tuple(1 + LINES_A_PAGE * page for page in range(PAGES))
    return Extraction(
        lines=lines,
        hints=Hints(bookmarks=bookmarks, pages=pages),
        metadata=Metadata(title=title),
        coverage=Coverage(pages_without_text=unreadable),
    )


def outline_of(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality]:
    found = find(extraction)
    assert found is not None
    return found


def chapter(number: int, *, level: int = 1, located: bool = True) -> BookmarkHint:
    line = 1 + LINES_A_PAGE * (number - 1) if located else None
    return BookmarkHint(f"Lamp {number}", level, page=number, top=60.0, line=line)


def test_bookmarks_that_name_what_is_there_are_the_outline():
    headings, quality = outline_of(document(*(chapter(n, level=1 + (n % 2 == 0)) for n in range(1, 13))))
    assert quality is OutlineQuality.HIGH
    assert [h.title for h in headings] == [f"Lamp {n}" for n in range(1, 13)]
    assert [h.level for h in headings[:4]] == [1, 2, 1, 2]
    assert [h.line for h in headings[:3]] == [1, 5, 9]
    assert {h.provenance for h in headings} == {Provenance.BOOKMARK}


@pytest.mark.parametrize(
    "bookmarks",
    [
        [],
        [BookmarkHint(f"Page {n}", 1, n, 60.0, 4 * n - 3) for n in range(1, 13)],
        [BookmarkHint(f"第{n}页", 1, n, 60.0, 4 * n - 3) for n in range(1, 13)],
        [BookmarkHint(f"Lamp {n}", 1, 1, 60.0, 1) for n in range(1, 13)],
        [chapter(1)],
        [chapter(1), chapter(2), chapter(3)],
        [chapter(n, located=False) for n in range(1, 13)],
        [BookmarkHint(f"Lamp {n}", 1, None) for n in range(1, 13)],
        [BookmarkHint("", 1, n, 60.0) for n in range(1, 13)],
    ],
    ids=[
        "none",
        "pages-en",
        "pages-zh",
        "all-to-one",
        "one",
        "start-only",
        "not-in-text",
        "no-targets",
        "no-titles",
    ],
)
def test_bad_bookmarks_are_not_believed(bookmarks):
    assert find(document(*bookmarks)) is None


def test_a_title_that_is_not_in_the_text_stands_at_its_target():
    bookmarks = [*(chapter(n) for n in range(1, 9)), BookmarkHint("E = mc²", 1, page=10, top=98.0)]
    headings, _ = outline_of(document(*bookmarks))
    assert headings[-1].line == 1 + 9 * LINES_A_PAGE + 2
    assert headings[-1].confidence < headings[0].confidence


def test_two_bookmarks_with_one_target_get_a_line_each():
    twins = [BookmarkHint("Twin", 2, page=10, top=60.0), BookmarkHint("Twin again", 2, page=10, top=60.0)]
    headings, _ = outline_of(document(*(chapter(n) for n in range(1, 9)), *twins))
    assert [h.line for h in headings[-2:]] == [37, 38]


def test_a_root_that_is_only_the_title_of_the_file_is_left_out():
    root = BookmarkHint("The Lamps", 1, page=1)
    headings, _ = outline_of(document(root, *(chapter(n, level=2) for n in range(1, 13)), title="The lamps"))
    assert headings[0].title == "Lamp 1"
    assert {h.level for h in headings} == {1}


def test_pages_that_could_not_be_read_do_not_speak_against_bookmarks():
    bookmarks = [chapter(n, located=n < 5) for n in range(1, 13)]
    assert find(document(*bookmarks, unreadable=tuple(range(5, 13)))) is not None
    assert find(document(*bookmarks)) is None
