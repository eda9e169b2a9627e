from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.cesu_8 import without_surrogates


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"lone \xed\xa0\x80 here", "lone \ufffd here"),
        (b"\xed\xbf\xbf\xed\xa0\x80", "\ufffd\ufffd"),
        (b"\xed\xa0\xbd\xed\xb8\x80!", "😀!"),
        (b"\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80", "\ufffd😀"),
    ],
)
def test_pairs_are_characters_and_lone_surrogates_are_none(data: bytes, text: str) -> None:
    assert without_surrogates(data).decode() == text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_utf_8_stays_as_it_is(text: str) -> None:
    assert without_surrogates(text.encode()) == text.encode()


@given(st.text(st.characters()))
def test_what_a_program_thought_in_utf_16_is_what_it_meant(text: str) -> None:
    halves = text.encode("utf-16-le", "surrogatepass")
    cesu = b"".join(
        halves[at : at + 2].decode("utf-16-le", "surrogatepass").encode("utf-8", "surrogatepass")
        for at in range(0, len(halves), 2)
    )
    assert without_surrogates(cesu).decode() == halves.decode("utf-16-le", "replace")
