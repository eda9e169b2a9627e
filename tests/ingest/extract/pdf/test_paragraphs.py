from __future__ import annotations

import pytest

WIDE = "灯台の番人は毎晩欠かさず桟橋を端から端まで歩いて灯の色と周期を帳面に書き記しておく。"
NARROW = (
    "検査の係はその帳面を月の終わりに読み",
    "比べ、まもなく切れそうな灯を見つけて",
    "から、新しい灯と取り替えることにして",
    "いる。",
)


def _lines(sheet, read) -> list[str]:
    return [line.text for line in read(sheet.save()).lines]


def _write(sheet, lines, y, size=12, font="japan"):
    for number, line in enumerate(lines):
        sheet.page.insert_text((60, y + number * size * 1.5), line, fontsize=size, fontname=font)


def test_lines_beside_a_picture_are_one_paragraph(sheet, read):
    sheet.new_page().picture((360, 130, 540, 260))
    _write(sheet, [WIDE], 100)
    _write(sheet, NARROW, 150)
    assert _lines(sheet, read) == [WIDE, "".join(NARROW)]


def test_a_line_that_ends_early_ends_its_paragraph_also_beside_a_picture(sheet, read):
    sheet.new_page().picture((360, 130, 540, 260))
    _write(sheet, [WIDE], 100)
    _write(sheet, [*NARROW, *NARROW], 150)
    assert _lines(sheet, read) == [WIDE, "".join(NARROW), "".join(NARROW)]


@pytest.mark.parametrize(
    "lines",
    [
        ("灯台の番人が書く帳面の色, 52", "桟橋を照らす灯の周期の表, 71", "検査の係が読み比べる記録, 98"),
        ("赤い灯", "青い灯", "白い灯"),
    ],
    ids=["entries of an index", "words"],
)
def test_lines_of_one_width_that_are_no_prose_stay_apart(sheet, read, lines):
    sheet.new_page()
    _write(sheet, [WIDE], 100)
    _write(sheet, lines, 150)
    assert _lines(sheet, read) == [WIDE, *lines]


def test_a_bullet_with_a_blank_begins_a_line(sheet, read):
    items = (
        "・ 灯の色を毎晩欠かさずに帳面に書き記しておくこと",
        "・ 灯の周期を毎晩欠かさずに帳面に書き記すこと",
        "・ 帳面を月の終わりに検査の係に見せておくこと",
    )
    sheet.new_page()
    _write(sheet, items, 100)
    assert len(_lines(sheet, read)) == 3


def test_a_line_that_is_set_to_the_right_is_not_joined_to_what_follows(sheet, read):
    sheet.new_page()
    date = "令和五年三月十日"
    sheet.page.insert_text((60 + 12 * (len(WIDE) - len(date)), 100), date, fontsize=12, fontname="japan")
    _write(sheet, [WIDE], 118)
    assert _lines(sheet, read) == [date, WIDE]


def test_japanese_in_a_font_of_one_width_is_prose_not_code(sheet, read):
    sheet.new_page()
    full = WIDE[:-2] + "ことにする"
    _write(sheet, [full, NARROW[-1]], 100)
    for number in range(1, sheet.file.xref_length()):
        if sheet.file.xref_get_key(number, "FontName")[0] != "null":
            sheet.file.xref_set_key(number, "FontName", "(MonoGothic)")
        if sheet.file.xref_get_key(number, "BaseFont")[0] != "null":
            sheet.file.xref_set_key(number, "BaseFont", "/MonoGothic")
    assert _lines(sheet, read) == [full + NARROW[-1]]
