import pytest

from ingest.card.language import base_tag, garbled_share, identify, sample

PROSE = {
    "en": "The keeper of the light climbed the stairs and lit the lamp before the storm came.",
    "de": "Der Wärter stieg die Treppe hinauf und zündete die Lampe an, bevor der Sturm kam.",
    "fr": "Le gardien du phare monta l'escalier et alluma la lampe avant que la tempête ne vienne.",
    "es": "El guardián del faro subió la escalera y encendió la lámpara antes de que llegara la tormenta.",
    "it": "Il guardiano del faro salì le scale e accese la lampada prima che la tempesta arrivasse dal mare.",
    "pt": "O guardião do farol subiu a escada e acendeu a lâmpada antes que a tempestade chegasse do mar.",
    "nl": "De wachter klom de trap op en stak de lamp aan voordat de storm over de zee naar het land kwam.",
    "ru": "Смотритель маяка поднялся по лестнице и зажёг лампу прежде, чем над морем началась буря.",
    "uk": "Доглядач маяка піднявся сходами й запалив лампу, перш ніж над морем почалася буря.",
    "pl": "Latarnik wszedł po schodach i zapalił lampę, zanim burza nadeszła nad morze.",
    "ja": "灯台守は階段を上り、嵐が来る前に灯をともした。",
    "zh": "守塔人爬上楼梯，在暴风雨来临之前点亮了灯。",
    "ko": "등대지기는 계단을 올라가 폭풍이 오기 전에 불을 밝혔다.",
    "el": "Ο φαροφύλακας ανέβηκε τη σκάλα και άναψε το φως.",
    "he": "שומר המגדלור עלה במדרגות והדליק את האור.",
    "th": "ผู้ดูแลประภาคารขึ้นบันไดและจุดไฟก่อนพายุ",
    "ar": "صعد حارس المنارة الدرج وأضاء المصباح قبل أن تأتي العاصفة من البحر.",
    "hi": "प्रकाशस्तंभ के रखवाले ने सीढ़ियाँ चढ़ीं और तूफान आने से पहले दीपक जलाया।",
}


@pytest.mark.parametrize("language", PROSE)
def test_a_sentence_of_prose_tells_its_language(language: str) -> None:
    assert identify(PROSE[language]) == language


@pytest.mark.parametrize("language", PROSE)
def test_a_false_declaration_does_not_win_against_prose(language: str) -> None:
    assert identify(PROSE[language] * 3, "en-US" if language != "en" else "de-DE") == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("システム管理", "ja"),
        ("ひらがな", "ja"),
        ("会議議事録", "ja"),
        ("株式会社", "ja"),
        ("取扱説明書", "ja"),
        ("東京都千代田区", "ja"),
        ("部署应用程序", "zh"),
        ("项目计划", "zh"),
        ("使用說明書", "zh"),
        ("系統管理員手冊", "zh"),
        ("中華人民共和國", "zh"),
        ("我的书", "zh"),
        ("등대", "ko"),
        ("大韓民國 헌법 제1조", "ko"),
    ],
)
def test_short_cjk_texts_are_told_by_their_characters(text: str, language: str) -> None:
    assert identify(text) == language


@pytest.mark.parametrize("declared", ["ja-JP", "zh-CN", "ko-KR"])
def test_a_declaration_decides_ideographs_that_all_share(declared: str) -> None:
    assert identify("目次", declared) == declared[:2]


def test_traditional_chinese_is_found_by_the_same_filter() -> None:
    assert identify("燈塔看守人爬上樓梯，在暴風雨來臨之前點亮了燈。這是他的工作。") == "zh"


def test_names_in_latin_letters_do_not_outweigh_japanese_prose() -> None:
    assert identify("これは OpenTelemetry Collector の README です") == "ja"


def test_a_few_japanese_names_do_not_make_english_japanese() -> None:
    assert identify(PROSE["en"] * 3 + " The word 灯台 means lighthouse.") == "en"


def test_chinese_that_quotes_japanese_stays_chinese() -> None:
    assert identify(PROSE["zh"] * 3 + "日语里叫做「ランプ」。") == "zh"


@pytest.mark.parametrize(
    ("declared", "language"), [(None, "und"), ("de-DE", "de"), ("ja-JP", "und"), ("und", "und")]
)
def test_a_text_too_short_to_tell_has_the_declared_language_if_its_script_fits(
    declared: str | None, language: str
) -> None:
    assert identify("Xyz", declared) == language


def test_no_letters_at_all_leave_the_declaration() -> None:
    assert identify("12 34", "fr") == "fr"
    assert identify("") == "und"


def test_mojibake_has_no_language() -> None:
    garbled = (
        PROSE["fr"].encode().decode("cp1252", "replace")
        + "Ã©tÃ© Ã  lâ€™Ã®le dÃ©jÃ  naÃ¯ve cÅ“ur rÃ©sumÃ© Ã©lÃ¨ve"
    )
    assert identify("灯台は海を照らす。".encode().decode("latin-1")) == "und"
    assert garbled_share(garbled) > garbled_share(PROSE["fr"]) == 0


@pytest.mark.parametrize(
    ("declared", "tag"),
    [
        ("en-US", "en"),
        ("zh-Hant-TW", "zh"),
        ("DE_de", "de"),
        ("ja", "ja"),
        ("", None),
        (None, None),
        ("x-none", None),
        ("english", None),
    ],
)
def test_declared_tags_are_cut_to_their_language(declared: str | None, tag: str | None) -> None:
    assert base_tag(declared) == tag


def test_a_sample_holds_start_middle_and_end() -> None:
    text = "a" * 1000 + "b" * 1000 + "c" * 1000
    assert sample(text, 300) == "\n".join(("a" * 100, "b" * 100, "c" * 100))
    assert sample("short", 300) == "short"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("報告書", "ja"),
        ("設計書", "ja"),
        ("株主総会議事録", "ja"),
        ("国際協力", "ja"),
        ("個人情報保護方針", "ja"),
        ("README 日本語版", "ja"),
        ("会议纪要", "zh"),
        ("管理办法", "zh"),
        ("會議紀錄", "zh"),
        ("資料庫設計", "zh"),
        ("勞動契約", "zh"),
        ("Python 函数", "zh"),
        ("보고서", "ko"),
        ("Docker 사용법", "ko"),
    ],
)
def test_a_few_characters_are_enough_where_one_language_writes_them(text: str, language: str) -> None:
    assert identify(text) == language


def test_a_foreign_name_in_an_english_title_does_not_change_its_language() -> None:
    assert identify("Lighthouse 灯台 keeper handbook for new staff") not in {"ja", "zh"}


@pytest.mark.parametrize(
    "text", ["c1|c2|c3|c4|c5 " * 40, "C o m p a n h i a  L i b r e  d e  N a v e g a c a o " * 4]
)
def test_codes_and_letters_printed_one_by_one_are_in_no_language(text: str) -> None:
    assert identify(text) == "und"
