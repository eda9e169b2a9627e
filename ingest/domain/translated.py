"""A query in the words of another language, as an engine is asked for it."""

from __future__ import annotations

from dataclasses import dataclass

LIKELY = 0.5
"""Weight from which a translation is more than a guess."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One translation. weight: above 0 and up to 1, 1 for the likeliest of its word."""

    text: str
    weight: float


@dataclass(frozen=True, slots=True)
class TranslatedQuery:
    """The words of a query, each as its translations, likeliest first: a text has the word with any one of them.

    A word without a translation (a name, a number, an identifier) stands for itself.
    """

    words: tuple[tuple[Choice, ...], ...]

    def likely(self, least: float = LIKELY) -> TranslatedQuery:
        """Return the query without its guesses: every word keeps its likelier translations."""
        kept = (tuple(choice for choice in word if choice.weight >= least) for word in self.words)
        return TranslatedQuery(tuple(word for word in kept if word))

    def likely_words(self, least: float = LIKELY) -> tuple[str, ...]:
        """Return the likelier translations as a reader sees them, for marking hits in a snippet."""
        likely = (choice.text for word in self.words for choice in word if choice.weight >= least)
        return tuple(dict.fromkeys(likely))
