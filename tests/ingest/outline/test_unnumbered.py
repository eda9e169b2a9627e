from __future__ import annotations

from ingest.outline.plain_lines import PlainLines
from ingest.outline.unnumbered import at_margin, capitals, manual_page, marked, named, underlined

BODY = "\n\nThe lamps are lit every evening.\n\n"
INDENTED = "\n\n    The lamps are lit every evening, and put out\n    when the sun is up.\n\n"


def lines(text: str) -> PlainLines:
    return PlainLines(text.split("\n"))


def test_underlines_of_one_style_are_one_level() -> None:
    text = f"Oil\n==={BODY}Wax\n---{BODY}Gas\n==={BODY}"
    assert [candidate.rank for candidate in underlined(lines(text))] == [1, 2, 1]


def test_capitals_at_the_left_of_indented_text_are_a_manual_page() -> None:
    text = f"NAME{INDENTED}SYNOPSIS{INDENTED}OPTIONS{INDENTED}"
    assert [candidate.title for candidate in manual_page(lines(text))] == ["NAME", "SYNOPSIS", "OPTIONS"]


def test_lines_in_capitals_stand_alone() -> None:
    text = f"OIL LAMPS{BODY}the word SOS in a line\n\nGAS LAMPS{BODY}"
    assert [candidate.title for candidate in capitals(lines(text))] == ["OIL LAMPS", "GAS LAMPS"]


def test_sections_that_need_no_number_are_known_by_their_names() -> None:
    text = f"Abstract{BODY}Lamps{BODY}References{BODY}附則{BODY}"
    assert [candidate.title for candidate in named(lines(text))] == ["Abstract", "References", "附則"]


def test_a_name_that_only_leads_a_list_or_a_sentence_is_no_section() -> None:
    assert named(lines("Examples:\n\nthe lamp\n\nReferences are given below.\n")) == []
    assert named(lines("Abstract\nof the text\n\nmore")) == []


def test_a_name_in_the_contents_and_at_its_place_counts_once() -> None:
    found = named(lines(f"Overview\n\nReferences\n\nOverview{BODY}References{BODY}"))
    assert [candidate.line for candidate in found] == [5, 9]


def test_titles_at_the_margin_of_an_indented_text() -> None:
    text = f"Oil lamps{INDENTED}Gas lamps{INDENTED}x = lamp()\n\n    code\n\nEach page{INDENTED}Each page{INDENTED}"
    assert [candidate.title for candidate in at_margin(lines(text))] == ["Oil lamps", "Gas lamps"]
    assert at_margin(lines(f"Oil lamps{BODY}Gas lamps{BODY}")) == []


def test_titles_behind_the_same_mark_have_text_under_them() -> None:
    text = f"■日時{BODY}■ 場所{BODY}■持ち物{BODY}【連絡先】{BODY}"
    assert [candidate.title for candidate in marked(lines(text))] == ["日時", "場所", "持ち物"]


def test_items_behind_marks_are_a_list() -> None:
    assert marked(lines("●帽子\n●飲み物\n●地図\n●雨具\n")) == []
