from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.engines.lexical.text_analysis import (
    LONGEST_QUERY,
    QueryWord,
    analyse,
    normalise,
    parse_query,
    running_text,
    visible_words,
)


def needed(query: str) -> list[str]:
    return [word.running for word in parse_query(query).words if word.needed]


def helpful(query: str) -> list[str]:
    return [word.running for word in parse_query(query).words if not word.needed]


@pytest.mark.parametrize(
    ("text", "running"),
    [
        ("plain English, v1.2", "plain English, v1.2"),
        ("計算機", "計算 算機"),
        ("本", "本"),
        ("東京のサーバ", "東京 京の のサ サー ーバ"),
        ("Docker環境を作る", "Docker 環境 境を を作 作る"),
        ("서버를 재시작", "서버 버를 재시 시작"),
        ("ＡＢＣ", "ABC"),
        ("ｻｰﾊﾞ", "サー ーバ"),
        ("サーバー", "サー ーバ"),
        ("コピー", "コピ ピー"),
        ("ไทย", "ไท ทย"),
    ],
)
def test_scripts_without_blanks_become_pairs(text: str, running: str) -> None:
    assert " ".join(running_text(text).split()) == running


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("read_file()", ["readfile"]),
        ("v1.2.3 and 1.2.3", ["1.2.3", "1.2.3"]),
        ("foo-bar, e-mail.", ["foobar", "email"]),
        ("Node.js", ["Nodejs"]),
        ("os.path.join", ["ospathjoin"]),
        ("/etc/ssh/sshd_config", ["sshdconfig"]),
        ("C++ and C#, not #1 or a+b=c", ["C++", "C#"]),
        ("end. Next", []),
        ("plain words", []),
        ("x" * 30 + "-" + "y" * 30, []),
        ("京都の寺と東京都庁だ", ["京都", "東京都庁", "だ"]),
        ("サーバーとデータ", ["サーバ", "データ", "タ"]),
    ],
)
def test_wholes_are_identifiers_and_runs_of_one_script(text: str, expected: list[str]) -> None:
    assert analyse(text).wholes.split() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("readFile", ["read", "File"]),
        ("HTTPServerError", ["HTTP", "Server", "Error"]),
        ("call getElementById now", ["get", "Element", "By", "Id"]),
        ("PLAIN words Here", []),
        ("a" * 50 + "B", []),
    ],
)
def test_parts_are_the_words_inside_camel_case(text: str, expected: list[str]) -> None:
    assert analyse(text).parts.split() == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ｶﾞ", "ガ"),
        ("e\u0301", "é"),
        ("soft\u00adware", "software"),
        ("مُحَمَّد", "محمد"),
        ("מִלָּה", "מלה"),
        ("サーバー", "サーバ"),
        ("㍿", "株式会社"),
        ("한글", "한글"),
    ],
)
def test_equal_texts_have_one_form(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


def test_different_letters_stay_different() -> None:
    assert normalise("が") != normalise("か")
    assert normalise("健") != normalise("見")


def test_halves_of_surrogate_pairs_are_blanks() -> None:
    assert normalise("a\ud800b") == "a b"


def test_a_word_of_an_alphabet_is_needed_as_it_stands() -> None:
    assert parse_query("Walrus").words == (QueryWord("Walrus", "Walrus", whole="Walrus"),)


def test_an_identifier_is_one_word_with_its_other_spellings() -> None:
    (word,) = parse_query("read_file").words
    assert (word.running, word.whole, word.parts) == ("read_file", "readfile", "read_file")
    (word,) = parse_query("readFile").words
    assert (word.running, word.whole, word.parts) == ("readFile", "readFile", "read File")


def test_a_question_needs_its_pieces_and_not_its_grammar() -> None:
    assert needed("機械学習とは何ですか") == ["機械", "械学", "学習"]
    assert set(helpful("機械学習とは何ですか")) == {"習と", "とは", "は何", "何で", "です", "すか"}
    assert needed("Dockerとは") == ["Docker"]
    assert needed("API の使い方を教えてください") == ["API"]


def test_kana_between_blanks_is_a_word() -> None:
    assert needed("りんご レシピ") == ["りん", "んご", "レシ シピ"]


def test_three_characters_must_be_side_by_side_and_four_may_stand_apart() -> None:
    assert needed("東京都") == ["東京 京都"]
    assert needed("コンテナ") == ["コン ンテ テナ"]
    assert needed("地域振興") == ["地域", "域振", "振興"]
    assert parse_query("地域振興").near == ("地域 域振 振興",)


def test_a_particle_does_not_hide_a_korean_word() -> None:
    assert needed("서버를") == ["서버"]
    assert needed("서버에서는 데이터베이스가") == [
        "서버",
        "데이",
        "이터",
        "터베",
        "베이",
        "이스",
    ]
    assert needed("물이") == ["물이"]


def test_a_single_ideograph_finds_what_begins_with_it() -> None:
    (word,) = parse_query("健").words
    assert (word.start, word.needed, word.whole) == (True, True, "健")
    assert not any(word.start for word in parse_query("健やか").words)


def test_a_query_of_grammar_alone_needs_it() -> None:
    assert needed("とは") == ["とは"]
    assert needed("食べる") == ["食べ", "べる"]


def test_only_straight_quotation_marks_make_a_phrase() -> None:
    assert parse_query('find "two words" now').phrases == ("two words",)
    assert parse_query('"機械学習"').phrases == ("機械 械学 学習",)
    curved = parse_query("find “two words” now")
    assert (curved.phrases, curved.near) == ((), ("two words",))
    assert parse_query('foo"bar').phrases == ()
    assert parse_query('"two words" "three"').only_phrases
    assert not parse_query('find "two words"').only_phrases
    assert not parse_query("find it").only_phrases


def test_words_on_both_sides_of_a_slash_are_words_of_their_own() -> None:
    assert needed("GNU/Linux") == ["GNU", "Linux"]


def test_the_same_word_twice_is_one_word() -> None:
    assert needed("walrus walrus 東京都 東京都") == ["walrus", "東京 京都"]


def test_of_a_very_long_query_the_beginning_is_read() -> None:
    assert needed("a" * LONGEST_QUERY + " walrus") == ["a" * LONGEST_QUERY]


def test_visible_words_are_those_a_reader_marks() -> None:
    assert visible_words("How to run Dockerコンテナの再起動? 서버를") == [
        "Docker",
        "コンテナ",
        "How",
        "run",
        "再起動",
        "to",
        "서버",
    ]


@settings(deadline=None)
@given(st.text())
def test_any_text_can_be_analysed_and_asked(text: str) -> None:
    analysed = analyse(text)
    assert "\ud800" not in analysed.running + analysed.wholes + analysed.parts
    parsed = parse_query(text)
    assert bool(parsed.words) == any(word.needed for word in parsed.words)
    assert len(set(parsed.words)) == len(parsed.words)


@settings(deadline=None)
@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@settings(deadline=None)
@given(st.from_regex(r"[一-龠ァ-ヴ]{2,9}", fullmatch=True), st.text(max_size=20))
def test_every_pair_of_a_run_is_in_the_running_text(run: str, around: str) -> None:
    tokens = running_text(f"{around} {run} {around}").split()
    pairs = {run[at : at + 2] for at in range(len(run) - 1)}
    assert pairs <= set(tokens)
