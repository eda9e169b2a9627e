"""Numbers of lists in OpenDocument texts: lists that go on, levels that show those above, where they start."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.extract.odf.numbering import LevelStyle, count, shown_number, written
from ingest.extract.odf.text import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.workbook_file import open_document_file

STYLES = (
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" '
    'style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" '
    'text:display-levels="2"/></text:list-style><text:list-style style:name="From7">'
    '<text:list-level-style-number text:level="1" style:num-format="1" text:start-value="7"/></text:list-style>'
)


def read(tmp_path: Path, body: str) -> list[str]:
    path = open_document_file(tmp_path / "a.odt", "text", body, styles=STYLES)
    found = extract(SourceFile(path, "a.odt", ""), limits=Limits())
    return [line.text for line in found.lines if line.text]


def listed(inside: str, more: str = "", *, name: str = "L") -> str:
    return f'<text:list text:style-name="{name}" {more}>{inside}</text:list>'


def item(inside: str) -> str:
    return f"<text:list-item>{inside}</text:list-item>"


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def test_a_list_may_go_on_behind_other_text(tmp_path: Path) -> None:
    body = listed(item(p("a")) + item(p("b"))) + p("text")
    body += listed(item(p("c")), 'text:continue-numbering="true"') + p("text") + listed(item(p("d")))
    assert read(tmp_path, body) == ["1. a", "2. b", "text", "3. c", "text", "1. d"]


def test_a_list_may_go_on_behind_another_list(tmp_path: Path) -> None:
    body = listed(item(p("a")), 'xml:id="one"') + listed(item(p("other")), 'xml:id="two"')
    body += listed(item(p("b")), 'text:continue-list="one"') + listed(
        item(p("c")), 'text:continue-list="gone"'
    )
    assert read(tmp_path, body) == ["1. a", "1. other", "2. b", "1. c"]


def test_an_item_with_nothing_but_a_list_does_not_count(tmp_path: Path) -> None:
    inner = item(f"<text:list>{item(p('x'))}</text:list>")
    body = listed(item(p("a")) + inner) + p("text") + listed(inner, 'text:continue-numbering="true"')
    body += listed(item(p("b")) + inner, 'text:continue-numbering="true"')
    assert read(tmp_path, body) == ["1. a", "   1.a x", "text", "   1.b x", "2. b", "   2.a x"]


def test_a_heading_that_is_an_item_of_a_list_has_the_number_of_the_list(tmp_path: Path) -> None:
    def h(text: str, level: int) -> str:
        return f'<text:h text:outline-level="{level}">{text}</text:h>'

    goes_on = 'text:continue-numbering="true"'
    inner = item(f"<text:list>{item(h('Wick', 2))}</text:list>")
    body = (
        listed(item(h("Lamp", 1))) + p("text") + listed(inner, goes_on) + listed(item(h("Lens", 1)), goes_on)
    )
    assert read(tmp_path, body) == ["# 1. Lamp", "text", "## 1.a Wick", "# 2. Lens"]


def test_a_level_may_start_at_another_number(tmp_path: Path) -> None:
    assert read(tmp_path, listed(item(p("a")) + item(p("b")), name="From7")) == ["7 a", "8 b"]


def test_a_number_above_is_shown_as_its_own_level_shows_it() -> None:
    levels = {1: LevelStyle(True, "I"), 2: LevelStyle(), 3: LevelStyle(True, "1", "(", ")", shown_levels=3)}
    assert shown_number(levels, 3, [4, 1, 2]) == "(IV.2)"
    assert shown_number(levels, 3, [0, 0, 2]) == "(I.2)"
    assert shown_number(levels, 2, [4, 1]) == ""
    assert shown_number(levels, 3, [4]) == ""


def test_levels_below_begin_again() -> None:
    counts: list[int] = []
    for level in (1, 3, 3, 2, 3):
        count(counts, level, None)
    assert counts == [1, 1, 1]
    count(counts, 1, 9)
    assert counts == [9]


@pytest.mark.parametrize(
    ("number", "kind", "shown"),
    [(1, "a", "a"), (28, "A", "BB"), (1994, "I", "MCMXCIV"), (4, "i", "iv"), (0, "a", "0"), (3, "一", "3")],
)
def test_numbers_are_written_in_their_kind(number: int, kind: str, shown: str) -> None:
    assert written(number, kind) == shown
