from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.outline.numbers import Rank, han_number, parse


@pytest.mark.parametrize(
    ("text", "series", "value", "name"),
    [
        ("1. Scope", "decimal", (1,), "Scope"),
        ("1  Scope", "decimal", (1,), "Scope"),
        ("1.2.3 Storage", "decimal", (1, 2, 3), "Storage"),
        ("A.2 Tables", "lettered", (1, 2), "Tables"),
        ("3) Ports", "bracketed", (3,), "Ports"),
        ("Chapter 12: Light", "chapter", (12,), "Light"),
        ("CHAPTER IV", "chapter", (4,), ""),
        ("Appendix C. Oil", "appendix", (3,), "Oil"),
        ("Section 2.1 Sails", "section", (2, 1), "Sails"),
        ("Kapitel 3 Licht", "kapitel", (3,), "Licht"),
        ("第3章　灯台", "章", (3,), "灯台"),
        ("第 十二 章 灯塔", "章", (12,), "灯塔"),
        ("第１条の２　定義", "条", (1, 2), "定義"),
        ("제2장 등대", "장", (2,), "등대"),
        ("附录 B 表", "appendix", (2,), "表"),
        ("三、船只", "han", (3,), "船只"),
        ("（二）光源", "han-brackets", (2,), "光源"),
        ("２．点検", "decimal", (2,), "点検"),
        ("3.1灯塔", "decimal", (3, 1), "灯塔"),
        ("1范围", "decimal", (1,), "范围"),
        ("2 Lamps", "decimal", (2,), "Lamps"),
        ("IV. Lamps", "roman", (4,), "Lamps"),
        ("Ⅱ．総則", "roman", (2,), "総則"),
        ("B. Lamps", "letter", (2,), "Lamps"),
        ("（３）灯火", "brackets", (3,), "灯火"),
        ("§ 5a Lampen", "§", (5, 1), "Lampen"),
        ("Chapter Three", "chapter", (3,), ""),
        ("Article 1er", "article", (1,), ""),
        ("Artículo 2. Objeto", "artículo", (2,), "Objeto"),
        ("Статья 3. Лампы", "статья", (3,), "Лампы"),
    ],
)
def test_numbers_of_headings_are_read(text: str, series: str, value: tuple[int, ...], name: str) -> None:
    found = parse(text)
    assert found is not None
    assert (found.series, found.value, found.name, found.title) == (series, value, name, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "2024 lamps",
        "1.5",
        "Chapters 3",
        "第1章の内容",
        "Party 1",
        "a) b",
        "partial 3",
        "5日検査",
        "3月",
        "1 of them",
        "I am",
    ],
)
def test_other_lines_are_not(text: str) -> None:
    assert parse(text) is None


def test_a_part_stands_above_a_chapter_and_that_above_numbers() -> None:
    ranks = [parse(text) for text in ("Part I", "第2章 光", "第1節 灯", "1. A", "1.1 B", "一、甲")]
    assert [found.rank for found in ranks if found] == sorted(found.rank for found in ranks if found)
    assert Rank.PART < Rank.CHAPTER < Rank.DECIMAL


@pytest.mark.parametrize(
    ("text", "number"),
    [("十", 10), ("二十", 20), ("百五", 105), ("一〇", 10), ("三百二十一", 321), ("１２", 12)],
)
def test_chinese_numerals_are_numbers(text: str, number: int) -> None:
    assert han_number(text) == number


@given(st.text(max_size=30))
def test_any_text_can_be_asked(text: str) -> None:
    found = parse(text)
    assert found is None or found.title == text.strip()
