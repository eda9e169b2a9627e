from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.pipe_table import pipe_table

GRIDS = st.integers(1, 40).flatmap(
    lambda width: st.lists(
        st.lists(st.text("ab cdé灯| ", max_size=300), min_size=width, max_size=width), min_size=1, max_size=4
    )
)


@given(GRIDS)
def test_no_line_of_a_table_passes_the_limit_and_no_letter_is_lost(grid: list[list[str]]) -> None:
    rows = pipe_table(grid, 400)

    assert all(len(line) <= 400 for line in rows)
    for letter in "abcdé灯":
        assert sum(line.count(letter) for line in rows) == sum(c.count(letter) for r in grid for c in r)


def test_a_table_too_wide_for_rows_lists_its_cells() -> None:
    rows = pipe_table([[f"value {n}" for n in range(100)]], 400)

    assert rows[0] == "- value 0"
    assert rows[99] == "- value 99"
