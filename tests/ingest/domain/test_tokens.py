from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.tokens import count_tokens

ENGLISH = (
    "Retrieval by chunks hands an agent pre-cut fragments, without their place in the document and with no "
    "way to read on. File names say nothing and binary formats cannot be searched."
)
JAPANESE = "検索は断片を渡すだけで、文書の中の場所も続きを読む方法もない。"
CHINESE = "检索只交出预先切好的片段，没有它们在文档中的位置。"
ENGLISH_OUTLINE = """\
[1] Effective context engineering for agents [L1-139, 139 lines]
  [1.1] Context engineering and prompt engineering [L16-27, 12 lines]
    > How the two differ, and why the second is not enough.
    keywords: instructions, attention, retrieval
  [1.2] Setting up the database [L28-65, 38 lines]
[2] Appendix [L140-163, 24 lines]"""
JAPANESE_OUTLINE = """\
[1] 第一章 灯台の運用 [L1-40, 40行]
  [1.1] 第一節 点検の手順 [L3-12, 10行]
    > 点検は毎月一回、日没の前に行う。
    keywords: 点検, 記録簿, 担当者
  [1.2] データベースの設定 [L13-40, 28行]"""
CHINESE_OUTLINE = """\
[1] 第一章 总则 [L1-40, 40行]
  [1.1] 第一节 检查的步骤 [L3-12, 10行]
    > 检查每月进行一次，由两名工作人员完成。
    keywords: 检查, 记录, 工作人员
  [1.2] 数据库的设置 [L13-40, 28行]"""


def test_an_empty_text_costs_nothing() -> None:
    assert count_tokens("") == 0


@pytest.mark.parametrize(
    ("text", "at_least", "at_most"), [(ENGLISH, 34, 55), (JAPANESE, 27, 40), (CHINESE, 24, 36)]
)
def test_prose_costs_about_what_models_charge(text: str, at_least: int, at_most: int) -> None:
    assert at_least <= count_tokens(text) <= at_most


@pytest.mark.parametrize(
    ("text", "charged"), [(ENGLISH_OUTLINE, 97), (JAPANESE_OUTLINE, 126), (CHINESE_OUTLINE, 106)]
)
def test_an_outline_never_costs_more_than_is_counted_and_little_less(text: str, charged: int) -> None:
    """`charged` is what the vocabulary cl100k_base makes of it."""
    assert charged <= count_tokens(text) <= charged * 1.12


@pytest.mark.parametrize(
    ("plain", "rare"), [("window manager", "kubectl zfs"), ("东京", "東東"), (" name", ".name"), ("ab", "éà")]
)
def test_what_vocabularies_hold_less_of_costs_more(plain: str, rare: str) -> None:
    assert count_tokens(rare * 10) > count_tokens(plain * 10)


def test_a_blank_costs_only_before_a_number_and_where_there_are_several() -> None:
    assert count_tokens("as it is") == 3
    assert count_tokens("12 of") == 2
    assert count_tokens("of 12") == 3
    assert count_tokens("as  it") == 3


def test_a_line_break_is_free_behind_a_sign_and_on_an_empty_line() -> None:
    assert count_tokens("end.\n") == count_tokens("end.")
    assert count_tokens("end\n") == count_tokens("end") + 1
    assert count_tokens("end\n\n\n") == count_tokens("end\n")


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("word", 1),
        ("a b", 2),
        ("a  b", 3),
        ("configurations", 4),
        (" configurations", 2),
        ("camelCase", 3),
        ("2026", 2),
        ("[L1]", 4),
        ("----------", 2),
        ("🙂", 3),
    ],
)
def test_the_rule_holds_for_single_pieces(text: str, cost: int) -> None:
    assert count_tokens(text) == cost


@given(st.lists(st.text(max_size=20)))
def test_lines_can_be_budgeted_one_by_one(lines: list[str]) -> None:
    lines = [line.replace("\n", " ") for line in lines]
    assert count_tokens("".join(f"{line}\n" for line in lines)) == sum(
        count_tokens(f"{line}\n") for line in lines
    )


@given(st.text())
def test_no_text_is_free_but_blanks(text: str) -> None:
    assert count_tokens(text) >= len(text.split()) or not text.strip()
