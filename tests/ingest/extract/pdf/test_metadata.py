from __future__ import annotations

import pytest

from ingest.extract.pdf.metadata import iso_date, read_metadata


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("D:20240229101500+09'00'", "2024-02-29T10:15:00+09:00"),
        ("D:20240229101500Z", "2024-02-29T10:15:00Z"),
        ("D:20240229", "2024-02-29"),
        ("20240229101500", "2024-02-29T10:15:00"),
        ("D:2024", "2024"),
        ("D:20241399", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_pdf_dates_become_iso_dates_or_nothing(value, date):
    assert iso_date(value) == date


def test_authors_and_keywords_are_split():
    facts = read_metadata({"author": "A. Keeper; B. Keeper", "keywords": "lamps, harbour；灯台"}, 3)
    assert facts.authors == ("A. Keeper", "B. Keeper")
    assert facts.keywords == ("lamps", "harbour", "灯台")
    assert facts.page_count == 3


def test_nothing_said_is_nothing():
    facts = read_metadata({"title": "  \x00 "}, 1)
    assert facts.title is None
    assert facts.authors == ()
