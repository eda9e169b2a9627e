"""Texts that read like something else than a heading, whatever they look like."""

from __future__ import annotations

import re

from ingest.extract.leaders import find_leader

_CAPTION = re.compile(
    r"^\W*(?:fig(?:ure|\.)|table|abb(?:ildung|\.)|tab(?:elle|leau|\.)|listing|рис|таблица|図|表|图|圖|그림|표|例|code"
    r"|algorithm|theorem|lemma|proposition|corollary|definition|proof|remark|exercise|定理|補題|定義|note|warning"
    r"|tip|caution|(?:example|beispiel|exemple|ejemplo|esempio)\s*\d+[.-])\s*[0-9.:：A-Z]*\s*[.:：)]?\s*(?:\b|$)(?<=[\d.:：)])",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[•●■◆·○▪–—*※→\uf000-\uf0ff]\s*\S")
_OPEN_END = re.compile(r"[,;，；、。]$|[\u3040-\u9fff][．.]$")
_SENTENCE = re.compile(r"[。．！？][^。．！？\d\s)）」』】]")
_COMMAND = re.compile(r"[:/>%|&]\S")
_FORMULA = re.compile(r"[=|{}⟨⟩→←⇌≠≤≥±]|−−")
_UNREADABLE = "\ufffd"


def is_no_title(text: str, *, behind_number: str | None) -> bool:
    """Whether a text reads like a caption, an item of a list, a sentence, a formula or an address.

    behind_number: what follows the number of a heading, None for a text without one.
    """
    if behind_number is not None and _COMMAND.match(behind_number):
        return True
    if text.count(_UNREADABLE) > 0.2 * len(text):
        return True
    if _CAPTION.match(text) or find_leader(text) or "@" in text or "http" in text:
        return True
    if _BULLET.match(text) or _OPEN_END.search(text):
        return True
    if behind_number is not None:
        return False
    return bool(_FORMULA.search(text) or _SENTENCE.search(text)) or (text.endswith(".") and len(text) > 30)
