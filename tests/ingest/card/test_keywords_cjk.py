from ingest.card.keywords_cjk import chinese_words, cjk_terms


def terms(text: str, language: str, words: frozenset[str] = frozenset()) -> list[str]:
    return [key for key, _, _ in cjk_terms(text, language, words)]


def test_japanese_candidates_are_runs_and_their_compounds() -> None:
    assert terms("検索エンジンの設定", "ja") == ["検索", "エンジン", "検索 エンジン", "設定"]


def test_korean_candidates_have_no_particles_and_no_verbs() -> None:
    assert terms("등대에서 램프를 관리합니다", "ko") == ["등대", "램프"]


def test_chinese_candidates_are_the_words_of_the_document() -> None:
    assert terms("灯塔的灯光，灯塔", "zh", frozenset({"灯塔"})) == ["灯塔", "灯塔"]


def test_chinese_words_do_not_cross_grammar() -> None:
    assert chinese_words(["灯塔的灯光，灯塔的灯光"]) == {"灯塔", "灯光"}


def test_a_gram_inside_a_longer_word_is_torn() -> None:
    words = chinese_words(["应用程序，" * 5 + "程序，程序，程序"])

    assert words == {"应用程序", "程序"}


def test_grammar_characters_stay_where_they_are_bound() -> None:
    assert "用户" in chinese_words(["用户登录，用户注册，上下文菜单。" * 3])


def test_fillers_are_not_words() -> None:
    assert chinese_words(["可以，可以，需要，需要"]) == frozenset()
    assert "場合" not in terms("場合と灯台", "ja")


def test_halves_of_chinese_phrases_are_no_words() -> None:
    text = ["灯油添加到灯里。", "灯塔在这种情况下熄灭。", "个临时记录由守塔人书写。"] * 3
    assert not {"添加到", "情况下", "个临时记录"} & chinese_words(text)
