"""The kept language identifier: py3langid (BSD-3-Clause), 4 MB, offline. The only module that imports it.

Loading takes about 0.7 s, so `ingest.card.language` reaches this module by its dotted path, and only for
texts that neither their script nor their function words decide.
"""

from __future__ import annotations

from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def rank(text: str) -> list[tuple[str, float]]:
    """Return ISO 639-1 codes with probabilities that sum to 1, the likeliest first."""
    return [(str(language), float(probability)) for language, probability in _identifier().rank(text)]
