import pytest

from ingest.extract.docx.symbols import UNKNOWN, from_symbol_font, is_symbol_font, symbol


@pytest.mark.parametrize(
    ("code", "font", "shown"),
    [
        (0xF0FC, "Wingdings", "✓"),
        (0xFC, "Wingdings", "✓"),
        (0xF0E0, "Wingdings", "→"),
        (0xF06D, "Symbol", "μ"),
        (0xF0A3, "Symbol", "≤"),
        (0xF032, "Symbol", "2"),
        (0x2192, "Arial", "→"),
        (0xF0C8, "Wingdings 3", UNKNOWN),
        (0xD800, "Arial", ""),
    ],
)
def test_codes_of_symbol_fonts_become_what_they_look_like(code: int, font: str, shown: str) -> None:
    assert symbol(code, font) == shown


def test_private_characters_become_readable_in_any_font() -> None:
    assert from_symbol_font("a\uf0b7b", None) == "a•b"


def test_ordinary_text_is_left_alone() -> None:
    assert from_symbol_font("Größe 灯台", None) == "Größe 灯台"
    assert from_symbol_font("abc", "Arial") == "abc"


def test_letters_in_a_symbol_font_are_translated() -> None:
    assert from_symbol_font("a b", "Symbol") == "α β"
    assert is_symbol_font("Wingdings 2")
    assert not is_symbol_font(None)
