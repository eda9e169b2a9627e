"""Faces of East Asian type: headings are often in a Gothic, of even and heavy strokes, over a text in Ming."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_GOTHIC = re.compile(
    r"gothic|ゴシック|고딕|角ゴ|丸ゴ|kaku|maru|黑体|黑體|等线|hei\b|heiti|yahei|雅黑|jhenghei|正黑|meiryo|メイリオ|돋움|dotum|굴림|gulim"
    r"|pingfang|苹方|dengxian|\bsans\b|malgun|biz ?ud",
    re.IGNORECASE,
)
_MING = re.compile("明朝|mincho|serif", re.IGNORECASE)
_IDEOGRAPH = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff]")


@lru_cache(maxsize=1024)
def is_gothic(name: str | None) -> bool:
    """Whether a font is a Gothic (`ＭＳ ゴシック`, `SimHei`, `돋움`); any other, or none, is not."""
    plain = unicodedata.normalize("NFKC", name or "")
    return _GOTHIC.search(plain) is not None and not _MING.search(plain)


def has_east_asian(text: str) -> bool:
    """Whether a text has letters that are set in an East Asian font."""
    return not text.isascii() and _IDEOGRAPH.search(text) is not None
