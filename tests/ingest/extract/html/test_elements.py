from __future__ import annotations

import pytest

from ingest.extract.html.elements import is_hidden, tag_of, text_length
from tests.support.html import body_of, first_in


@pytest.mark.parametrize(
    ("attributes", "hidden"),
    [
        ("hidden", True),
        ("hidden=until-found", False),
        ("style='display:none'", False),
        ("class=hidden", False),
    ],
)
def test_what_is_hidden_is_marked_so(attributes: str, hidden: bool) -> None:
    assert is_hidden(first_in(f"<p {attributes}>x</p>")) is hidden


def test_tags_are_named_without_namespace() -> None:
    assert tag_of(first_in("<svg:rect>x</svg:rect>")) == "rect"


def test_the_length_of_a_text_counts_no_blanks_around_and_no_scripts() -> None:
    assert text_length(body_of("<p> ab </p> <script>long script</script><b>c</b> d")) == 4
