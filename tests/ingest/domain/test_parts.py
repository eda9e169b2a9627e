from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.parts import Changes, Known, compare


def test_same_bytes_under_the_same_path_are_no_change() -> None:
    assert compare([Known(1, "a", "x")], {"a": "x"}) == Changes({}, {}, (), ())


def test_same_bytes_under_another_path_move() -> None:
    assert compare([Known(1, "a", "x")], {"b": "x"}) == Changes({1: "b"}, {}, (), ())


def test_other_bytes_under_the_same_path_revise() -> None:
    assert compare([Known(1, "a", "x")], {"a": "y"}) == Changes({}, {"a": 1}, (), ())


def test_a_moved_part_leaves_its_path_to_a_new_one() -> None:
    changes = compare([Known(1, "a", "x")], {"b": "x", "a": "new"})
    assert changes == Changes({1: "b"}, {}, ("a",), ())


def test_what_is_not_there_any_more_is_gone() -> None:
    assert compare([Known(1, "a", "x"), Known(2, "b", "y")], {"a": "x"}) == Changes({}, {}, (), (2,))


paths = st.sampled_from("abcde")
digests = st.sampled_from("12345")


@given(st.dictionaries(paths, digests), st.dictionaries(paths, digests))
def test_the_changes_make_the_kept_parts_the_present_ones(
    before: dict[str, str], after: dict[str, str]
) -> None:
    known = [Known(number, path, sha256) for number, (path, sha256) in enumerate(sorted(before.items()), 1)]
    changes = compare(known, after)
    kept = {one.document_id: (one.path, one.sha256) for one in known if one.document_id not in changes.gone}
    for document_id, path in changes.moved.items():
        kept[document_id] = (path, kept[document_id][1])
    for path, document_id in changes.revised.items():
        assert kept[document_id][0] == path
        kept[document_id] = (path, after[path])
    result = sorted([*kept.values(), *((path, after[path]) for path in changes.added)])
    assert result == sorted(after.items())
