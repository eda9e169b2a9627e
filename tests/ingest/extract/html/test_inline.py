from __future__ import annotations

import pytest

from ingest.extract.html.inline import InlineWriter, find_footnotes, tidy
from tests.support.html import body_of


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a  b\n c", "a b c"),
        ("<b>bold</b> and <i>thin</i>", "bold and thin"),
        ("use <code>x  y</code>", "use `x y`"),
        ("use <code>a`b</code>", "use ``a`b``"),
        ("<code><kbd>Ctrl</kbd></code>", "`Ctrl`"),
        ("<ruby>灯台<rp>(</rp><rt>とうだい</rt><rp>)</rp></ruby>守", "灯台守"),
        ("<q>said</q>", "“said”"),
        ("one<br>two", "one\ntwo"),
        ("<math alttext='x^2'><mi>x</mi><annotation>junk</annotation></math>", "x^2"),
        ("Name<a class=headerlink href='#n'>¶</a>", "Name"),
        ("<i aria-hidden=true>★</i>Star", "Star"),
        ("<button>Copy</button>text<select><option>a</select>", "text"),
        ("<img alt='A lamp'> <img alt=''>", "![A lamp]"),
        ("H<sub>2</sub>O", "H2O"),
    ],
)
def test_inline_content_is_what_a_reader_sees(html: str, text: str) -> None:
    assert InlineWriter({}, set()).text_of(body_of(html)) == text


def test_hidden_text_is_counted() -> None:
    writer = InlineWriter({}, set())
    assert writer.text_of(body_of("seen<span hidden>un seen</span>")) == "seen"
    assert writer.hidden == len("un seen")


def test_only_small_links_to_places_on_the_page_are_footnotes() -> None:
    body = body_of(
        "<p><sup><a href='#n1'>1</a></sup><a href='#s2'>2</a><a role=doc-noteref href='#n3'>*</a>"
        "<sup><a href='#gone'>4</a></sup></p><p id=n1>x<p id=s2>y<p id=n3>z"
    )
    assert find_footnotes(body) == {"n1": "1", "n3": "*"}


def test_blanks_are_tidied() -> None:
    assert tidy("  a   b \n\n  c ") == "a b\nc"
