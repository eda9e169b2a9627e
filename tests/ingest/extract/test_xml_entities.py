from __future__ import annotations

import pytest

from ingest.domain.errors import TooLarge
from ingest.extract.xml_entities import resolve_entities

DTD = '<!DOCTYPE book PUBLIC "-//X//DTD" "http://x.example/x.dtd" [{}]>\n'


def test_entities_of_the_file_are_filled_in() -> None:
    head = DTD.format("<!ENTITY name 'Beacon'><!ENTITY full \"The &name;\">")
    assert (
        resolve_entities(head + "<book>&full; &amp; &eacute;</book>").text
        == "\n<book>The Beacon &amp; é</book>"
    )


def test_an_entity_from_another_file_is_named_and_left_out() -> None:
    resolved = resolve_entities(DTD.format('<!ENTITY c SYSTEM "file:///etc/hosts">') + "<book>a&c;b</book>")
    assert resolved.text == "\n<book>ab</book>"
    assert resolved.elsewhere == ("file:///etc/hosts",)


def test_an_unknown_entity_stays_readable() -> None:
    assert resolve_entities("<a>&strange;</a>").text == "<a>[strange]</a>"


def test_entities_that_name_themselves_end() -> None:
    assert "[a]" in resolve_entities(DTD.format('<!ENTITY a "&b;"><!ENTITY b "&a;">') + "<a>&a;</a>").text


def test_multiplying_entities_are_refused() -> None:
    parts = ['<!ENTITY a0 "lol">', *(f'<!ENTITY a{n} "{f"&a{n - 1};" * 30}">' for n in range(1, 8))]
    with pytest.raises(TooLarge, match="multiply"):
        resolve_entities(DTD.format("".join(parts)) + "<a>&a7;</a>")
    wide = DTD.format(f'<!ENTITY a "{"x" * 90_000}">') + "<a>" + "&a;" * 1_000 + "</a>"
    with pytest.raises(TooLarge, match="multiply"):
        resolve_entities(wide)
