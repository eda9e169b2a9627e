"""Names of control words: what is left out, what is read though marked as optional, what stands for a character."""

from __future__ import annotations

_SKIPPED_NAMES = """
    colortbl pict objdata header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn
    aftnsep aftnsepc aftncn xe tc rxe bkmkstart bkmkend fldinst listtable listoverridetable rsidtbl generator
    themedata colorschememapping datastore latentstyles nonshppict private revtbl filetbl pgptbl
    template comment operator company manager category doccomm hlinkbase annotation atnid atnauthor atnref
    atndate falt panose sp fontemb fontfile listname levelnumbers leveltext objclass objname
"""
SKIPPED = frozenset(_SKIPPED_NAMES.split())
"""Groups whose text is not that of the document."""

READ_STARRED = frozenset(
    {"shpinst", "shptxt", "footnote", "ud", "title", "nesttableprops", "shppict", "cs", "ts"}
)
"""Groups that are read although a reader may leave them out."""

INFO = frozenset({"title", "author", "keywords", "subject", "creatim", "revtim"})
"""What the file says about itself."""

DATE_PARTS = frozenset({"yr", "mo", "dy", "hr", "min"})
"""Parts of a moment, the largest first."""

CHARACTERS = {
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "zwj": "\u200d",
    "zwnj": "\u200c",
}
"""Characters by their control word."""

SIGNS = {"~": "\u00a0", "_": "-", "\\": "\\", "{": "{", "}": "}", "-": "", "\t": "\t"}
"""Characters by their control sign."""
