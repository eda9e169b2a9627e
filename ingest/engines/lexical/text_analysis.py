"""How text becomes words, for every script and without a dictionary. Pure functions, no engine.

Three streams come out of a text, one for each kind of field:

- running text: words in their order. Scripts that are written without blanks (kana, ideographs, hangul,
  Thai and its neighbours) become overlapping pairs of characters, set apart by blanks: `計算機` is
  `計算 算機`. The engine splits what is left at everything that is no letter or digit, folds case and
  accents and stems.
- wholes: what must be found as one piece: identifiers (`read_file`, `v1.2.3`, `Node.js`), unbroken runs of
  one script (`京都` is a whole in `京都の寺` and not in `東京都庁`), and the last character of each run.
- parts: the words inside `camelCase`.

A query is read by the same rules into words that all should be there, and helps that only improve the order.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ingest.engines.lexical import scripts

ANALYSIS_VERSION = 2
"""Raised whenever equal text gives different words than before: engines are then filled again."""

LONGEST_QUERY = 1_000
LONGEST_WHOLE = 40
LONGEST_ORDER = 12
LONGEST_RUN_PIECE = 8
SHORTEST_KANA_WORD = 3

_NOT_JOINED = re.compile(r"[^\w+#]|_")
_PARTICLE_END = re.compile(
    "(?<=..)(?:에서는|으로는|에게서|입니다|인가요|하려면|합니다|에서|에게|까지|부터|처럼|보다|한테|이나|라도|마다|조차|에는|에도|으로"
    "|이란|이다|하는|하기|하고|하면|은|는|이|가|을|를|의|에|와|과|도|만|로|란)$"
)
"""Particles and the commonest endings behind a hangul word of two syllables or more."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """The three streams of a text; see the module. Each is one string, its tokens set apart by blanks."""

    running: str
    wholes: str
    parts: str


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a query.

    text: as a reader sees it. running: the same as running text; several tokens must be adjacent. whole: how
    it stands in the wholes, or empty. parts: the words inside it, adjacent in the parts, or empty. start: any
    token that begins with it counts (a single ideograph). needed: a document has "all words" only with it.
    """

    text: str
    running: str
    whole: str = ""
    parts: str = ""
    start: bool = False
    needed: bool = True


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query: its words, quoted phrases that must be there, and runs whose exact order is a good sign.

    only_phrases: there is no word outside the phrases.
    """

    words: tuple[QueryWord, ...]
    phrases: tuple[str, ...]
    near: tuple[str, ...]
    only_phrases: bool = False


def normalise(text: str) -> str:
    """Return text in one form: NFKC, no invisible characters or loose marks, no halves of surrogate pairs."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", scripts.HALF_PAIR.sub(" ", text))
    return scripts.LONG_VOWEL_END.sub("", scripts.MARK.sub("", text))


def analyse(text: str) -> Analysed:
    """Return the three streams of a text for the index."""
    text = normalise(text)
    wholes = list(_identifiers(text))
    parts = " ".join(_camel_parts(text))
    if text.isascii():
        return Analysed(text, " ".join(wholes), parts)
    pieces = scripts.AROUND_RUNS.split(text)
    runs = pieces[1::2]
    pieces[1::2] = [" ".join(_pairs(run)) for run in runs]
    wholes.extend(piece for piece in scripts.PIECE.findall(text) if 1 < len(piece) <= LONGEST_RUN_PIECE)
    wholes.extend(sorted({run[-1] for run in runs}))
    return Analysed(" ".join(pieces), " ".join(wholes), parts)


def running_text(text: str) -> str:
    """Return only the running text of a text, e.g. of a quoted phrase."""
    return analyse(text).running.strip()


def parse_query(query: str) -> ParsedQuery:
    """Read any text as a query. Nothing in it is an operator but straight quotation marks around a phrase.

    The curved and cornered ones belong to prose: what stands between them only helps. Of a very long text
    the beginning is read.
    """
    text = normalise(query[:LONGEST_QUERY])
    phrases = dict.fromkeys(running_text(quoted) for quoted in scripts.QUOTED.findall(text))
    words: list[QueryWord] = []
    near: list[str] = [running_text(quoted) for quoted in scripts.QUOTED_IN_PROSE.findall(text)]
    for match in scripts.QUERY_PIECE.finditer(text):
        piece = match.group()
        if not scripts.RUN.match(piece):
            words.append(_read_chunk(piece))
        elif scripts.PIECE.search(piece):
            words.extend(_read_run(piece))
            near.extend(_orders(piece))
        else:
            words.extend(_read_unbroken(piece, needed=_stands_alone(text, match)))
            near.append(" ".join(_pairs(piece[:LONGEST_ORDER])))
    return ParsedQuery(
        words=tuple(dict.fromkeys(_something_needed(words))),
        phrases=tuple(phrase for phrase in phrases if phrase),
        near=tuple(dict.fromkeys(running for running in near if running)),
        only_phrases=bool(phrases) and not scripts.QUERY_PIECE.search(scripts.QUOTED.sub(" ", text)),
    )


