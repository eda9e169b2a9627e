from __future__ import annotations

import pytest

from ingest.extract.pdf.accents import compose_accents


@pytest.mark.parametrize(
    ("text", "composed"),
    [
        ("pi`e di pagina", "piè di pagina"),
        ("introducci´on", "introducción"),
        ("f¨ur", "für"),
        ("ma˜nana", "mañana"),
        ("aqu´ı", "aquí"),
        ("run `make` now", "run `make` now"),
        ("5˚ north", "5˚ north"),
        ("Copyright c\u20dd 1988", "Copyright © 1988"),
        ("Lamp R\u20dd", "Lamp ®"),
        ("arc\u20dd", "arc\u20dd"),
    ],
)
def test_accents_go_onto_their_letters(text, composed):
    assert compose_accents(text) == composed
