"""Whether text in pictures is recognised, and with which limits."""

from __future__ import annotations

from typing import Any

from ingest.extract.ocr.open import is_installed
from ingest.extract.protocol import Limits
from webapp.bridge.recognition import for_recognition, is_on


def test_it_is_on_where_the_extra_is_installed_unless_switched_off(settings: Any) -> None:
    settings.MOKUJI = {**settings.MOKUJI, "ocr": "auto"}
    assert is_on() is is_installed()
    settings.MOKUJI = {**settings.MOKUJI, "ocr": "off"}
    assert is_on() is False


def test_the_child_outlives_the_limit_that_recognition_keeps_itself() -> None:
    limits = for_recognition(Limits(seconds=5, memory_mb=700, recognition_seconds=100))
    assert limits.seconds > 100
    assert limits.memory_mb == 700
