from hypothesis import given
from hypothesis import strategies as st

from ingest.card.keywords import choose_keywords

EN = [
    "The harbour light is a signal lamp. Every signal lamp burns oil, and the oil is stored in the harbour.",
    "A signal lamp needs trimming. The keeper trims each signal lamp at dawn with the trimming scissors.",
    "OpenTelemetry measures the harbour light. OpenTelemetry sends it to the keeper of the harbour light.",
    "For example, the following chapter shows the figure and the table of the next section with the value.",
] * 3


def test_phrases_that_return_are_keywords() -> None:
    found = choose_keywords(EN, title="Harbour lights", language="en")

    assert "signal lamp" in found[:3]
    assert "OpenTelemetry" in found
    assert len(found) <= 10


def test_function_words_and_words_of_every_document_are_not() -> None:
    found = " ".join(choose_keywords(EN, language="en")).split()

    assert not {"the", "and", "every", "chapter", "figure", "example", "section", "value"} & set(found)


def test_a_part_of_a_phrase_is_not_named_again() -> None:
    found = choose_keywords(EN, language="en")

    assert "signal" not in found
    assert "lamp" not in found


def test_singular_and_plural_are_one_keyword() -> None:
    found = choose_keywords(["The lamp and the lamps. One lamp, many lamps, no lamp."] * 2, language="en")

    assert [word for word in found if word.startswith("lamp")] == ["lamp"]


def test_title_and_headings_weigh_more_than_the_body() -> None:
    body = ["They sell oil and wick. Some oil, some wick."] * 3

    assert choose_keywords(body, title="Wick", language="en")[0].lower() == "wick"
    assert choose_keywords(body, headings=["About oil", "More on oil"], language="en")[0] == "oil"


def test_a_heading_of_every_chapter_belongs_to_the_form() -> None:
    found = choose_keywords(EN, headings=["Control objective"] * 12, language="en")

    assert "control objective" not in [word.lower() for word in found]


def test_japanese_keywords_are_words_of_kanji_and_katakana() -> None:
    text = ["灯台の管理者はランプを点検する。灯台の検索エンジンはランプの記録を探す。"] * 4
    found = choose_keywords([*text, "検索エンジンを使う場合は、以下の方法が必要です。" * 3], language="ja")

    assert {"灯台", "ランプ", "検索エンジン"} <= set(found)
    assert not {"場合", "以下", "方法", "必要", "エンジ"} & set(found)


def test_chinese_keywords_are_whole_words() -> None:
    text = [
        "守塔人检查应用程序的日志。应用程序在服务器上运行。",
        "服务器需要部署应用程序。",
        "部署服务器是守塔人的工作。",
    ] * 4
    found = choose_keywords(text, language="zh")

    assert {"应用程序", "服务器", "守塔人"} <= set(found)
    assert not {"用程序", "应用程", "务器", "需要", "塔人"} & set(found)


def test_korean_keywords_lose_their_particles() -> None:
    text = ["등대는 바다를 비춘다. 등대의 램프를 관리한다.", "등대지기는 램프와 바다를 본다."] * 4
    found = choose_keywords(text, language="ko")

    assert {"등대", "램프", "바다"} <= set(found)


def test_names_in_latin_letters_are_keywords_of_a_japanese_text() -> None:
    assert "OpenTelemetry" in choose_keywords(
        ["OpenTelemetry の灯台。OpenTelemetry を使う。"] * 3, language="ja"
    )


def test_elided_articles_are_taken_off() -> None:
    found = choose_keywords(["L’hôtelier ouvre l’hôtel. Dans l’hôtel, l'hôtelier dort."] * 2, language="fr")

    assert "hôtelier" in " ".join(found)
    assert not [word for word in found if "’" in word or "'" in word]


def test_german_keywords_are_nouns() -> None:
    text = ["Der Leuchtturm leuchtet hell. Die Lampe im Leuchtturm leuchtet, und die Lampe brennt hell."] * 3
    found = choose_keywords(text, language="de")

    assert {"Leuchtturm", "Lampe"} <= set(found)
    assert "leuchtet" not in found


def test_keywords_of_the_author_come_first_when_the_text_uses_them() -> None:
    found = choose_keywords(EN, language="en", declared=["wireless", "Harbour", "oil"])

    assert found[:2] == ("Harbour", "oil")
    assert "wireless" not in found


def test_a_text_without_repetition_has_only_its_title_to_offer() -> None:
    assert choose_keywords(["one two three"], language="en") == ()
    assert choose_keywords([], language="en") == ()


@given(st.lists(st.text(max_size=80), max_size=12), st.sampled_from(["en", "de", "ja", "zh", "ko", "und"]))
def test_any_text_gives_at_most_ten_different_keywords(blocks: list[str], language: str) -> None:
    found = choose_keywords(blocks, language=language)

    assert len(found) <= 10
    assert len(set(found)) == len(found)
    assert all(word.strip() for word in found)


def test_names_in_programs_and_labels_of_parts_stand_behind_words() -> None:
    blocks = ["The keeper calls drawLine near V9 to show a lighthouse to the harbour."] * 6
    found = choose_keywords(blocks, language="en")
    assert "lighthouse" in found
    assert "harbour" in found
    assert all(found.index(word) > found.index("lighthouse") for word in ("drawLine", "V9") if word in found)
