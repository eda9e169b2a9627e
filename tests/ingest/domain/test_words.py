import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.words import count_words

WORDS = st.text(st.sampled_from("abcdefgäöüñéабвгд"), min_size=1, max_size=12)
CJK = st.text(st.sampled_from("東京目次漢字かなカナー々한국어"), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("   \n\t ", 0),
        ("--- *** | # |", 0),
        ("Hello, world!", 2),
        ("well-known", 2),
        ("don't isn’t", 2),
        ("3.14 and 1,000", 3),
        ("a,b", 2),
        ("snake_case", 1),
        ("Größe und Maß", 3),
        ("cafe\u0301 noir", 2),
        ("Привет, мир", 2),
        ("हिन्दी भाषा", 2),
        ("שָׁלוֹם עולם", 2),
        ("مرحبا بالعالم", 2),
    ],
)
def test_spaced_scripts_count_words_between_boundaries(text: str, words: int) -> None:
    assert count_words(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("東京は、きれい。", 6),
        ("コンピューター・システム", 11),
        ("ｺﾝﾋﾟｭｰﾀ", 7),
        ("人々", 2),
        ("安装说明", 4),
        ("안녕하세요 세계", 7),
        ("𠮷野家", 3),
        ("「」、。…！", 0),
        ("Hello世界", 3),
        ("Python 3.11の新機能", 6),
    ],
)
def test_cjk_counts_characters_of_content_and_no_marks(text: str, words: int) -> None:
    assert count_words(text) == words


def test_scripts_without_spaces_are_estimated_by_their_letters() -> None:
    assert count_words("ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน") == 9


@given(st.lists(WORDS))
def test_as_many_words_as_were_joined_by_blanks(words: list[str]) -> None:
    assert count_words(" ".join(words)) == len(words)


@given(CJK)
def test_every_cjk_letter_is_a_word(text: str) -> None:
    assert count_words(text) == len(text)


@given(st.text(), st.text())
def test_texts_on_two_lines_count_as_their_sum(one: str, other: str) -> None:
    assert count_words(f"{one}\n{other}") == count_words(one) + count_words(other)


@given(st.text(st.characters(codec="ascii")))
def test_ascii_takes_a_short_cut_to_the_same_number(text: str) -> None:
    assert count_words(text) == count_words(text + "\n…")


@given(st.text())
def test_any_text_has_a_count_that_its_length_bounds(text: str) -> None:
    assert 0 <= count_words(text) <= len(text)
