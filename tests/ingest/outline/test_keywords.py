from __future__ import annotations

from ingest.outline.keywords import MAX_KEYWORDS, Vocabulary


def test_words_that_set_a_section_apart_come_first() -> None:
    vocabulary = Vocabulary(
        [
            "The lamp burns oil. The lamp needs oil every night.",
            "The ship sails. A ship has sails and a crew.",
            "The port.",
        ]
    )
    assert set(vocabulary.keywords(0, "Light")) == {"lamp", "oil"}
    assert "ship" in vocabulary.keywords(1, "Sea")


def test_words_of_the_title_are_not_repeated() -> None:
    vocabulary = Vocabulary(["The lamp burns oil; the lamp needs oil.", "Other words stand here."])
    assert vocabulary.keywords(0, "Lamps") == ("oil",)


def test_function_words_adverbs_and_random_strings_are_none() -> None:
    noise = "K2piKZDGjZh1tApp9kxPBsl6f a1b2c3d4e5f6"
    vocabulary = Vocabulary([f"which really because {noise} which really because {noise} lamp lamp", "x"])
    assert vocabulary.keywords(0, "") == ("lamp",)


def test_cjk_words_are_found_without_a_dictionary() -> None:
    vocabulary = Vocabulary(["灯台の光。灯台の構造とレンズ。レンズを磨く。", "船の帆。"])
    assert set(vocabulary.keywords(0, "")) == {"灯台", "レンズ"}
    vocabulary = Vocabulary(["등대는 밝다. 등대의 불빛이 등대에서 나온다. 불빛은 밝다.", "배는 빠르다."])
    assert vocabulary.keywords(0, "")[0] == "등대"


def test_there_are_at_most_five() -> None:
    words = " ".join(f"word{letter * 3}" for letter in "abcdefghij")
    assert len(Vocabulary([f"{words} {words}", "x"]).keywords(0, "")) == MAX_KEYWORDS
