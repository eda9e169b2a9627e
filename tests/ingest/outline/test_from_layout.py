from __future__ import annotations

from dataclasses import replace
from functools import partial

from ingest.domain.document import Extraction, HeadingNumber, Hints, LayoutFacts, LayoutHint, Line
from ingest.domain.outline import OutlineQuality, Provenance
from ingest.outline.from_layout import find
from ingest.outline.layout_styles import is_heavy


def hint(line: int, title: str, *, size: float = 1.4, bold: bool = True, **more) -> LayoutHint:
    style = f"{size:.2f}{'b' if bold else ''}"
    base = LayoutHint(
        line=line, title=title, page=1 + line // 20, relative_size=size, bold=bold, apart=True, style=style
    )
    return replace(base, **more)


def decimal(*values: int) -> HeadingNumber:
    return HeadingNumber("decimal", len(values), values)


def document(*hints: LayoutHint, slides: bool = False, pages: int = 10) -> Extraction:
    counts: dict[str, int] = {}
    for item in hints:
        counts[item.style] = counts.get(item.style, 0) + item.rows
    full = tuple(replace(item, style_rows=max(item.style_rows, counts[item.style])) for item in hints)
    lines = tuple(Line(f"line {n}") for n in range(1, 201))
    starts = tuple(1 + 20 * n for n in range(pages))
    return Extraction(lines, Hints(layout=full, pages=starts, facts=LayoutFacts(slides=slides)))


def levels(extraction: Extraction) -> list[tuple[str, int]]:
    found = find(extraction)
    return [(h.title, h.level) for h in found[0]] if found else []


def test_nothing_that_stands_out_is_no_outline():
    assert find(document()) is None


def test_larger_type_stands_above_smaller_type():
    found = levels(
        document(
            hint(1, "Lamps", size=1.6),
            hint(10, "Red lamps", size=1.25),
            hint(20, "Green lamps", size=1.25),
            hint(30, "Logs", size=1.6),
            hint(40, "Old logs", size=1.25),
            hint(60, "Ships", size=1.6),
        )
    )
    assert found == [
        ("Lamps", 1),
        ("Red lamps", 2),
        ("Green lamps", 2),
        ("Logs", 1),
        ("Old logs", 2),
        ("Ships", 1),
    ]


def test_numbers_give_the_depth_where_the_looks_are_equal():
    found = levels(
        document(
            hint(1, "1 Lamps", number=decimal(1)),
            hint(10, "1.1 Red", number=decimal(1, 1)),
            hint(20, "1.2 Green", number=decimal(1, 2)),
            hint(30, "2 Logs", number=decimal(2)),
            hint(40, "2.1 Old", number=decimal(2, 1)),
        )
    )
    assert [level for _, level in found] == [1, 2, 2, 1, 2]


def test_siblings_have_one_level_even_where_a_level_is_skipped():
    found = levels(
        document(
            hint(1, "1 Lamps", number=decimal(1), size=1.6),
            hint(10, "Red", size=1.1),
            hint(20, "1.1 Green", number=decimal(1, 1), size=1.3),
            hint(30, "2 Logs", number=decimal(2), size=1.6),
            hint(40, "2.1 Old", number=decimal(2, 1), size=1.3),
            hint(50, "2.2 New", number=decimal(2, 2), size=1.3),
        )
    )
    assert dict(found)["2.1 Old"] == dict(found)["2.2 New"] == 2


def test_small_words_that_come_again_and_again_are_labels():
    labels = [hint(5 + 10 * n, "Note", size=1.0) for n in range(6)]
    found = levels(document(hint(1, "Lamps"), hint(50, "Logs"), hint(90, "Ships"), *labels))
    assert "Note" not in dict(found)


def test_bold_words_inside_text_are_no_headings():
    words = [hint(2 + 3 * n, f"word {n}", size=1.0, apart=False, style_rows=400) for n in range(30)]
    found = levels(document(hint(1, "Lamps"), hint(50, "Logs"), hint(90, "Ships"), *words))
    assert [title for title, _ in found] == ["Lamps", "Logs", "Ships"]


def test_plain_numbered_lines_are_headings_only_if_their_numbers_run_on():
    plain = partial(hint, size=1.0, bold=False)
    running = [plain(1 + 30 * n, f"{n}. Lamp", number=decimal(n)) for n in range(1, 6)]
    assert len(levels(document(*running))) == 5
    years = [plain(1 + 30 * n, f"{v}. Lamp", number=decimal(v)) for n, v in enumerate((7, 3, 90), 1)]
    assert levels(document(*years)) == []


def test_a_slide_that_goes_on_is_one_section():
    slides = [hint(1 + 20 * n, title) for n, title in enumerate(["Lamps", "Red", "Red", "Green"])]
    assert [title for title, _ in levels(document(*slides, slides=True))] == ["Lamps", "Red", "Green"]


def test_what_was_inferred_is_never_called_high_and_says_how_it_was_found():
    found = find(document(*(hint(1 + 20 * n, f"Lamp {n}") for n in range(5))))
    assert found is not None
    headings, quality = found
    assert quality in {OutlineQuality.MEDIUM, OutlineQuality.LOW}
    assert {h.provenance for h in headings} == {Provenance.FONT}
    assert all(0 < h.confidence < 1 for h in headings)


def test_titles_are_tidied():
    found = levels(document(hint(1, "1　Lamps\t of old . . ."), hint(40, "Logs"), hint(80, "Ships")))
    assert found[0][0] == "1 Lamps of old"


def test_the_digits_of_a_colour_do_not_make_a_style_bold():
    blue = replace(hint(1, "Lamps", size=1.0, bold=False), style="1.00#0b0b0b")
    assert not is_heavy(blue)
    assert is_heavy(replace(blue, style="1.00b#0b0b0b"))


def test_a_list_of_links_to_numbered_headings_is_not_taken_for_them():
    listed = [
        hint(2 + n, f"{n} Lamp", size=1.0, bold=False, number=decimal(n), color=255) for n in range(1, 6)
    ]
    real = [hint(10 + 20 * n, f"{n} Lamp", size=1.0, number=decimal(n)) for n in range(1, 6)]
    found = find(document(*listed, *real))
    assert found is not None
    assert [h.line for h in found[0]] == [10 + 20 * n for n in range(1, 6)]


def test_headings_without_numbers_are_kept_where_chapters_alone_are_counted():
    chapter = [
        hint(1 + 40 * n, f"Chapter {n} Lamp", size=1.6, number=HeadingNumber("chapter", 1, (n,)))
        for n in range(1, 5)
    ]
    below = [hint(15 + 40 * n, f"Colour {n}", size=1.0) for n in range(1, 5)]
    assert ("Colour 3", 2) in levels(document(*chapter, *below))
