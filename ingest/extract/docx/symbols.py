"""Characters of symbol fonts (Symbol, Wingdings) as the Unicode characters that they look like."""

from __future__ import annotations

import re

_SYMBOL = dict(
    zip(
        range(0x41, 0x5B),
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ",
        strict=True,
    )
) | dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True))
_SYMBOL |= {
    0xA1: "ϒ",
    0xA2: "′",
    0xA3: "≤",
    0xA4: "⁄",
    0xA5: "∞",
    0xAB: "↔",
    0xAC: "←",
    0xAD: "↑",
    0xAE: "→",
    0xAF: "↓",
    0xB0: "°",
    0xB1: "±",
    0xB2: "″",
    0xB3: "≥",
    0xB4: "×",
    0xB5: "∝",
    0xB6: "∂",
    0xB7: "•",
    0xB8: "÷",
    0xB9: "≠",
    0xBA: "≡",
    0xBB: "≈",
    0xBC: "…",
    0xC5: "⊕",
    0xC6: "∅",
    0xC7: "∩",
    0xC8: "∪",
    0xC9: "⊃",
    0xCC: "⊂",
    0xCD: "⊆",
    0xCE: "∈",
    0xCF: "∉",
    0xD1: "∇",
    0xD2: "®",
    0xD3: "©",
    0xD4: "™",
    0xD5: "∏",
    0xD6: "√",
    0xD7: "⋅",
    0xD8: "¬",
    0xD9: "∧",
    0xDA: "∨",
    0xDB: "⇔",
    0xDC: "⇐",
    0xDE: "⇒",
    0xE5: "∑",
    0xF2: "∫",
    0xE2: "®",
    0xE3: "©",
    0xE4: "™",
    0x22: "∀",
    0x24: "∃",
    0x27: "∋",
    0x2A: "∗",
    0x2D: "−",
    0x40: "≅",
    0x5C: "∴",
    0x5E: "⊥",
    0x7E: "∼",
}
_WINGDINGS = {
    0x22: "✂",
    0x28: "☎",
    0x29: "✆",
    0x2A: "✉",
    0x45: "☜",
    0x46: "☞",
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    0x6F: "□",
    0x71: "❑",
    0x72: "❒",
    0x75: "◆",
    0x76: "❖",
    0x77: "◆",
    0x9F: "•",
    0xA7: "▪",
    0xA8: "◻",
    0xB6: "☆",
    0xD8: "➢",
    0xDF: "←",
    0xE0: "→",
    0xE1: "↑",
    0xE2: "↓",
    0xE8: "➔",
    0xF0: "⇨",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}

_PRIVATE = re.compile("[\uf000-\uf0ff]")

UNKNOWN = "▪"
"""Stands for a picture character that no table names, so that it is not lost without a trace."""


def is_symbol_font(font: str | None) -> bool:
    """Whether a font draws pictures in place of letters."""
    return bool(font) and str(font).lower().startswith(("symbol", "wingdings", "webdings"))


def symbol(code: int, font: str | None) -> str:
    """Return the character for a code of `w:sym` (private use F000 to F0FF, or plain) in a font."""
    if not is_symbol_font(font) and not 0xE000 <= code <= 0xF8FF:
        return chr(code) if 0x20 <= code < 0x110000 and not 0xD800 <= code <= 0xDFFF else ""
    low = code & 0xFF if 0xF000 <= code <= 0xF0FF else code
    found = _FONTS.get((font or "symbol").lower().split(" ")[0], {}).get(low)
    if found:
        return found
    plain = is_symbol_font(font) and (font or "").lower() == "symbol" and 0x20 <= low < 0x40
    return chr(low) if plain else UNKNOWN


def from_symbol_font(text: str, font: str | None) -> str:
    """Return a run's text with private-use characters, and those of a symbol font, as readable ones."""
    if is_symbol_font(font):
        return "".join(symbol(ord(character), font) if character != " " else " " for character in text)
    if text.isascii() or not _PRIVATE.search(text):
        return text
    return _PRIVATE.sub(lambda match: symbol(ord(match.group()), font), text)
