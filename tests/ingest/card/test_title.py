import pytest

from ingest.card.title import choose_authors, choose_title, readable_name
from ingest.domain.document import Extraction, Hints, LayoutHint, Line, Metadata
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section


def outline(*titles: str, length: int = 100) -> Outline:
    step = length // max(1, len(titles))
    sections = tuple(
        Section(str(n + 1), title, 1, n * step + 1, (n + 1) * step, Provenance.MARKUP)
        for n, title in enumerate(titles)
    )
    return Outline(sections, OutlineQuality.HIGH if sections else OutlineQuality.NONE, length)


def extraction(title: str | None = None, *layout: LayoutHint) -> Extraction:
    return Extraction((Line("x"),) * 100, Hints(layout=layout, pages=(1, 40)), Metadata(title=title))


def looks(line: int, title: str, size: float, style: str = "a") -> LayoutHint:
    return LayoutHint(line, title, page=1 if line < 40 else 2, relative_size=size, bold=True, style=style)


def test_the_metadata_title_is_taken_first() -> None:
    assert choose_title(extraction("灯台日誌"), outline("Other"), "a.pdf") == "灯台日誌"


@pytest.mark.parametrize("junk", ["Microsoft Word - x.doc", "untitled", "スライド 1", "文档1", None, "  "])
def test_a_placeholder_gives_way_to_the_first_heading(junk: str | None) -> None:
    assert choose_title(extraction(junk), outline("The Lamp", "Oil"), "a.pdf") == "The Lamp"


@pytest.mark.parametrize(
    "skipped", ["Contents", "目次", "Copyright", "Inhaltsverzeichnis", "更新内容", "別添"]
)
def test_contents_and_the_like_are_not_titles(skipped: str) -> None:
    assert choose_title(extraction(), outline(skipped, "The Lamp"), "a.pdf") == "The Lamp"


def test_after_a_numbered_introduction_only_chapters_follow() -> None:
    assert choose_title(extraction(), outline("1 Introduction", "2 Oil"), "lamp_oil.pdf") == "lamp oil"


def test_the_largest_type_of_the_first_page_names_a_paper() -> None:
    found = extraction(
        None, looks(1, "Of Lamps", 2.0, "t"), looks(2, "and Oil", 2.0, "t"), looks(4, "By A. Keeper", 1.3)
    )

    assert choose_title(found, outline("1 Introduction", "2 Oil"), "a.pdf") == "Of Lamps and Oil"


def test_a_chapter_below_the_title_of_a_paper_does_not_name_it() -> None:
    found = Extraction((Line("Lamp Reference Manual∗"), *[Line("x")] * 99), Hints(pages=(1, 40)))
    deep = Outline(
        (Section("1", "What is a lamp?", 1, 20, 100, Provenance.BOOKMARK),), OutlineQuality.HIGH, 100
    )

    assert choose_title(found, deep, "a.pdf") == "Lamp Reference Manual"


def test_the_name_of_a_site_is_taken_off_where_the_heading_shows_the_title() -> None:
    assert choose_title(extraction("Oil — The Lamp Site"), outline("Oil", "Wick"), "a.html") == "Oil"
    assert choose_title(extraction("Oil — The Lamp Site"), outline("Wick"), "a.html") == "Oil — The Lamp Site"


def test_large_type_on_later_pages_is_no_title() -> None:
    assert choose_title(extraction(None, looks(50, "Oil", 2.5)), outline(), "lamp.pdf") == "lamp"


def test_a_numbered_heading_is_better_than_a_file_name() -> None:
    assert choose_title(extraction(), outline("3 Care of lamps"), "scan.pdf") == "3 Care of lamps"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("annual_report-2024_final.pdf", "annual report-2024 final"),
        ("2024 summary (revised) (final).docx", "2024 summary (revised) (final)"),
        ("日本語　全角空白と①.md", "日本語 全角空白と①"),
        ("folder/notes", "notes"),
        ("v2.0 draft.md", "v2.0 draft"),
        (".hidden.md", ".hidden"),
        ("\u202egnp.exe-rtl.md", "gnp.exe rtl"),
        ("two-words.txt", "two words"),
    ],
)
def test_a_file_name_is_made_readable(name: str, title: str) -> None:
    assert readable_name(name).strip(".") == title.strip(".")


