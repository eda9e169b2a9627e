from __future__ import annotations

from ingest.engines.lexical.query_plan import MOST_MISSPELT, MOST_WORDS, Plan, plan_query
from ingest.engines.lexical.text_analysis import parse_query


def planned(query: str, counts: dict[str, int], passages: int = 1_000) -> Plan:
    return plan_query(parse_query(query), lambda word: counts.get(word.running, 0), passages=passages)


def running(plan: Plan) -> list[str]:
    return [word.running for word in plan.needed]


COUNTS = {"how": 900, "does": 500, "walrus": 5, "work": 150}


def test_common_words_only_help_when_a_rarer_one_is_there() -> None:
    plan = planned("how does walrus work", COUNTS)
    assert running(plan) == ["walrus", "work"]
    assert [word.running for word in plan.helpful] == ["does", "how"]


def test_in_a_large_index_common_words_are_dropped() -> None:
    plan = planned("how does walrus work", {word: 1_000 * count for word, count in COUNTS.items()}, 1_000_000)
    assert running(plan) == ["walrus", "work"]
    assert plan.helpful == ()


def test_common_words_decide_when_there_is_nothing_else() -> None:
    assert set(running(planned("how does", {"how": 900, "does": 500}))) == {"how", "does"}


def test_a_word_that_nobody_wrote_is_no_reason_to_drop_the_others() -> None:
    assert set(running(planned("how walrus", {"how": 900}))) == {"how", "walrus"}


def test_in_a_small_index_no_word_is_common() -> None:
    assert set(running(planned("guide walrus", {"guide": 3, "walrus": 1}, passages=4))) == {"guide", "walrus"}


def test_of_too_many_words_the_rarest_stay() -> None:
    counts = {f"w{number}": number for number in range(1, 60)}
    assert running(planned(" ".join(counts), counts)) == [f"w{number}" for number in range(1, MOST_WORDS + 1)]


def test_words_that_hardly_any_passage_has_may_be_misspelt() -> None:
    plan = planned("aaa bbb ccc ddd", {"aaa": 0, "bbb": 2, "ccc": 3, "ddd": 1})
    assert {word.running for word in plan.rare} == {"aaa", "ddd"}
    assert len(plan.rare) == MOST_MISSPELT


def test_helps_that_no_passage_has_are_left_out() -> None:
    plan = planned("機械学習とは何ですか", {"機械": 9, "学習": 9, "です": 900, "とは": 50})
    assert [word.running for word in plan.helpful] == ["とは", "です"]


def test_a_query_without_words_finds_nothing() -> None:
    assert planned("?!", {}).finds_nothing
    assert not planned("walrus", {}).finds_nothing
    assert not planned('"two words"', {}).finds_nothing


def test_words_that_no_passage_has_are_named() -> None:
    plan = planned("walrus nowhere", {"walrus": 9})
    assert [word.running for word in plan.absent] == ["nowhere"]


def test_words_in_very_many_passages_are_named() -> None:
    plan = planned("walrus puffin", {"walrus": 90_000, "puffin": 9}, passages=1_000_000)
    assert [word.running for word in plan.frequent] == ["walrus"]


def test_a_latin_name_at_the_end_of_a_long_sentence_without_blanks_still_counts() -> None:
    """Other languages' documents have nothing else of it; the pairs of characters are rarer, and many."""
    sentence = "验证应用组件是否验证了通信链接中每一方的真实性以防止中间人攻击例如应校验"
    rare = {word.running: 1 for word in parse_query(sentence).words}
    assert "TLS" in running(planned(f"{sentence}TLS", rare | {"TLS": 30}))
