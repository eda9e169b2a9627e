from __future__ import annotations

import pytest

from tests.ingest.extract.pdf.test_extraction import text_of

WORDS = (
    "The council met in spring to discuss the budget of the harbour.",
    "Several members asked for a new bridge across the old canal.",
    "A vote was taken and the motion carried with a small majority.",
    "In the evening the mayor gave a dinner for the delegates.",
)


def put(sheet, x: float, y: float, text: str, *, size: float = 11) -> None:
    sheet.page.insert_text((x, y), text, fontsize=size)


def body(sheet, page: int, *, top: float = 130) -> None:
    for line in range(12):
        put(sheet, 72, top + 16 * line, f"{WORDS[(line + page) % 4]} ({'abcdefghijkl'[line]}{page})")


def test_first_lines_that_differ_in_their_numbers_are_text(sheet, read):
    for page in range(1, 6):
        sheet.new_page()
        put(sheet, 72, 60, f"Patient {page} received dose {5 * page} mg on day {page + 1}.")
        body(sheet, page, top=90)
    text = text_of(read(sheet.save()))
    for page in range(1, 6):
        assert f"Patient {page} received dose {5 * page} mg on day {page + 1}." in text
        assert f"({'a'}{page})" in text


def test_a_list_that_goes_on_over_pages_keeps_the_rows_at_their_edges(sheet, read):
    rows = [
        f"2024-0{page}-{row:02}  invoice {1000 + 40 * page + row}  {11.5 + 13 * row:.2f} EUR"
        for page in (1, 2, 3, 4)
        for row in range(40)
    ]
    for number, row in enumerate(rows):
        if number % 40 == 0:
            sheet.new_page()
        put(sheet, 72, 60 + 18 * (number % 40), row, size=9)
    text = " ".join(text_of(read(sheet.save())).split())
    assert [row for row in rows if " ".join(row.split()) not in text] == []


def test_labels_of_a_form_at_the_same_spot_of_every_page_are_text(sheet, read):
    for page, name in enumerate(("Anna", "Carl", "Eva", "Gus"), start=1):
        sheet.new_page()
        put(sheet, 72, 60, f"Patient: {name}", size=14)
        put(sheet, 72, 200, "Diagnosis", size=13)
        body(sheet, page, top=230)
        put(sheet, 72, 460, "Treatment", size=13)
        put(sheet, 72, 490, f"Rest for {page} days.")
    text = text_of(read(sheet.save()))
    assert (text.count("Diagnosis"), text.count("Treatment")) == (4, 4)
    assert all(f"Patient: {name}" in text for name in ("Anna", "Carl", "Eva", "Gus"))


def test_heads_that_repeat_a_title_or_themselves_are_left_out_with_the_page_numbers(sheet, read):
    for page in range(1, 9):
        title = "Tides" if page < 5 else "Currents"
        sheet.new_page()
        put(sheet, 72, 40, f"Harbour Yearbook    {title}    {page}", size=8)
        put(sheet, 290, 810, str(page), size=8)
        if page in {1, 5}:
            put(sheet, 72, 90, title, size=18)
        body(sheet, page)
    text = text_of(read(sheet.save()))
    assert "Harbour Yearbook" not in text
    assert (text.count("Tides"), text.count("Currents")) == (1, 1)


OPENING = (
    "Each form begins with the same sentence, which tells the applicant what to put down and",
    "why the second line of it belongs to the first.",
)
STORY = "The applicant of page {} wrote about rivers and bridges, and of the {} lamps that stand beside."


def forms(sheet, pages: int, opening=OPENING, *, top: float = 60, size: float = 11) -> str:
    """Pages that all begin with the same lines; then text of their own. Returns what the lines say together."""
    for page in range(pages):
        sheet.new_page()
        for number, line in enumerate(opening):
            put(sheet, 72, top + 16 * number, line, size=size)
        for line in range(8):
            put(sheet, 72, 150 + 16 * line, STORY.format("abc"[page % 3] * (page + 1), "defghijk"[line] * 3))
    return " ".join(opening)


def flat_text(extraction) -> str:
    return " ".join(text_of(extraction).split())


@pytest.mark.parametrize("pages", [2, 3, 5, 9])
def test_a_paragraph_that_opens_every_page_stays_whole(sheet, read, pages):
    opening = forms(sheet, pages)
    assert flat_text(read(sheet.save())).count(opening) == pages


@pytest.mark.parametrize("pages", [2, 5])
def test_a_paragraph_that_ends_every_page_stays_whole(sheet, read, pages):
    for page in range(pages):
        sheet.new_page()
        body(sheet, page)
        put(sheet, 72, 760, OPENING[0])
        put(sheet, 72, 776, OPENING[1])
    assert flat_text(read(sheet.save())).count(" ".join(OPENING)) == pages


@pytest.mark.parametrize("pages", [2, 9])
def test_short_lines_of_one_paragraph_open_every_page(sheet, read, pages):
    lines = ("Please put down what you have seen of the coast and", "of its lamps while they were out.")
    opening = forms(sheet, pages, lines, top=108)
    assert flat_text(read(sheet.save())).count(opening) == pages


@pytest.mark.parametrize("opening", ["Dear members of the council,", "All fields are needed."])
def test_a_sentence_that_opens_two_pages_is_text(sheet, read, opening):
    forms(sheet, 2, (opening,))
    assert flat_text(read(sheet.save())).count(opening) == 2


def test_a_title_that_stands_over_each_of_two_forms_is_text(sheet, read):
    forms(sheet, 2, ("Application for a berth",), size=18)
    assert text_of(read(sheet.save())).count("Application for a berth") == 2


@pytest.mark.parametrize(("size", "top"), [(8, 40), (11, 40), (11, 60)])
@pytest.mark.parametrize("pages", [2, 3, 9])
def test_heads_and_page_numbers_are_left_out_of_short_documents_too(sheet, read, pages, size, top):
    forms(sheet, pages, ("Harbour Yearbook",), top=top, size=size)
    for number, page in enumerate(sheet.file, start=1):
        page.insert_text((280, 810), f"Page {number} of {pages}", fontsize=11)
    text = text_of(read(sheet.save()))
    assert "Harbour Yearbook" not in text
    assert "Page 1 of" not in text


def test_a_head_of_two_lines_is_left_out_of_many_pages(sheet, read):
    for page in range(1, 9):
        sheet.new_page()
        put(sheet, 72, 40, "This log was kept for the use of the harbour office and of", size=8)
        put(sheet, 72, 50, "nobody else.", size=8)
        body(sheet, page)
    text = text_of(read(sheet.save()))
    assert "harbour office" not in text
    assert "nobody else" not in text
