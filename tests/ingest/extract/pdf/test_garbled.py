from __future__ import annotations

import pytest

from ingest.extract.pdf.garbled import is_garbled

ENGLISH = "The keeper of the harbour lights walks the whole length of the pier every evening. " * 4
GERMAN = "Der Wärter geht jeden Abend den ganzen Pier entlang und schreibt die Farbe jeder Lampe auf. " * 4
JAPANESE = "灯台守は毎晩埠頭を端から端まで歩いて、すべての灯火の色と周期を記録する。" * 4
CHINESE = "我们在这个地方工作，每天都要把所有的情况记下来，然后报告给他们。" * 4


def shifted(text: str) -> str:
    return "".join(chr(33 + (ord(c) * 7 + 11) % 90) if c.isalpha() else c for c in text)


@pytest.mark.parametrize("text", [ENGLISH, GERMAN, JAPANESE, CHINESE, "", "42", "E = mc^2"])
def test_real_text_is_not_garbled(text):
    assert not is_garbled([text])


def test_contents_with_leaders_are_not_garbled():
    assert not is_garbled([f"{n}.{n} Lamps and more {'. ' * 60} {n}" for n in range(12)])


@pytest.mark.parametrize(
    "text",
    [
        shifted(ENGLISH),
        "".join(chr(0xE000 + ord(c)) if c.isalpha() else c for c in ENGLISH),
        "".join("\ufffd" if c.isalpha() else c for c in ENGLISH),
        JAPANESE.encode("utf-8").decode("cp1252", "replace"),
        "".join(chr(0x3400 + ord(c) % 0x1900) for c in CHINESE),
    ],
    ids=["wrong letters", "private use", "replacement", "mojibake", "rare ideographs"],
)
def test_nonsense_is_garbled(text):
    assert is_garbled([text])
