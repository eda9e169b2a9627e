"""What an answer costs a model."""

from __future__ import annotations

from ingest.domain.tokens import count_tokens

__all__ = ["count_tokens", "shorten"]


def shorten(text: str, tokens: int) -> str:
    """Return the text in at most so many tokens, cut at a word where there are words, `...` at the end."""
    if count_tokens(text) <= tokens:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(text[:middle].rstrip() + "...") <= tokens:
            low = middle
        else:
            high = middle - 1
    kept = text[:low]
    blank = kept.rfind(" ")
    if low < len(text) and text[low] != " " and blank > low // 2:
        kept = kept[:blank]
    return kept.rstrip().rstrip(" ,;:-(").rstrip() + "..."