def visible_words(query: str) -> list[str]:
    """Return the words and pieces of a query as a reader would mark them in a text, longest first."""
    seen: dict[str, None] = {}
    for piece in scripts.QUERY_PIECE.findall(normalise(query[:LONGEST_QUERY])):
        if scripts.RUN.match(piece):
            seen.update((_without_particle(part), None) for part in scripts.PIECE.findall(piece) or [piece])
        else:
            seen[piece] = None
    return sorted(seen, key=lambda word: (-len(word), word))


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else list(map(operator.add, run, run[1:]))


def _identifiers(text: str) -> Iterator[str]:
    """Yield every identifier of a text as it stands in the wholes."""
    end = 0
    for joint in scripts.JOINT.finditer(text):
        place = joint.start()
        if place < end:
            continue
        before = scripts.WORD_BEFORE.search(text, max(end, place - LONGEST_WHOLE), place)
        match = scripts.IDENTIFIER.match(text, before.start()) if before else None
        if match:
            end = match.end()
            if whole := _joined(match.group()):
                yield whole
    for sign in scripts.SIGN.finditer(text):
        place = sign.start()
        if match := scripts.IDENTIFIER.match(text, max(0, place - 1)):
            before_letter = text[place - 2 : place - 1]
            if match.end() == sign.end() and not before_letter.isalnum():
                yield match.group()


def _joined(identifier: str) -> str:
    """Return an identifier without its joints, or a bare number with them, or nothing when it is too long."""
    if len(identifier) > LONGEST_WHOLE:
        return ""
    bare = identifier[1:] if identifier[0] in "vV" and identifier[1].isdigit() else identifier
    joined = _NOT_JOINED.sub("", bare)
    return bare if joined.isdigit() else joined


def _camel_parts(text: str) -> Iterator[str]:
    """Yield the words inside each camelCase word of a text."""
    end = 0
    for hump in scripts.HUMP_START.finditer(text):
        place = hump.start()
        if place < end:
            continue
        before = scripts.ASCII_WORD_BEFORE.search(text, max(end, place - LONGEST_WHOLE), place)
        match = scripts.ASCII_WORD.match(text, before.start()) if before else None
        if match:
            end = match.end()
            if len(match.group()) <= LONGEST_WHOLE:
                yield from scripts.HUMP.split(match.group())


def _read_chunk(chunk: str) -> QueryWord:
    """Read a word of an alphabet, or an identifier."""
    parts = " ".join(_camel_parts(chunk))
    if scripts.IDENTIFIER.fullmatch(chunk):
        return QueryWord(chunk, running=chunk, whole=_joined(chunk), parts=parts or chunk)
    return QueryWord(chunk, running=chunk, whole=chunk if len(chunk) <= LONGEST_WHOLE else "", parts=parts)


def _read_run(run: str) -> Iterator[QueryWord]:
    """Read a run with ideographs, katakana or hangul: those pieces are needed, the seams help."""
    covered: set[str] = set()
    for piece in scripts.PIECE.findall(run):
        stem = _without_particle(piece)
        for word in _read_piece(stem, alone=stem == run):
            covered.update(word.running.split())
            yield word
    yield from (QueryWord(run, pair, needed=False) for pair in _pairs(run) if pair not in covered)


def _read_piece(piece: str, *, alone: bool) -> Iterator[QueryWord]:
    """Read a piece of one script. A single ideograph counts only where it is the whole run."""
    whole = piece if len(piece) <= LONGEST_RUN_PIECE else ""
    pairs = _pairs(piece)
    if len(piece) == 1:
        if alone:
            yield QueryWord(piece, piece, whole=whole, start=True)
    elif len(piece) <= 3 or scripts.IS_KATAKANA.match(piece):
        yield QueryWord(piece, " ".join(pairs), whole=whole)
    else:
        yield from _read_unbroken(piece, needed=True)


def _read_unbroken(run: str, *, needed: bool) -> Iterator[QueryWord]:
    """Read a long run pair by pair: its words may stand apart in a document."""
    yield from (QueryWord(run, pair, needed=needed) for pair in _pairs(run))


def _orders(run: str) -> Iterator[str]:
    """Yield the pieces of a run that were read pair by pair: seeing one whole is a good sign."""
    for piece in scripts.PIECE.findall(run):
        stem = _without_particle(piece)
        if 3 < len(stem) <= LONGEST_ORDER and not scripts.IS_KATAKANA.match(stem):
            yield " ".join(_pairs(stem))


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Whether a run of kana is a word that a person typed, not the grammar behind another word."""
    around = text[: match.start()][-1:] + text[match.end() :][:1]
    return len(match.group()) >= SHORTEST_KANA_WORD and not around.strip()


def _without_particle(piece: str) -> str:
    """Return a hangul word without the particle at its end, when at least two syllables are left."""
    return _PARTICLE_END.sub("", piece) if scripts.IS_HANGUL.match(piece) else piece


def _something_needed(words: list[QueryWord]) -> Iterable[QueryWord]:
    """Return the words as they are, or all of them as needed where none is."""
    if any(word.needed for word in words):
        return words
    return (replace(word, needed=True) for word in words)
