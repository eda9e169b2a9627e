from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.domain.snippets import Snippet, best_snippet


def marked(snippet: Snippet) -> list[str]:
    return [snippet.text[first:end] for first, end in snippet.marks]


def test_the_line_with_most_of_the_words_is_shown() -> None:
    lines = ["Seals are here.", "A walrus and a puffin on one shore.", "A walrus again."]
    snippet = best_snippet(lines, ["walrus", "puffin"], width=40)
    assert snippet.line_offset == 1
    assert snippet.text == "A walrus and a puffin on one shore."
    assert marked(snippet) == ["walrus", "puffin"]


def test_of_equal_lines_the_first_is_shown_and_without_words_the_first_with_text() -> None:
    assert best_snippet(["", "walrus one", "walrus two"], ["walrus"], width=15).line_offset == 1
    assert best_snippet(["", "   ", "seal", "tern"], ["walrus"], width=5) == Snippet(2, "seal")
    assert best_snippet(["seal"], []) == Snippet(0, "seal")


def test_a_short_line_is_followed_by_the_next_ones() -> None:
    snippet = best_snippet(["## Walrus", "", "It lives in the north.", "More."], ["walrus"], width=50)
    assert snippet.text == "Walrus It lives in the north."


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("### A heading", "A heading"),
        ("- an item", "an item"),
        ("  * [ ] a task", "a task"),
        ("12. an item", "an item"),
        ("> quoted", "quoted"),
        ("| a | b |", "a | b"),
        ("#hashtag stays", "#hashtag stays"),
        ("1.5 litres stay", "1.5 litres stay"),
        ("-5 degrees", "-5 degrees"),
        ("too   many\tblanks", "too many blanks"),
    ],
)
def test_the_marks_of_headings_lists_and_tables_are_left_out(line: str, text: str) -> None:
    assert best_snippet([line], []).text == text


@pytest.mark.parametrize("line", ["", "   ", "```python", "|---|:-:|", "***", "====="])
def test_lines_that_say_nothing_are_passed_over(line: str) -> None:
    assert best_snippet([line, "walrus"], []) == Snippet(1, "walrus")
    assert best_snippet([line], ["walrus"]).text == ""


@pytest.mark.parametrize(
    ("text", "word", "marks"),
    [
        ("They deployed it; deployments, deploy!", "deployment", ["deployed", "deployments", "deploy"]),
        ("Running, runs and ran", "run", ["Running", "runs"]),
        ("Policies and a policy", "policy", ["Policies", "policy"]),
        ("index in line", "in", ["in"]),
        ("the other, then", "the", ["the"]),
        ("CAFÉ and cafe", "café", ["CAFÉ", "cafe"]),
        ("ＡＢＣ", "abc", ["ＡＢＣ"]),
        ("read_file and readFile", "read_file", ["read_file", "readFile"]),
        ("C++ or C", "C++", ["C++"]),
        ("Docker環境", "docker", ["Docker"]),
        ("サーバーとｻｰﾊﾞｰ", "サーバ", ["サーバ", "ｻｰﾊﾞ"]),
        ("機械学習の学習", "学習", ["学習", "学習"]),
        ("軟件包的文件名", "軟件包文件名", ["軟件包", "文件名"]),
        ("서버를 켠다", "서버", ["서버"]),
        ("v1.2.3 is out", "v1.2.3", ["v1.2.3"]),
    ],
)
def test_words_are_marked_as_the_search_compares_them(text: str, word: str, marks: list[str]) -> None:
    assert marked(best_snippet([text], [word])) == marks


def test_a_long_line_is_cut_around_its_words() -> None:
    line = f"{'once upon a time ' * 20}a walrus met a puffin {'and then nothing ' * 20}"
    snippet = best_snippet([line], ["walrus", "puffin"], width=80)
    assert len(snippet.text) <= 80
    assert snippet.text.startswith("...")
    assert snippet.text.endswith("...")
    assert marked(snippet) == ["walrus", "puffin"]
    words = snippet.text.removeprefix("...").removesuffix("...").split()
    assert set(words) <= set(line.split())


def test_japanese_is_cut_between_characters() -> None:
    snippet = best_snippet(["この文書は設定を説明します。" * 20 + "予算は増加した。" * 5], ["予算"], width=40)
    assert len(snippet.text) <= 40
    assert marked(snippet)[0] == "予算"


TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from("walrus サーバー #|- é"), max_size=120)


@settings(deadline=None)
@given(
    st.lists(TEXT, max_size=5),
    st.lists(st.text(max_size=8) | st.sampled_from(["walrus", "サーバ"]), max_size=4),
)
def test_whatever_it_is_given_a_snippet_is_sound(lines: list[str], words: list[str]) -> None:
    snippet = best_snippet(lines, words, width=40)
    assert len(snippet.text) <= 40
    assert "\n" not in snippet.text
    assert 0 <= snippet.line_offset < max(1, len(lines))
    end = 0
    for first, last in snippet.marks:
        assert end <= first < last <= len(snippet.text)
        end = last


@settings(deadline=None)
@given(st.lists(st.sampled_from(["", "- walrus", "|", "text", "# 題"]), min_size=1, max_size=6))
def test_a_passage_with_text_never_gives_an_empty_snippet(lines: list[str]) -> None:
    has_text = any(character.isalnum() for line in lines for character in line)
    assert bool(best_snippet(lines, ["puffin"]).text) == has_text
