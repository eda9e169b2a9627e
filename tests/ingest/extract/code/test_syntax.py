from __future__ import annotations

import pytest

from ingest.domain import formats
from ingest.extract.code.languages import CPP, LANGUAGES, TSX, Language
from ingest.extract.code.syntax import broken_rows, comments, parse


@pytest.mark.parametrize("language", [*LANGUAGES.values(), CPP, TSX], ids=lambda language: language.grammar)
def test_every_grammar_is_inside_its_package(language: Language) -> None:
    root = parse(b"\n", language)
    assert root is not None


def test_comments_are_found_in_order() -> None:
    language = LANGUAGES[formats.JAVA]
    root = parse(b"// one\nclass A { /* two */ }\n", language)
    assert root is not None
    assert sorted(node.text or b"" for node in comments(root, language)) == [b"/* two */", b"// one"]


def test_rows_that_cannot_be_parsed_are_named() -> None:
    language = LANGUAGES[formats.JAVA]
    sound, broken = parse(b"class A {}\n", language), parse(b"class A {}\n)))) ((\n", language)
    assert sound is not None
    assert broken is not None
    assert list(broken_rows(sound)) == []
    assert [1 in rows for rows in broken_rows(broken)]


def test_parsing_stops_at_its_time() -> None:
    assert parse(b"/*" * 4_000, LANGUAGES[formats.PYTHON], seconds=0.0) is None
