from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.document import Extraction, Line
from ingest.domain.outline import OutlineQuality, Provenance
from ingest.outline.from_numbering import find
from tests.ingest.outline.plain_documents import DOCUMENTS
from tests.ingest.outline.plain_documents_cjk import DOCUMENTS_CJK

EVERY = DOCUMENTS | DOCUMENTS_CJK

BODY = "\n\nThis paragraph says what there is to say, in a full sentence or two, as prose.\nIt goes on.\n\n"
CJK_BODY = "\n\nこの段落は、灯台の光と船の動きについて読み手に説明している。\nさらに続く文章もある。\n\n"


def outline(text: str) -> list[tuple[int, str]]:
    found = find(Extraction(lines=tuple(Line(line) for line in text.split("\n")), native=True))
    return [(heading.level, heading.title) for heading in found[0]] if found else []


def titles(text: str) -> list[str]:
    return [title for _, title in outline(text)]


def depths(text: str) -> list[int]:
    """Levels as a reader would count them, from 1 without gaps."""
    levels = [level for level, _ in outline(text)]
    order = sorted(set(levels))
    return [order.index(level) + 1 for level in levels]


def sections(*heads: str, body: str = BODY) -> str:
    return "".join(head + body for head in heads)


def test_underlined_titles_have_the_level_of_their_style() -> None:
    text = (
        "Light\n====="
        + BODY
        + "Lamps\n-----"
        + BODY
        + "Oil\n~~~"
        + BODY
        + "Gas\n~~~"
        + BODY
        + "Ships\n-----"
        + BODY
    )
    assert outline(text) == [(1, "Light"), (2, "Lamps"), (3, "Oil"), (3, "Gas"), (2, "Ships")]


def test_an_underline_fits_its_title() -> None:
    text = "A\n\nName        Count\n----------------\nlamp        3\n\nx\n\n" + sections(
        "One\n===", "Two\n===", "Three\n====="
    )
    assert titles(text) == ["One", "Two", "Three"]


def test_numbers_tell_the_depth() -> None:
    text = sections("1. Scope", "1.1 Lamps", "1.2 Oil", "1.2.1 Storage", "2. Ships", "2.1 Sails", "3. Ports")
    assert depths(text) == [1, 2, 2, 3, 1, 2, 1]
    assert titles(text)[3] == "1.2.1 Storage"


def test_chapters_hold_their_numbers() -> None:
    text = sections(
        "Part I",
        "Chapter 1. Light",
        "1.1 Lamps",
        "Chapter 2. Ships",
        "2.1 Sails",
        "Appendix A. Tables",
        "A.1 Oil",
    )
    assert depths(text) == [1, 2, 3, 2, 3, 2, 3]


def test_japanese_and_chinese_chapters_sections_and_articles() -> None:
    text = sections("第一部　光", "第1章　灯台", "第1節　構造", "第２章　船", "第一節　帆", body=CJK_BODY)
    assert depths(text) == [1, 2, 3, 2, 3]
    assert depths(sections("一、灯塔", "（一）结构", "（二）光源", "二、船只", body=CJK_BODY)) == [1, 2, 2, 1]


def test_articles_of_a_law_carry_their_text_on_the_same_line() -> None:
    text = "第一章 総則\n\n第一条　この法律は、灯台の設置について、必要な事項を定めることを目的とする。\n\n"
    text += "第二条　この法律において「灯台」とは、船舶の航行を助けるために光を発する施設をいう。\n\n"
    found = outline(text)
    assert [title[:3] for _, title in found] == ["第一章", "第一条", "第二条"]
    assert all(len(title) < 40 for _, title in found)


def test_a_printed_list_of_contents_is_no_outline() -> None:
    contents = "Contents\n\n1. Scope\n2. Ships\n3. Ports\n\n"
    assert titles(contents + sections("1. Scope", "2. Ships", "3. Ports")) == [
        "1. Scope",
        "2. Ships",
        "3. Ports",
    ]
    leaders = "1. Scope ........ 3\n\n2. Ships ........ 9\n\n"
    assert titles(leaders + sections("1. Scope", "2. Ships")) == ["1. Scope", "2. Ships"]


