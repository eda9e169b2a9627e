from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.accounts.names import is_of_one_script, skeleton_of, skeleton_of_address


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("ada", "ADA"),
        ("ada", "ａｄａ"),
        ("strasse", "straße"),
        ("ada", "аԁа"),
        ("cesar", "сеѕаr"),
        ("file", "ﬁle"),
        ("nikos", "nіkоs"),
        ("がく", "がく"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, another: str) -> None:
    assert skeleton_of(one) == skeleton_of(another)


@pytest.mark.parametrize(
    ("one", "another"), [("ada", "adam"), ("a.b", "ab"), ("иван", "иваи"), ("花子", "花孑")]
)
def test_other_names_have_others(one: str, another: str) -> None:
    assert skeleton_of(one) != skeleton_of(another)


@given(st.text(max_size=30))
def test_a_skeleton_is_its_own(name: str) -> None:
    once = skeleton_of(name)
    assert skeleton_of(name.upper().lower()) == skeleton_of(name.lower().upper().lower())
    assert skeleton_of(once) == skeleton_of(skeleton_of(once))


@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "ada-1",
        "Zoë",
        "иван",
        "Ελένη",
        "花子",
        "ハナコ-hanako",
        "김철수kim",
        "12345",
        "عمر",
        "a.b@c_d+e",
    ],
)
def test_a_name_of_one_script_may_be(name: str) -> None:
    assert is_of_one_script(name)


@pytest.mark.parametrize("name", ["аda", "adа", "pаypal", "αda", "иван-ivan", "花子иван", "Αda"])
def test_a_name_of_mixed_scripts_may_not(name: str) -> None:
    assert not is_of_one_script(name)


def test_an_address_is_the_same_in_any_case_and_width() -> None:
    assert skeleton_of_address(" Ada@Example.org") == skeleton_of_address("ada@ｅxample.ORG ")
