from __future__ import annotations

from ingest.extract.html.elements import Element
from ingest.extract.html.inline import InlineWriter
from ingest.extract.html.tables import MAX_CELLS, grid_of, is_layout, pipe_table
from tests.support.html import body_of


def table(html: str) -> Element:
    return next(element for element in body_of(html).iter() if element.tag == "table")


def grid(html: str) -> list[list[str]]:
    return grid_of(table(html), InlineWriter({}, set()).text_of)


def test_merged_cells_are_repeated() -> None:
    html = "<table><tr><th rowspan=2>a<th colspan=2>b</tr><tr><td>c<td>d</tr>"
    html += "<tr><td>e<td rowspan=9>f<td>g</tr></table>"
    assert grid(html) == [["a", "b", "b"], ["a", "c", "d"], ["e", "f", "g"]]


def test_a_merged_cell_at_the_end_of_a_row_is_repeated_too() -> None:
    assert grid("<table><tr><td>a<td rowspan=2>b</tr><tr><td>c</tr></table>") == [["a", "b"], ["c", "b"]]


def test_wild_spans_are_bounded() -> None:
    rows = grid("<table>" + "<tr><td colspan=99999999 rowspan=5>x<td colspan=1000>y</tr>" * 400 + "</table>")
    assert sum(map(len, rows)) < MAX_CELLS * 3


def test_short_rows_are_filled_up() -> None:
    assert pipe_table([["a", "b"], ["c"]]) == ["| a | b |", "| --- | --- |", "| c |  |"]
    assert pipe_table([]) == []


def test_empty_rows_are_left_out() -> None:
    assert grid("<table><tr><td><td></tr><tr><td>a<td>b</tr></table>") == [["a", "b"]]


def test_a_table_of_one_column_or_with_blocks_in_it_only_arranges() -> None:
    assert is_layout(table("<table><tr><td>a</tr><tr><td>b</tr></table>"))
    assert is_layout(table("<table><tr><td><pre>a</pre><td>b</tr></table>"))
    assert is_layout(table("<table role=presentation><tr><td>a<td>b</tr></table>"))
    assert not is_layout(table("<table><tr><td>a<td>b</tr></table>"))
