from __future__ import annotations

from webapp.retrieval.coverage import gaps, gaps_between


def test_a_complete_document_has_no_gaps() -> None:
    assert gaps({}) == ""
    assert gaps({"pages_without_text": [], "notes": ["Hidden text was kept out."]}) == ""


def test_pages_are_named_in_runs() -> None:
    assert gaps({"pages_without_text": [3, 4, 5, 9]}) == "pages 3-5, 9 gave no text"


def test_one_page_is_one_page() -> None:
    assert gaps({"garbled_pages": [7]}) == "page 7 gave garbled text"


def test_both_kinds_are_said() -> None:
    told = gaps({"pages_without_text": [1], "garbled_pages": [2, 3]})
    assert told == "page 1 gave no text; pages 2-3 gave garbled text"


def test_a_long_list_is_cut_with_the_number_of_pages_left_out() -> None:
    told = gaps({"pages_without_text": list(range(1, 40, 2))})
    assert told == "pages 1, 3, 5, 7, 9, 11, 14 more gave no text"


def test_only_gaps_near_the_pages_that_are_read_are_said() -> None:
    coverage = {"pages_without_text": [2, 30], "garbled_pages": [31]}
    assert gaps_between(coverage, 1, 5) == "page 2 gave no text"
    assert gaps_between(coverage, 6, 20) == ""