def test_titles_are_cleaned_and_bounded() -> None:
    title = choose_title(extraction("A **bold**\u202e\ntitle " + "x" * 900), outline(), "a.md")

    assert title.startswith("A bold title x")
    assert len(title) == 300
    assert title.endswith("…")


@pytest.mark.parametrize(
    ("authors", "people"),
    [
        (("Ada Keeper",), ("Ada Keeper",)),
        (("Administrator", "user", "Microsoft Office User"), ()),
        (("Ada Keeper; B. Mate and Chris Oil",), ("Ada Keeper", "B. Mate", "Chris Oil")),
        (("Keeper, Ada",), ("Keeper, Ada",)),
        (("Ada Keeper, Bo Mate",), ("Ada Keeper", "Bo Mate")),
        (("山田太郎、鈴木花子",), ("山田太郎", "鈴木花子")),
        (("Ada Keeper", "ada keeper", "  "), ("Ada Keeper",)),
        (("Ada\u200b Keeper",), ("Ada Keeper",)),
        (("me@example.org",), ()),
        (("Ada Keeper <ada@example.org>", "(c) 2003", "et al."), ("Ada Keeper",)),
    ],
)
def test_authors_are_people_each_once(authors: tuple[str, ...], people: tuple[str, ...]) -> None:
    assert choose_authors(authors) == people


def test_many_authors_are_bounded() -> None:
    assert (
        len(choose_authors([f"Person Number {chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(100)]))
        == 20
    )


@pytest.mark.parametrize("opening", ["Abstract", "Preamble", "Definitions", "前言", "はじめに", "Vorwort"])
def test_beside_what_opens_a_text_stand_chapters_not_its_title(opening: str) -> None:
    assert choose_title(extraction(), outline(opening, "Oil", "Gas"), "lamp_oil.pdf") == "lamp oil"


def test_a_single_heading_above_everything_names_it_whatever_it_says() -> None:
    assert choose_title(extraction(), outline("Preface"), "0x02.md") == "Preface"


@pytest.mark.parametrize("heading", ["Report", "Letter", "Excel"])
def test_a_word_that_is_junk_in_metadata_may_be_a_heading(heading: str) -> None:
    assert choose_title(extraction(heading), outline(heading, "Oil"), "a.md") == heading


@pytest.mark.parametrize(
    "heading", ["Heading 1", "見出し 2", "Chapter 1", "第1章", "2024-05-01", "↓ see below"]
)
def test_a_heading_that_names_nothing_is_passed_over(heading: str) -> None:
    assert choose_title(extraction(), outline(heading, "The Lamp"), "a.md") == "The Lamp"


def test_a_manual_page_is_named_by_its_purpose() -> None:
    page = (
        "LAMP(1)   Harbour Manual   LAMP(1)\n\nNAME\n       lamp - light the tower\n\nSYNOPSIS\n       lamp\n"
    )
    found = Extraction(lines=tuple(Line(line) for line in page.split("\n")), native=True)
    assert choose_title(found, outline("NAME", "SYNOPSIS"), "lamp.txt") == "lamp - light the tower"


def test_a_text_without_headings_is_named_by_a_first_line_that_stands_alone() -> None:
    lines = ("Of Lamps", "", "The keeper lights the lamp at dusk, and puts it out at dawn.")
    found = Extraction(lines=tuple(Line(line) for line in lines), native=True)
    assert choose_title(found, outline(), "a.txt") == "Of Lamps"
    for name, first in (("a.csv", "Of Lamps"), ("note.txt", "Dear keeper"), ("run.txt", "lamp = light(1)")):
        other = Extraction(lines=tuple(Line(line) for line in (first, *lines[1:])), native=True)
        assert choose_title(other, outline(), name) == name.split(".")[0]


def test_code_and_data_are_named_by_their_files() -> None:
    source = Extraction((Line("x"),), native=True, named_by_file=True)
    assert choose_title(source, outline("detect()", "Lamp"), "src/lamp_oil.py") == "lamp_oil.py"
    talk = Extraction((Line("x"),), named_by_file=True)
    assert choose_title(talk, outline("0:00–5:00"), "lamp_oil.srt") == "lamp oil"
    titled = Extraction((Line("x"),), metadata=Metadata(title="Lamps API"), native=True, named_by_file=True)
    assert choose_title(titled, outline("paths"), "openapi.json") == "Lamps API"
