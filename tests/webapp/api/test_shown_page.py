from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from webapp.api.shown_page import POLICY, shown_page

PAGE = b"""<html><head><script>a()</script><base href="//evil"><meta http-equiv="refresh" content="0;url=//evil">
<style>@import "//evil/x.css"; @font-face { src: url(//evil/f.woff) }
h1 { color: teal; background: url("//evil/p.png") }</style>
<link rel="stylesheet" href="//evil/s.css"></head>
<body onload="b()"><h1 style="color: navy; background: URL( '//evil/q.png' )">Tides</h1><a href="javascript:c()">x
</a><img src="http://evil/p.png" onerror="d()"><svg><script>e()</script><a xlink:href="javascript:f()">y</a>
<rect fill="url(//evil/g.svg#a)"/></svg><iframe src="//evil"></iframe>
<form action="//evil"><input formaction="//evil"><p>High water</p></form></body></html>"""


def test_nothing_that_runs_or_asks_another_server_is_left_of_a_page() -> None:
    shown = shown_page(PAGE)
    assert not re.search(
        r"script|evil|onload|onerror|<iframe|<form|<base|<link|@import", shown, re.IGNORECASE
    )
    assert "Tides" in shown
    assert "High water" in shown


def test_its_own_styles_stay() -> None:
    shown = shown_page(PAGE)
    assert "color: teal" in shown
    assert "color: navy" in shown


def test_pictures_that_the_page_carries_itself_and_links_inside_it_stay() -> None:
    page = b'<img src="data:image/png;base64,AAAA"><a href="#part">part</a>'
    shown = shown_page(page + b'<p style="background:url(data:image/png;base64,BB)">')
    for kept in ("data:image/png;base64,AAAA", 'href="#part"', "url(data:image/png;base64,BB)"):
        assert kept in shown


def test_pages_are_read_in_the_encoding_that_they_state_or_as_utf_8() -> None:
    assert "潮位" in shown_page("<p>潮位".encode())
    assert "潮位" in shown_page('<meta charset="shift_jis"><p>潮位'.encode("shift_jis"))


def test_a_file_without_anything_is_an_empty_page() -> None:
    assert shown_page(b"").startswith("<!doctype html>")


def test_its_policy_lets_no_script_and_no_request_through() -> None:
    assert POLICY.startswith("default-src 'none'")
    assert POLICY.endswith("; sandbox")
    assert "script-src" not in POLICY


@given(st.binary(max_size=400))
def test_any_bytes_make_a_page(data: bytes) -> None:
    assert shown_page(data).startswith("<!doctype html>")
