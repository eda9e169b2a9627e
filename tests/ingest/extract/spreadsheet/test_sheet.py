from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.spreadsheet.sheet import Budget, Sheet, column_name, column_number


def test_what_does_not_fit_is_told() -> None:
    budget, sheet = Budget(rows=2, columns=2), Sheet("S")

    assert budget.take(sheet, 0, {0: "a", 1: "b", 5: "c"})
    assert sheet.cut == "columns behind B"
    assert budget.take(sheet, 8, {})
    assert budget.take(sheet, 9, {0: "d"})
    assert not budget.take(sheet, 10, {0: "e"})
    assert sheet.cut == "rows from 11 on"
    assert sheet.rows == {0: {0: "a", 1: "b"}, 9: {0: "d"}}


def test_a_workbook_has_room_for_so_many_cells() -> None:
    budget, first, second = Budget(cells=3), Sheet("S"), Sheet("T")

    assert budget.take(first, 0, {0: "a", 1: "b", 2: "c"})
    assert not budget.take(second, 0, {0: "d"})
    assert second.cut == "rows from 1 on"


def test_merging_a_whole_sheet_stays_within_the_room() -> None:
    budget, sheet = Budget(cells=10), Sheet("S", merged=[(0, 0, 1_048_575, 16_383)])
    budget.take(sheet, 0, {0: "a", 1: "b"})
    budget.take(sheet, 500, {1: "c"})
    budget.merge(sheet)

    assert sum(map(len, sheet.rows.values())) == 10
    assert sheet.rows[0][2] == "a"


@given(st.integers(0, 18_277))
def test_columns_have_one_name(column: int) -> None:
    assert column_number(f"{column_name(column)}7") == column


def test_what_is_no_reference_is_none() -> None:
    assert [column_number(text) for text in ("", "12", "ABCD1", "é1", "A")] == [None, None, None, None, 0]
