from __future__ import annotations

import pytest

from ingest.extract.heading_numbers import is_bare_number, is_labelled_number, split_number, squash, value_of


@pytest.mark.parametrize(
    ("text", "kind", "depth", "values", "rest"),
    [
        ("1.2.3 Lamps", "decimal", 3, (1, 2, 3), "Lamps"),
        ("2. Lamps", "decimal", 1, (2,), "Lamps"),
        ("A.1 Lamps", "decimal", 2, (1, 1), "Lamps"),
        ("Chapter 4: Lamps", "chapter", 1, (4,), "Lamps"),
        ("Part II Lamps", "part", 0, (2,), "Lamps"),
        ("Appendix B Lamps", "appendix", 1, (2,), "Lamps"),
        ("IV. Lamps", "roman", 1, (4,), "Lamps"),
        ("第2章 灯火", "chapter", 1, (2,), "灯火"),
        ("第十二章　灯火", "chapter", 1, (12,), "灯火"),
        ("第3節 灯火", "section", 2, (3,), "灯火"),
        ("第7条 灯火", "article", 3, (7,), "灯火"),
        ("第７条の二（灯火）", "article", 3, (7,), "（灯火）"),
        ("一、灯火", "han", 2, (1,), "灯火"),
        ("（二）灯火", "han-paren", 3, (2,), "灯火"),
        ("① 灯火", "circle", 5, (1,), "灯火"),
        ("附录A 灯火", "appendix", 1, (1,), "灯火"),
        ("제3장 등대", "chapter", 1, (3,), "등대"),
    ],
)
def test_a_leading_number_is_told_from_its_title(text, kind, depth, values, rest):
    found = split_number(text)
    assert found is not None
    number, title = found
    assert (number.kind, number.depth, number.values, title) == (kind, depth, values, rest)


@pytest.mark.parametrize(
    "text", ["Lamps", "In the year 2024", "0.6ex", "灯台の話", "", "Ingrid", "ISO images"]
)
def test_a_text_without_a_number_has_none(text):
    assert split_number(text) is None


@pytest.mark.parametrize("text", ["Chapter 3", "2.1", "第2章", "第 I 部", "제1 장", "IV."])
def test_a_number_alone_waits_for_its_title(text):
    assert is_bare_number(text)


def test_only_a_labelled_number_can_be_a_title_by_itself():
    assert is_labelled_number("Section 3")
    assert not is_labelled_number("3.2")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("14", 14),
        ("xiv", 14),
        ("十二", 12),
        ("二十", 20),
        ("百五", 105),
        ("C", 100),
        ("B", 2),
        ("③", 3),
        ("Ⅳ", 4),
    ],
)
def test_numbers_of_all_kinds_have_values(text, value):
    assert value_of(text) == value


def test_titles_are_compared_by_letters_and_digits_alone():
    assert squash("１．２　Ｌａｍｐｓ, old!") == squash("1.2 lamps old")
