from __future__ import annotations

from dataclasses import replace

from ingest.domain.document import (
    ContentsEntry,
    Extraction,
    HeadingNumber,
    Hints,
    LayoutFacts,
    LayoutHint,
    Line,
)
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.from_contents_page import contents_levels, find


def decimal(*values: int) -> HeadingNumber:
    return HeadingNumber("decimal", len(values), values)


def entry(title: str, line: int | None, *, page: int = 2, **more) -> ContentsEntry:
    more.setdefault("style", "1.40b" if line else None)
    return ContentsEntry(title=title, line=line, page=page, **more)


def document(
    entries: list[ContentsEntry], layout: tuple[LayoutHint, ...] = (), pages: int = 10
) -> Extraction:
    lines = tuple(Line(f"line {n}") for n in range(1, 201))
    starts = tuple(1 + 20 * n for n in range(pages))
    facts = LayoutFacts(contents_line=3)
    return Extraction(lines, Hints(contents=tuple(entries), layout=layout, pages=starts, facts=facts))


def outline_of(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality]:
    found = find(extraction)
    assert found is not None
    return found


def headings_of(extraction: Extraction) -> list[Heading]:
    return list(outline_of(extraction)[0])


def test_located_entries_are_the_outline():
    extraction = document([entry(f"Lamp {n}", 30 * n) for n in range(1, 6)])
    headings, quality = outline_of(extraction)
    assert [(h.title, h.line, h.level) for h in headings] == [(f"Lamp {n}", 30 * n, 1) for n in range(1, 6)]
    assert {h.provenance for h in headings} == {Provenance.CONTENTS_PAGE}
    assert quality is OutlineQuality.MEDIUM


def test_contents_whose_entries_are_not_in_the_text_are_not_used():
    assert find(document([entry(f"Lamp {n}", 30 if n == 1 else None) for n in range(1, 6)])) is None
    assert find(document([entry("Lamp", 30), entry("Log", 60)])) is None


def test_an_entry_that_was_not_found_stands_at_its_page_if_most_others_were():
    entries = [entry(f"Lamp {n}", 20 * n + 5) for n in range(1, 8)]
    headings = headings_of(document([*entries, entry("E = mc²", None, page=9)]))
    assert (headings[-1].title, headings[-1].line) == ("E = mc²", 161)
    assert headings[-1].confidence < headings[0].confidence


def test_levels_follow_the_depth_of_numbers():
    entries = [
        entry("Preface", 10, indent=60.0),
        entry("1 Lamps", 20, number=decimal(1), indent=60.0),
        entry("1.1 Red", 30, number=decimal(1, 1), indent=80.0),
        entry("1.1.1 Dark red", 40, number=decimal(1, 1, 1), indent=100.0),
        entry("2 Logs", 50, number=decimal(2), indent=60.0),
    ]
    assert contents_levels(entries) == [1, 1, 2, 3, 1]


def test_numbers_in_parentheses_stand_under_the_decimal_one_above_them():
    entries = [
        entry("2.1 Lamps", 20, number=decimal(2, 1), indent=60.0),
        entry("1) Red", 30, number=decimal(1), indent=80.0),
        entry("（２） Green", 35, number=HeadingNumber("paren", 4, (2,)), indent=80.0),
        entry("3 Logs", 50, number=decimal(3), indent=50.0),
    ]
    assert contents_levels(entries) == [2, 3, 3, 1]


def test_levels_follow_the_indent_where_there_are_no_numbers():
    indents = (60, 75, 75, 90, 60, 75)
    entries = [entry(f"Lamp {n}", n, indent=float(x)) for n, x in enumerate(indents, 1)]
    assert contents_levels(entries) == [1, 2, 2, 3, 1, 2]


def test_levels_follow_the_weight_where_all_stand_at_one_indent():
    entries = [entry(f"Lamp {n}", n, bold=n in {1, 4}, indent=60.0) for n in range(1, 7)]
    assert contents_levels(entries) == [1, 2, 2, 1, 2, 2]


def layout(line: int, title: str, *, number: HeadingNumber | None = None, style: str = "1.40b") -> LayoutHint:
    return LayoutHint(
        line=line,
        title=title,
        page=1 + line // 20,
        relative_size=float(style[:4]),
        bold=True,
        apart=True,
        style=style,
        style_rows=8,
        number=number,
    )


def test_deeper_numbers_than_the_contents_name_join_the_tree():
    entries = [entry(f"{n} Lamp", 30 * n, number=decimal(n)) for n in range(1, 6)]
    chapters = [layout(30 * n, f"{n} Lamp", number=decimal(n)) for n in range(1, 6)]
    deeper = [layout(30 * n + 5, f"{n}.1 Red", number=decimal(n, 1), style="1.20b") for n in range(1, 6)]
    headings = headings_of(document(entries, (*chapters, *deeper)))
    assert [h.level for h in headings[:4]] == [1, 2, 1, 2]
    assert headings[1].title == "1.1 Red"
    assert headings[0].confidence > headings[1].confidence


def test_a_heading_in_a_style_that_the_contents_prove_joins_the_tree():
    entries = [entry(f"Lamp {n}", 30 * n) for n in range(1, 6)]
    styled = [layout(30 * n, f"Lamp {n}") for n in range(1, 6)]
    headings = headings_of(document(entries, (*styled, layout(190, "References"))))
    assert headings[-1].title == "References"
    assert headings[-1].level == 1


def test_a_promised_entry_takes_the_line_of_the_heading_with_its_number():
    entries = [entry(f"{n} Lamp", 30 * n, number=decimal(n)) for n in range(1, 5)]
    promised = replace(entry("5 Lamps and so on", None, page=8), number=decimal(5))
    styled = [layout(30 * n, f"{n} Lamp", number=decimal(n)) for n in range(1, 5)]
    found = layout(150, "5 Lamps (and so on)", number=decimal(5))
    headings = headings_of(document([*entries, promised], (*styled, found)))
    assert [(h.title, h.line) for h in headings if h.title.startswith("5")] == [("5 Lamps and so on", 150)]


def test_headings_below_contents_that_name_chapters_alone_stand_under_their_chapters():
    entries = [entry(f"Lamp {n}", 30 * n, style="1.60b") for n in range(1, 6)]
    chapters = [layout(30 * n, f"Lamp {n}", style="1.60b") for n in range(1, 6)]
    below = [layout(30 * n + 20, f"Colour {n}", style="1.20b") for n in range(1, 6)]
    headings = headings_of(document(entries, (*chapters, *below)))
    assert [(h.title, h.level) for h in headings[:4]] == [
        ("Lamp 1", 1),
        ("Colour 1", 2),
        ("Lamp 2", 1),
        ("Colour 2", 2),
    ]


def test_a_style_that_stands_on_few_pages_does_not_join_contents_that_name_chapters_alone():
    entries = [entry(f"Lamp {n}", 30 * n, style="1.60b") for n in range(1, 6)]
    chapters = [layout(30 * n, f"Lamp {n}", style="1.60b") for n in range(1, 6)]
    sample = [layout(35 + n, f"Sample {n}", style="1.20b") for n in range(4)]
    headings = headings_of(document(entries, (*chapters, *sample)))
    assert [h.title for h in headings] == [f"Lamp {n}" for n in range(1, 6)]
