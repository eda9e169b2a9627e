import pytest

from ingest.card.stopwords import DULL, STOPWORDS


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "the"),
        ("de", "und"),
        ("fr", "avec"),
        ("es", "para"),
        ("ru", "что"),
        ("ko", "그리고"),
        ("pl", "się"),
    ],
)
def test_function_words_are_known(language: str, word: str) -> None:
    assert word in STOPWORDS[language]


def test_all_words_are_lower_case() -> None:
    assert all(word == word.lower() for words in (*STOPWORDS.values(), DULL) for word in words)


def test_dull_words_are_no_function_words() -> None:
    assert "the" not in DULL
    assert "chapter" in DULL