def test_a_title_may_go_on_over_several_lines() -> None:
    first = "1.1. What is the difference between the old lamps and the new\nones, and which should be chosen?"
    text = "Chapter 1. Light\n\n" + f"{first}\n\n    An indented body says it.\n    It has two lines.\n\n"
    text += "1.2. Oil\n\n    Another indented body stands here, which is long enough.\n    It goes on.\n"
    assert titles(text)[1] == first.replace("\n", " ")


def test_capitals_head_the_parts_of_a_manual() -> None:
    text = "LAMP(1)          User Manual          LAMP(1)\n\nNAME\n       lamp - light a lamp\n\n"
    text += "DESCRIPTION\n       The lamp is lit at night.\n\n   Exit status\n"
    text += "       0 when it burns, 1 when it does not burn.\n\n"
    text += "SEE ALSO\n       ship(1), port(1), and what else there is to see about it.\n"
    assert outline(text) == [(1, "NAME"), (1, "DESCRIPTION"), (2, "Exit status"), (1, "SEE ALSO")]


def test_a_title_in_capitals_on_the_first_line_stands_above_all() -> None:
    text = "                 GENERAL LICENCE OF LIGHT\n\n" + sections(
        "  0. Definitions.", "  1. Source of Light.", "  2. Ports."
    )
    assert depths(text) == [1, 2, 2, 2]


@pytest.mark.parametrize(
    "text",
    [
        "1. Open the door.\n2. Light the lamp.\n3. Close the door.\n",
        "Do this:\n\n1. open the door\n\n2. light the lamp\n\n3. close the door\n\nThen go.\n",
        "1. Take the lamp to the tower and set it on the table by the window that looks out over the sea.\n\n"
        "2. Light the lamp, and see to it that the wick is neither too long nor too short for the night.\n\n",
        "In 2024 there were\n\n2024 lamps in the town.\n\n2025 lamps the year after.\n",
        "Dear reader,\n\nthis is a letter with some prose in it, and no heading at all.\n\nRegards\n",
        "-----\n\n=====\n\n*****\n",
        "import os\n\nDEBUG = True\n\nTIMEOUT = 3\n\nLIMIT = 5\n",
        "def f():\n" + "    Parameters\n    ----------\n    x\n\n    Returns\n    -------\n    y\n\n" * 4,
        "",
        "ONE LINE\n",
        "3. Third\n\n7. Seventh\n\n1. First\n",
    ],
)
def test_lists_prose_and_code_have_no_headings(text: str) -> None:
    assert titles(text) == []


def test_numbers_that_do_not_count_on_are_left_out() -> None:
    text = sections("1. Scope", "42. Odd one out", "2. Ships", "3. Ports")
    assert titles(text) == ["1. Scope", "2. Ships", "3. Ports"]


def test_what_is_inferred_is_never_of_high_quality() -> None:
    lines = tuple(Line(line) for line in sections("1. Scope", "2. Ships", "3. Ports").split("\n"))
    found = find(Extraction(lines=lines))
    assert found is not None
    assert found[1] is OutlineQuality.MEDIUM
    assert {heading.provenance for heading in found[0]} == {Provenance.NUMBERING}
    assert all(0 < heading.confidence < 1 for heading in found[0])


@given(
    st.lists(
        st.sampled_from(
            ["", "1. A", "1.1 B", "第1章 光", "X\n===", "NAME", "   - y", "long text. " * 9, "一、甲", "\t"]
        )
    )
)
def test_any_text_is_judged_and_every_heading_is_a_line_of_it(parts: list[str]) -> None:
    lines = "\n".join(parts).split("\n")
    found = find(Extraction(lines=tuple(Line(line) for line in lines)))
    for heading in found[0] if found else ():
        assert heading.title.split("…")[0].split()[0] in lines[heading.line - 1]


