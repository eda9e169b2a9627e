"""The real model on pages that the tests print."""

from __future__ import annotations

import difflib

import pytest

from ingest.extract.ocr.open import open_recogniser
from ingest.extract.ocr.protocol import Picture
from tests.support.scans import needs_ocr, written

pytestmark = needs_ocr

LINES = {
    "helv": "The keeper writes down the colour of 24 lamps.",
    "japan": "灯台守は毎晩埠頭を歩いて灯火の色を記録する。",
    "china-s": "系统先读取每一页的文字，再判断哪些行是标题。",
}


@pytest.mark.parametrize("font", LINES)
def test_printed_lines_come_out_as_they_were_written(font):
    pixels = written([(LINES[font], 14)], font=font)[0].get_pixmap(dpi=120, alpha=False)
    found = open_recogniser().recognise(Picture(pixels.width, pixels.height, bytes(pixels.samples)))
    assert len(found) == 1
    assert difflib.SequenceMatcher(None, LINES[font], found[0].text, autojunk=False).ratio() > 0.95
    assert found[0].confidence > 0.8
    left, top, right, bottom = found[0].box
    assert 80 < left < 110 < right
    assert 100 < top < bottom < 160


def test_a_white_page_holds_no_lines():
    assert open_recogniser().recognise(Picture(600, 800, b"\xff" * (600 * 800 * 3))) == []
