from __future__ import annotations

import importlib

import pytest

from ingest.extract.formats import BY_MEDIA_TYPE, FORMATS, Format


def test_no_two_formats_share_a_media_type() -> None:
    assert len(BY_MEDIA_TYPE) == len(FORMATS)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.media_type)
def test_every_reader_exists(form: Format) -> None:
    module, _, attribute = form.reader.partition(":")
    assert callable(getattr(importlib.import_module(module), attribute))


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.media_type)
def test_short_names_are_short_and_lower(form: Format) -> None:
    assert form.file_type.isalnum()
    assert form.file_type == form.file_type.lower()
    assert len(form.file_type) <= 16
