from __future__ import annotations

import math
import struct
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.encoding import decode, looks_like_text

JAPANESE = (
    "灯台は夜の海を照らし、船はその光を頼りに港へ向かう。\n第二章では、設定の方法について説明します。\n"
)
SIMPLIFIED = "灯塔在夜里照亮大海，船只依靠它的光线驶向港口。\n本章说明如何设置系统，以及怎样检查结果。\n"
TRADITIONAL = "燈塔在夜裡照亮大海，船隻依靠它的光線駛向港口。\n本章說明如何設定系統，以及怎樣檢查結果。\n"
KOREAN = "등대는 밤바다를 비추고 배는 그 빛을 따라 항구로 들어온다.\n이 장에서는 설정하는 방법을 설명한다.\n"
RUSSIAN = (
    "Маяк светит ночью над морем, и корабли идут к берегу.\nВ этой главе описано, как проверить настройки.\n"
)
FRENCH = (
    "Le phare éclaire la mer la nuit ; les bateaux s’approchent.\nVoilà où l’été s’achève, près du château.\n"
)
GERMAN = (
    "Der Leuchtturm strahlt über das Meer; die Schiffe fahren zurück.\nÄhnliches gilt für größere Häuser.\n"
)


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        (
            JAPANESE,
            [
                "utf-8",
                "utf-8-sig",
                "cp932",
                "euc_jp",
                "iso2022_jp",
                "utf-16",
                "utf-16-le",
                "utf-16-be",
                "utf-32",
            ],
        ),
        (SIMPLIFIED, ["utf-8", "gb18030", "gbk", "utf-16-le", "utf-16-be"]),
        (TRADITIONAL, ["utf-8", "big5", "utf-16"]),
        (KOREAN, ["utf-8", "euc_kr", "cp949", "utf-16-le"]),
        (RUSSIAN, ["utf-8", "koi8-r", "cp1251", "iso8859-5", "cp866"]),
        (FRENCH, ["utf-8", "cp1252", "utf-16-le"]),
        (GERMAN, ["utf-8", "cp1252", "latin-1", "utf-16-be"]),
        ("Plain ASCII text.\n", ["ascii", "utf-16-le", "utf-16-be", "utf-16", "utf-8-sig"]),
    ],
)
def test_short_texts_are_decoded_from_every_encoding(text: str, encodings: list[str]) -> None:
    for encoding in encodings:
        decoded = decode(text.encode(encoding))
        assert decoded.text == text, encoding
        assert decoded.replaced == 0


HALF_WIDTH_LETTER = (
    "お客様各位\n\n平素は格別のご高配を賜り、厚く御礼申し上げます。口座名義はｶ)ﾔﾏﾀﾞｼｮｳｼﾞです。\n"
)
HALF_WIDTH_TABLE = (
    "取引先コード,取引先名,ﾌﾘｶﾞﾅ,金額\n001,株式会社山田商事,ﾔﾏﾀﾞｼｮｳｼﾞ,1000\n"
    "002,有限会社佐藤製作所,ｻﾄｳｾｲｻｸｼﾞｮ,25000\n003,合同会社鈴木,ｽｽﾞｷ,300\n"
)
HALF_WIDTH_LIST = "ﾐﾂﾋﾞｼUFJｷﾞﾝｺｳ\nﾐｽﾞﾎｷﾞﾝｺｳ\nﾐﾂｲｽﾐﾄﾓｷﾞﾝｺｳ\nﾘｿﾅｷﾞﾝｺｳ\nﾕｳﾁﾖｷﾞﾝｺｳ\n"
RARE_SIGNS = "①②③\n髙橋 﨑山\nﾃｽﾄ\n"


@pytest.mark.parametrize("times", [1, 6, 2_000])
@pytest.mark.parametrize(
    "text",
    [
        HALF_WIDTH_LETTER,
        HALF_WIDTH_TABLE,
        HALF_WIDTH_LIST,
        "ﾐｽﾞﾎｷﾞﾝｺｳ\n",
        "E-mailｱﾄﾞﾚｽ,ﾌﾘｶﾞﾅ\n",
        RARE_SIGNS,
        "①②③\n髙橋 﨑山\n",
    ],
)
def test_japanese_with_half_width_katakana_and_signs_of_windows_is_decoded(text: str, times: int) -> None:
    decoded = decode((text * times).encode("cp932"))

    assert decoded.text == text * times
    assert decoded.encoding == "cp932"
    assert decoded.replaced == 0


