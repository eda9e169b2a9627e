"""The words that a person may have meant: one letter more, fewer, other or swapped.

An engine can look a few hundred words up in its dictionary faster than it can walk the dictionary with a
fuzzy automaton, which visits every ideograph at the first letter.
"""

from __future__ import annotations

from string import ascii_lowercase

SHORTEST = 5
LONGEST = 20


def may_be_misspelt(token: str) -> bool:
    """Whether a token is a word of plain letters, too long to be another word by one letter."""
    return SHORTEST <= len(token) <= LONGEST and token.isascii() and token.isalpha()


def neighbours(token: str) -> set[str]:
    """Return every spelling one letter away from a token, swapped neighbours included, the token excluded."""
    parts = [(token[:at], token[at:]) for at in range(len(token) + 1)]
    fewer = {head + tail[1:] for head, tail in parts if tail}
    swapped = {head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1}
    other = {head + letter + tail[1:] for head, tail in parts if tail for letter in ascii_lowercase}
    more = {head + letter + tail for head, tail in parts for letter in ascii_lowercase}
    return (fewer | swapped | other | more) - {token}
