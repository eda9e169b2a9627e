from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.data_text.json_members import entries_by_indent, find_members, indented

DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=25,
)


@given(DATA, st.booleans())
def test_indenting_changes_nothing(data: object, coarse: bool) -> None:
    assert json.loads("\n".join(indented(json.dumps(data), coarse=coarse))) == data


@given(st.dictionaries(st.text(max_size=6), DATA, max_size=6))
def test_every_member_of_the_root_is_found(data: dict[str, object]) -> None:
    root, _ = find_members(json.dumps(data))
    assert [member.name for member in root.members] == list(data)


def test_members_know_where_they_stand() -> None:
    text = '{"a": [{"id": "x"}, {"title": "y", "id": "z"}], "b": "words"}'
    root, has_comments = find_members(text)
    first, second = root.members
    assert not has_comments
    assert text[first.start : first.start + 3] == '"a"'
    assert [member.label for member in first.members] == ["x", "y"]
    assert second.text == "words"


def test_entries_are_found_by_their_indent() -> None:
    assert list(entries_by_indent(["{", '  "a": {', '    "b": 1', "  },", '  "c": 2', "}"])) == [
        (1, "a"),
        (4, "c"),
    ]
