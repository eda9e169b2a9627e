from __future__ import annotations


def test_ruby_does_not_tear_words_apart(sheet, read):
    sheet.new_page()
    for y in (100, 130, 160):
        sheet.page.insert_text((60, y - 12), "とうだい", fontsize=5, fontname="japan")
        sheet.page.insert_text((60, y), "灯台の色を毎晩すべて書き記すこと。", fontsize=12, fontname="japan")
    extraction = read(sheet.save())
    text = "".join(line.text for line in extraction.lines)
    assert "とうだい" not in text
    assert text.count("灯台の色を毎晩すべて書き記すこと。") == 3
    assert any("Ruby" in note for note in extraction.coverage.notes)


def test_small_kana_elsewhere_are_text(sheet, read):
    sheet.new_page()
    sheet.page.insert_text((60, 100), "灯台の色を毎晩すべて書き記すこと。", fontsize=12, fontname="japan")
    sheet.page.insert_text((60, 300), "ちいさなひらがな", fontsize=5, fontname="japan")
    text = "".join(line.text for line in read(sheet.save()).lines)
    assert "ちいさなひらがな" in text
