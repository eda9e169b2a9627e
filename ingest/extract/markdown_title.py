"""The title of a Markdown heading as a reader sees it."""

from __future__ import annotations

import re

_ANCHOR = re.compile(r"\s*(?:\{\s*[#.:][^{}]*\}|\{\s*/\*.*?\*/\s*\}|<!--.*?-->)")
_IMAGE_OR_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])")
_INLINE_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>")
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_STRONG = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1")
_STAR = re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?!\*)|(?<=\w)\*(?=\S)([^*]+?)(?<=\S)\*(?!\*)")
_UNDERSCORE = re.compile(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LONGEST_SOURCE = 3_000
_HIDDEN = "\ue000"


def plain_title(source: str) -> str:
    """Return a heading's text as a reader sees it: no anchors, emphasis, code marks, links or pictures."""
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match[match.lastindex or 0])
        return f"{_HIDDEN}{len(held) - 1}{_HIDDEN}"

    text = source[:_LONGEST_SOURCE].replace(_HIDDEN, "")
    text = _CODE.sub(hold, text)
    text = _ESCAPE.sub(hold, text)
    text = _ANCHOR.sub("", text)
    text = _AUTOLINK.sub(r"\1", text)
    text = _INLINE_TAG.sub("", text)
    for _ in range(2):
        text = _IMAGE_OR_LINK.sub(r"\1", text)
    text = _STRONG.sub(r"\2", text)
    text = _STAR.sub(lambda match: match[1] or match[2], text)
    text = _UNDERSCORE.sub(r"\1", text)
    text = re.sub(f"{_HIDDEN}(\\d+){_HIDDEN}", lambda match: held[int(match[1])], text)
    return " ".join(text.split())