@pytest.mark.parametrize("text", [HALF_WIDTH_LETTER, HALF_WIDTH_TABLE, HALF_WIDTH_LIST])
def test_half_width_katakana_are_decoded_from_other_encodings(text: str) -> None:
    for encoding in ("euc_jp", "utf-8", "utf-16", "utf-16-le", "utf-16-be"):
        assert decode(text.encode(encoding)).text == text, encoding


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "cp1252"),
        ("NOM;PRÉNOM;ÂGE\nLefèvre;Zoë;5\nMüller;Jürgen;8\n", "cp1252"),
        ("ÜBERGRÖSSE\nÄrger in der Straße\n", "cp1252"),
        ("¿Qué? ¡Año nuevo, mañana! España\n", "cp1252"),
        ("这是㐂𠀀字和𪚥字，龘䶮的例子。说明文件中的四字节编码。\n", "gb18030"),
        ("九月\n", "gb18030"),
        (TRADITIONAL, "big5"),
        (KOREAN, "euc_kr"),
        ("Январь\nПанджаби\nНе указан месяц\n", "iso8859-5"),
        ("маяк светит ночью\n", "koi8-r"),
        ("จำนวนเต็มบวก\nเกาหลี\nตุลาคม\nลัตเวีย\nไม่ระบุวัน\n", "cp874"),
    ],
)
def test_other_alphabets_are_not_taken_for_half_width_katakana(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    "text",
    [
        "这是一份文件。萤火虫的光。\n",
        "这是一份文件，没有换行。",
        TRADITIONAL,
        RUSSIAN,
        KOREAN,
        "Ο φάρος φωτίζει τη θάλασσα τη νύχτα.\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("times", [1, 20, 4_000])
def test_utf_16_needs_no_byte_order_mark(text: str, encoding: str, times: int) -> None:
    data = (text * times).encode(encoding)

    assert looks_like_text(data[:65_536])
    assert decode(data).text == text * times
    assert decode(data).encoding == encoding


@given(st.randoms(use_true_random=False), st.integers(512, 4_000))
def test_random_bytes_are_no_text(random: Random, size: int) -> None:
    assert not looks_like_text(random.randbytes(size))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (SIMPLIFIED, "gb18030"),
        (TRADITIONAL, "big5"),
        (RUSSIAN, "cp1251"),
    ],
)
def test_long_texts_cut_anywhere_are_decoded(text: str, encoding: str) -> None:
    data = (text * 3_000).encode(encoding)
    assert decode(data).text == text * 3_000


def test_broken_utf_8_stays_utf_8() -> None:
    decoded = decode(b"Good text " + b"\xff\xfe bad \xc3( and " + "日本語 の 文".encode())
    assert decoded.encoding == "utf-8"
    assert decoded.text.endswith("日本語 の 文")
    assert decoded.replaced == 3


@pytest.mark.parametrize("text", ["# lone {} surrogate\nline2", "# 灯台の {} 記録\n\n灯台を述べる。\n"])
@pytest.mark.parametrize(
    ("halves", "meant"), [("\ud800", "\ufffd"), ("\udfff \ud800", "\ufffd \ufffd"), ("\ud83d\ude00", "😀")]
)
def test_surrogates_make_no_other_encoding_of_utf_8(text: str, halves: str, meant: str) -> None:
    decoded = decode(text.format(halves).encode("utf-8", "surrogatepass"))
    assert (decoded.encoding, decoded.text) == ("utf-8", text.format(meant))
    assert decoded.replaced == meant.count("\ufffd")


def test_a_lone_surrogate_makes_no_other_encoding_of_utf_16() -> None:
    text = "# lone {} and {} surrogate\n\nline2 text"
    data = text.format("\ud800", "\udfff").encode("utf-16-le", "surrogatepass")
    assert decode(data).text == text.format("\ufffd", "\ufffd")


def test_a_broken_east_asian_text_keeps_its_encoding() -> None:
    decoded = decode((JAPANESE * 4).encode("cp932") + b"\x81")
    assert decoded.text.startswith(JAPANESE)
    assert decoded.replaced == 1


def test_what_a_file_declares_decides_where_nothing_else_does() -> None:
    data = "Łódź leży nad rzeką".encode("iso8859-2")
    assert decode(data, declared="iso-8859-2").text == "Łódź leży nad rzeką"
    assert decode(JAPANESE.encode("cp932"), declared="Shift_JIS").encoding == "cp932"


@pytest.mark.parametrize("declared", ["iso-8859-1", "utf-16", "nonsense", "hex", "", None])
def test_a_declaration_may_lie(declared: str | None) -> None:
    assert decode(SIMPLIFIED.encode(), declared=declared).text == SIMPLIFIED


@given(st.binary(max_size=300))
def test_any_bytes_can_be_decoded(data: bytes) -> None:
    decoded = decode(data)
    assert decoded.replaced <= len(decoded.text)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_utf_8_is_never_taken_for_anything_else(text: str) -> None:
    assert decode(text.encode()).text == text.removeprefix("\ufeff")


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (b"words and words", True),
        (JAPANESE.encode("cp932"), True),
        (JAPANESE.encode("utf-16-le"), True),
        (JAPANESE.encode()[:-2], True),
        (bytes(range(256)) * 8, False),
        (bytes(1_000), False),
        (b"# a\0b\n\ntext\0\n", True),
        (b"\0\0\0\1text", False),
        (struct.pack("<600h", *(round(9_000 * math.sin(i / 9)) for i in range(600))), False),
        (struct.pack("<300I", *range(0, 30_000, 100)), False),
        (b"\x7fELF\x02\x01\x01" + bytes(40) + b"text", False),
    ],
)
def test_text_is_told_from_binary_data(sample: bytes, expected: bool) -> None:
    assert looks_like_text(sample) is expected
