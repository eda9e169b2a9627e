from __future__ import annotations

import pytest

from ingest.domain.outline import Heading, Outline, OutlineQuality, Provenance
from ingest.outline.edits import Wanted
from ingest.outline.operations import (
    Add,
    Confirm,
    EditError,
    Move,
    Operation,
    Remove,
    Rename,
    carried_out,
    check,
)
from ingest.outline.tree import grow

OUTLINE = Outline(
    grow(
        [
            Heading(line, level, title, Provenance.FONT)
            for line, level, title in [(1, 1, "A"), (3, 2, "B"), (5, 3, "C"), (7, 2, "D"), (9, 1, "E")]
        ],
        line_count=10,
    ),
    OutlineQuality.LOW,
    10,
)


def after(*operations: Operation) -> list[tuple[int, int, str]]:
    return [(want.line, want.level, want.title) for want in carried_out(OUTLINE, operations)]


def test_operations_name_sections_as_they_were_before() -> None:
    done = after(Remove("1.1"), Rename("1.2", "D too"), Add(8, 2, "New"), Move("2", line=10))
    assert done == [(1, 1, "A"), (5, 2, "C"), (7, 2, "D too"), (8, 2, "New"), (10, 1, "E")]


def test_a_section_moves_with_all_below_it() -> None:
    assert after(Move("1.1", level=1)) == [(1, 1, "A"), (3, 1, "B"), (5, 2, "C"), (7, 2, "D"), (9, 1, "E")]
    assert after(Remove("1", branch=True)) == [(9, 1, "E")]


def test_confirming_changes_nothing_but_its_source() -> None:
    assert [w.confirmed for w in carried_out(OUTLINE, [Confirm("1.1")])] == [False, True, False, False, False]


@pytest.mark.parametrize(
    ("operations", "sentence"),
    [
        ([Rename("7", "X")], "No section '7'. The outline has sections 1 to 2"),
        ([Remove("1.1"), Rename("1.1", "X")], "removed by an operation before"),
    ],
)
def test_what_cannot_be_carried_out_says_why(operations: list[Operation], sentence: str) -> None:
    with pytest.raises(EditError, match=sentence):
        carried_out(OUTLINE, operations)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ([Wanted(11, 1, "A")], "lines 1 to 10"),
        ([Wanted(1, 1, " ")], "no title"),
        ([Wanted(1, 1, "x" * 301)], "at most 300 characters"),
        ([Wanted(1, 1, "A"), Wanted(1, 1, "B")], "same line and would overlap"),
        ([Wanted(3, 1, "A"), Wanted(1, 1, "B")], "Order the sections"),
        ([Wanted(1, 2, "A")], "level can be 1 to 1 there"),
        ([Wanted(1, 1, "A"), Wanted(2, 3, "B")], "level can be 1 to 2 there"),
        ([Wanted(n, 1, "A") for n in range(1, 20_002)], "too many"),
    ],
)
def test_what_is_no_tree_is_refused_with_the_mend(wanted: list[Wanted], sentence: str) -> None:
    with pytest.raises(EditError, match=sentence):
        check(wanted, 10)
