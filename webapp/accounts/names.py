"""Names of people that cannot be taken for one another, and mail addresses that are one person's."""

from __future__ import annotations

import unicodedata

_EAST_ASIAN = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"}
)
"""Scripts that are written together with one another and with Latin, and look like nothing else."""

_LOOKALIKES = str.maketrans(
    {
        **dict(zip("авсеһіјкмпорԛѕтuхуԝѵԁ", "abcehijkmnopqstuxywvd", strict=True)),
        **dict(zip("αικνορτυχγ", "aikvoptuxy", strict=True)),
        "ı": "i",
        "ɡ": "g",
        "ɑ": "a",
    }
)
"""Small letters of other scripts that look like a Latin one, so that a whole name in them passes for it."""


def skeleton_of(name: str) -> str:
    """Return what two names have in common that people take for one another: case, width, form and lookalikes."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(_LOOKALIKES)


def is_of_one_script(name: str) -> bool:
    """Return whether the letters of a name are of one script; those of East Asia go with one another and with Latin."""
    letters = (each for each in unicodedata.normalize("NFKC", name) if each.isalpha())
    scripts = {unicodedata.name(each, "UNKNOWN").split()[0].split("-")[0] for each in letters}
    return len(scripts - _EAST_ASIAN) <= 1 and not (
        scripts & _EAST_ASIAN and scripts - _EAST_ASIAN - {"LATIN"}
    )


def skeleton_of_address(address: str) -> str:
    """Return what two spellings of one mail address have in common."""
    return unicodedata.normalize("NFKC", address.strip()).casefold()
