"""Ids of requests."""

from __future__ import annotations

from contextvars import copy_context

from hypothesis import given
from hypothesis import strategies as st

from webapp.observability.request import begin, request_id, transport


@given(st.one_of(st.none(), st.binary()))
def test_an_id_is_always_short_and_plain(given_id: bytes | None) -> None:
    made = copy_context().run(begin, given_id, "api")
    assert 1 <= len(made) <= 64
    assert made.isascii()
    assert made.isprintable()
    assert not set(made) & set(" \"'<>,;\\")


def test_a_sane_id_is_kept_and_told_with_the_way_the_request_came() -> None:
    def within() -> tuple[str, str, str]:
        return begin(b"web-1.a_2~3", "mcp"), request_id(), transport()

    assert copy_context().run(within) == ("web-1.a_2~3", "web-1.a_2~3", "mcp")