@pytest.mark.parametrize("name", EVERY)
def test_what_a_reader_takes_for_a_heading_is_one(name: str) -> None:
    lines = EVERY[name].splitlines()
    expected = {
        number: int(line[1])
        for number, line in enumerate(lines, 1)
        if line.startswith("§") and line[1] != " "
    }
    shown = [line[3:] if number in expected else line for number, line in enumerate(lines, 1)]
    found = find(Extraction(lines=tuple(Line(line) for line in shown), native=True))
    headings = [(heading.line, heading.level) for heading in found[0]] if found else []
    if headings and headings[0][0] == 1 and 1 not in expected:
        headings.pop(0)  # the title of the whole stands above its chapters
    order = sorted({level for _, level in headings})
    assert {line: order.index(level) + 1 for line, level in headings} == expected


def test_the_name_below_a_bare_chapter_number_belongs_to_it() -> None:
    text = sections("CHAPTER I.\n\nTHE LAMP", "CHAPTER II.\n\nTHE STORM")
    assert titles(text) == ["CHAPTER I. THE LAMP", "CHAPTER II. THE STORM"]


def test_a_run_in_title_ends_where_its_paragraph_begins() -> None:
    text = (
        "Section 1. Members. There shall be two kinds of members, full and honorary.\n\n"
        "Section 2. Dues. Each member shall pay yearly dues as set by the board.\n"
    )
    assert titles(text) == ["Section 1. Members", "Section 2. Dues"]


def test_subtitles_may_return_in_every_chapter() -> None:
    body = "\n\n检查每月进行一次，由站长负责。\n\n"
    text = sections(
        "一、北站",
        "（一）灯火",
        "（二）设备",
        "二、南站",
        "（一）灯火",
        "（二）设备",
        "三、东站",
        "（一）灯火",
        "（二）设备",
        body=body,
    )
    assert depths(text) == [1, 2, 2, 1, 2, 2, 1, 2, 2]


def test_two_spelled_chapters_are_enough_to_be_believed() -> None:
    found = find(
        Extraction(
            lines=tuple(Line(line) for line in sections("Chapter 1. Oil", "Chapter 2. Gas").split("\n"))
        )
    )
    assert found
    assert found[1] is OutlineQuality.MEDIUM


CLOSE = """1. Introduction
We begin.

1.1 Scope
All of it.

1.2 Terms
None.

2. Method
2.1 Data
Some data.
2.2 Model
A model.

3. Results
Good.
"""
"""A short report whose text stands close to its numbered headings."""

CONTRACT = """1. Services
1.1 The Supplier shall provide the Services to the Customer in
accordance with this Agreement.
1.2 The Supplier shall use reasonable care and skill.
2. Payment
2.1 The Customer shall pay each invoice within 30 days.
2.2 Interest accrues on late payment at four per cent.
3. Term
This Agreement runs for two years.
"""


def test_numbers_that_make_a_tree_are_headings_however_close_the_text_stands() -> None:
    assert [title[:3].strip() for title in titles(CLOSE)] == ["1.", "1.1", "1.2", "2.", "2.1", "2.2", "3."]
    assert depths(CLOSE) == [1, 2, 2, 1, 2, 2, 1]
    japanese = "1 概要\n本書の目的を述べる。\n1.1 目的\n操作する。\n1.2 対象\n管理者です。\n2 操作\n2.1 起動\n押す。\n"
    assert titles(japanese) == ["1 概要", "1.1 目的", "1.2 対象", "2 操作", "2.1 起動"]


def test_the_titles_over_the_clauses_of_a_contract_are_headings_and_the_clauses_are_not() -> None:
    assert titles(CONTRACT) == ["1. Services", "2. Payment", "3. Term"]


def test_steps_below_steps_are_no_headings() -> None:
    steps = "1. Download\n1.1 Open the page\n1.2 Press the button\n2. Start it\n2.1 Double click\n2.2 Wait\n"
    assert titles(f"How to install\n\n{steps}\nThat is all.\n") == []


def test_a_list_inside_a_numbered_section_does_not_break_its_tree() -> None:
    text = CLOSE.replace("A model.", "It has:\n1. weights\n2. layers\n3. a name\nand more of that kind.")
    assert [title[:3].strip() for title in titles(text)] == ["1.", "1.1", "1.2", "2.", "2.1", "2.2", "3."]
