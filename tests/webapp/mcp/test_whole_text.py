from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.mcp.whole_text import with_whole_text


@pytest.mark.parametrize(
    ("sent", "understood"),
    [
        (rb'"\ud800 abc"', "\ufffd abc"),
        (rb'"abc \udc80"', "abc \ufffd"),
        (rb'"\ud83d\ude00"', "\U0001f600"),
        (rb'"\ud83d\ud83d\ude00\ude00"', "\ufffd\U0001f600\ufffd"),
        (rb'"\\ud800"', "\\ud800"),
        (rb'"\\\ud800"', "\\\ufffd"),
        (rb'"\u65e5 plain"', "日 plain"),
    ],
)
def test_half_a_pair_becomes_the_replacement_sign(sent: bytes, understood: str) -> None:
    assert json.loads(with_whole_text(sent)) == understood


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whole_text_is_left_alone(text: str) -> None:
    for ascii_only in (True, False):
        sent = json.dumps(text, ensure_ascii=ascii_only).encode()
        assert with_whole_text(sent) == sent


@given(st.text(st.characters(min_codepoint=0xD700, max_codepoint=0xE100)))
def test_whatever_is_sent_can_be_encoded(text: str) -> None:
    json.loads(with_whole_text(json.dumps(text).encode())).encode()
