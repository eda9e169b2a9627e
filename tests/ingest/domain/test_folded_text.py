from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.folded_text import folded, folded_with_places


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("CAFÉ", "cafe"),
        ("ＡＢＣ１", "abc1"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
        ("e\u0301t", "et"),
        ("Straße", "strasse"),
        ("か", "か"),
    ],
)
def test_case_width_and_accents_do_not_count(text: str, compared: str) -> None:
    assert folded(text) == compared


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("éＡｶﾞß\u0301\u3099 か"), max_size=60))
def test_every_character_has_a_place_in_the_text_and_they_are_in_order(text: str) -> None:
    compared, places = folded_with_places(text)
    assert len(places) == len(compared)
    assert list(places) == sorted(places)
    assert all(0 <= place < len(text) for place in places)
