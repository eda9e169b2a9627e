from __future__ import annotations

import pytest

from ingest.extract.code.words import spoken_in


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("// Lights the lamp.", "Lights the lamp."),
        ("/** Lights the lamp. */", "Lights the lamp."),
        (" * @param n the number", ""),
        (" * of the harbour", "of the harbour"),
        ("### Lights the lamp", "Lights the lamp"),
        ('r"""Lights the lamp."""', "Lights the lamp."),
        ("/// <summary>A lamp.</summary>", "A lamp."),
        ("# ----------------", ""),
        ("// return old(x);", ""),
        ("# noqa: F401", ""),
        ("#!/bin/sh", ""),
        ("# 灯台の光", "灯台の光"),
        ("-- Lights the lamp", "Lights the lamp"),
    ],
)
def test_a_comment_gives_its_words(line: str, expected: str) -> None:
    assert spoken_in(line) == expected


def test_long_lines_end_in_time() -> None:
    assert spoken_in("// a" + " " * 100_000 + "b")
    assert spoken_in("# " + "if x " * 50_000)
