from __future__ import annotations

from ingest.domain.formats import FORMATS
from ingest.extract.code.languages import LANGUAGES


def test_every_format_of_code_has_a_grammar() -> None:
    reader = "ingest.extract.code.extraction:extract"
    assert {form.media_type for form in FORMATS if form.reader == reader} == set(LANGUAGES)
