from __future__ import annotations

from collections.abc import Mapping

import pytest

from ingest.engines.lexical.rarity import MOST_KEPT, Census, OfCollections, OfEverything, inverse_frequency

SPREADS: dict[tuple[str, str] | None, dict[int, int]] = {
    None: {1: 100, 2: 900},
    ("body", "walrus"): {1: 1, 2: 500},
    ("title", "walrus"): {1: 1},
    ("body", "puffin"): {1: 50},
    ("title", "puffin"): {1: 2, 2: 3},
    ("body", "auk"): {2: 7},
}


def engine(field: str, token: str) -> int:
    return sum(SPREADS.get((field, token), {}).values())


def seen(*collections: int) -> OfCollections:
    census = Census(lambda of: SPREADS.get(of, {}), engine)
    return OfCollections(census, collections, counted=1_000)


def test_only_passages_of_the_collections_are_counted() -> None:
    assert (seen(1).passages, seen(2).passages, seen(1, 2).passages, seen(7).passages) == (100, 900, 1_000, 0)
    assert seen(1).passages_with("body", "walrus") == 1
    assert seen(1, 2).passages_with("body", "walrus") == 501
    assert seen(1).passages_with("body", "auk") == 0
    assert seen(*range(1, 500)).passages_with("body", "walrus") == 501


def test_a_weight_is_as_if_the_other_collections_were_not_there() -> None:
    weight = inverse_frequency(501, 1_000) * seen(1).correction("body", ["walrus"])
    assert weight == pytest.approx(inverse_frequency(1, 100), rel=1e-6)


def test_tokens_side_by_side_weigh_as_much_as_all_of_them() -> None:
    given = inverse_frequency(501, 1_000) + inverse_frequency(50, 1_000)
    weight = given * seen(1).correction("body", ["walrus", "puffin"])
    assert weight == pytest.approx(inverse_frequency(1, 100) + inverse_frequency(50, 100), rel=1e-6)


def test_a_word_of_a_title_is_as_rare_as_in_the_text_that_may_be_seen() -> None:
    weight = inverse_frequency(5, 1_000) * seen(1).correction("title", ["puffin"])
    assert weight == pytest.approx(inverse_frequency(50, 100), rel=1e-6)
    everything = OfEverything(engine, 1_000)
    weight = inverse_frequency(5, 1_000) * everything.correction("title", ["puffin"])
    assert weight == pytest.approx(inverse_frequency(50, 1_000), rel=1e-6)


def test_who_sees_everything_gets_the_weights_of_the_engine() -> None:
    everything = OfEverything(engine, 1_000)
    assert everything.passages_with("body", "walrus") == 501
    assert everything.correction("body", ["walrus"]) == 1.0
    assert everything.correction("title", ["walrus", "puffin"]) == 1.0
    assert everything.correction("title", ["nowhere"]) == 1.0


def test_a_token_is_asked_for_once() -> None:
    asked: list[object] = []

    def spread(of: tuple[str, str] | None) -> Mapping[int, int]:
        asked.append(of)
        return {1: 1}

    def count(field: str, token: str) -> int:
        asked.append(token)
        return 1

    census = Census(spread, count)
    for _ in range(3):
        census.passages_with("body", "walrus")
        census.passages()
    assert asked == ["walrus", ("body", "walrus"), None]


def test_no_more_than_so_many_tokens_are_kept() -> None:
    asked: list[object] = []

    def spread(of: tuple[str, str] | None) -> Mapping[int, int]:
        asked.append(of)
        return {}

    census = Census(spread, lambda _field, _token: 1)
    for number in range(MOST_KEPT + 1):
        census.passages_with("body", str(number))
    census.passages_with("body", "0")
    assert asked.count(("body", "0")) == 2
