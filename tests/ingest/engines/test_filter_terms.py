from __future__ import annotations

import pytest

from ingest.domain.hits import Filter
from ingest.engines.filter_terms import file_type_term, filter_terms, language_terms, tag_terms
from tests.ingest.engines.entries import facts


def test_no_restriction_stays_none() -> None:
    terms = filter_terms(Filter())
    assert (terms.collections, terms.documents, terms.file_types, terms.languages, terms.tags) == (None,) * 5
    assert not terms.match_nothing


@pytest.mark.parametrize(
    "nothing",
    [
        Filter(collections=()),
        Filter(documents=()),
        Filter(file_types=()),
        Filter(languages=()),
        Filter(tags=()),
    ],
    ids=["collections", "documents", "file_types", "languages", "tags"],
)
def test_an_empty_choice_matches_nothing(nothing: Filter) -> None:
    assert filter_terms(nothing).match_nothing


def test_a_filter_is_spelt_like_the_facts_it_must_meet() -> None:
    document = facts(1, file_type="PDF", language="zh-Hant-TW", tags=("A tag", "half \ud800"))
    terms = filter_terms(
        Filter(file_types=("Pdf",), languages=("ZH-hant",), tags=("A tag", "half \ud800"), modified_after=0)
    )
    assert terms.file_types == [file_type_term(document)]
    assert set(terms.languages or ()) <= set(language_terms(document))
    assert terms.tags == tag_terms(document)
    assert (terms.modified_after, terms.modified_before) == (0, None)
    "".join(tag_terms(document)).encode()


@pytest.mark.parametrize(
    ("language", "terms"),
    [("en", ["en"]), ("zh-Hans", ["zh", "zh-hans"]), ("zh-Hant-TW", ["zh", "zh-hant", "zh-hant-tw"])],
)
def test_a_language_is_held_with_the_wider_ones(language: str, terms: list[str]) -> None:
    assert language_terms(facts(1, language=language)) == terms
