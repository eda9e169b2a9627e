from __future__ import annotations

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
