from __future__ import annotations

import pytest

from ingest.extract.markdown_title import plain_title


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Plain words", "Plain words"),
        ("Basic usage {#basic-usage}", "Basic usage"),
        ("Basic usage { #basic-usage }", "Basic usage"),
        ("Reference {/*reference*/}", "Reference"),
        ("Options {.options}", "Options"),
        ("`useState(initial)` and *friends*", "useState(initial) and friends"),
        ("**Bold** __bold__ ~~gone~~", "Bold bold gone"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("[Link](https://example.org/a(b)) text", "Link text"),
        ("![A logo](logo.png) Name", "A logo Name"),
        ("[![Badge](b.svg)](https://example.org) Name", "Badge Name"),
        ("Name <sup>1</sup> <br/>", "Name 1"),
        ("`<textarea>` element", "<textarea> element"),
        (r"Escaped \*stars\* and \#", "Escaped *stars* and #"),
        ("<https://example.org>", "https://example.org"),
        ("Seen <!-- unseen -->", "Seen"),
        ("`` a `tick` ``", "a `tick`"),
        ("   ", ""),
    ],
)
def test_a_title_is_what_a_reader_sees(source: str, title: str) -> None:
    assert plain_title(source) == title


@pytest.mark.parametrize("piece", ["*a", "[", "`", "_b ", "<a ", "**", "{#", "![x]("])
def test_a_hostile_title_takes_no_time(piece: str) -> None:
    assert isinstance(plain_title(piece * 200_000), str)
