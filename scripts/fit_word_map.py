"""Fit the word map: `fit_word_map.py FOLDER [--out FILE]`.

FOLDER is what `gather_word_pairs.py` makes: `segments.tsv` (the same short text in English, Japanese, Chinese, or
nothing), `words-ja.tsv` and `words-zh.tsv` (a word, 1 where it is a common one, its English meanings), and
`shared.tsv` (a Chinese word, the same word as Japanese writes it).

Which word stands for which is learnt by IBM model 1 in both directions over segments and dictionaries together:
a pair is worth the geometric mean of both probabilities, so that only words that mean each other stay. Between
Japanese and Chinese the pairs of either with English are a bridge for words that no common text has.
It needs up to 4 GB of memory and six minutes of CPU.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ingest.engines.lexical.scripts import HAN, KATAKANA
from ingest.engines.lexical.text_analysis import normalise
from ingest.engines.lexical.word_map import SHIPPED, Pair, WordMap, cost_of
from ingest.engines.lexical.word_units import (
    ENGLISH_GRAMMAR,
    LONGEST_UNIT,
    CostFrom,
    english_bases,
    english_units,
    unspaced_units,
)

ROUNDS = 5
LONGEST_SEGMENT = 60
"""Words of a segment; in longer ones everything goes with everything."""

LONGEST_HAN_WORD = 6
CUT_LENGTH = 120
"""Texts of more characters are cut into sentences where both languages have as many."""

COMMON_WEIGHT, RARE_WEIGHT, CHINESE_WEIGHT, SHARED_WEIGHT = 1.0, 0.5, 0.6, 2.0
"""What an entry of a dictionary counts beside a segment; `shared`: a word that both write in the same characters."""

LEAST_COUNT = 0.3
LEAST_PROBABILITY = 0.003
LEAST_WEIGHT = 0.03
LEAST_SHARE = 0.1
MOST_TRANSLATIONS = 5
UNSEEN_SHARE = 0.5
"""What a pair keeps of its weight for each word that stands in a dictionary only: such words are rarely written."""

LEAST_BRIDGE = 0.08
SINGLE_PENALTY = 2.0

Segment = tuple[tuple[str, ...], tuple[str, ...], float]
"""Words in one language, in another, and how much they count."""


@dataclass(frozen=True)
class Aligned:
    """A pair that model 1 found: its probabilities in both directions."""

    one: str
    other: str
    weight: float


def rows(path: Path) -> Iterator[list[str]]:
    """Yield the rows of a file of values set apart by tabs."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield [normalise(value) for value in line.rstrip("\n").split("\t")]


def sentences(row: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield a row sentence by sentence where all its languages have as many, else as it is."""
    english, *others = row
    if len(english) < CUT_LENGTH:
        yield english, others[0], others[1]
        return
    cut = [part for part in re.split(r"(?<=[.!?])\s+", english) if part]
    left = []
    for number, text in enumerate(others):
        parts = [part for part in re.split("(?<=[。！？!?])", text) if part.strip()]
        same = len(parts) == len(cut)
        left.append("" if same else text)
        for one, other in zip(cut, parts, strict=False) if same else ():
            yield (one, other, "") if number == 0 else (one, "", other)
    if any(left):
        yield english, left[0], left[1]


class Lexicon:
    """The words that a text without blanks is cut into, learnt from how often they are."""

    def __init__(self, heads: Iterable[str], texts: Sequence[str]) -> None:
        words = {head for head in heads if _is_unit(head)}
        katakana = Counter(run for text in texts for run in re.findall(f"[{KATAKANA}]+", text))
        words |= {run for run, count in katakana.items() if count >= 3 and 1 < len(run) <= LONGEST_UNIT}
        words = {word for word in words if not _is_compound(word, words)}
        self.costs = {word: 8.0 + (6.0 if len(word) == 1 else 0.0) for word in words}
        runs = Counter(run for text in texts for run in re.findall(f"[{HAN}]+|[{KATAKANA}]+", text))
        for _ in range(3):
            counts: Counter[str] = Counter()
            for run, count in runs.items():
                for unit in unspaced_units(run, self.words_from):
                    counts[unit] += count
            total = sum(counts.values())
            self.seen = set(counts)
            penalty = {True: SINGLE_PENALTY, False: 0.0}
            self.costs = {
                word: cost_of((counts[word] + 0.3) / total) + penalty[len(word) == 1] for word in words
            }

    def words_from(self, text: str, first: int, last: int) -> Iterator[tuple[int, float]]:
        """Yield where words end that begin at a place, with their costs; see word_units."""
        for end in range(first + 1, last + 1):
            if (cost := self.costs.get(text[first:end])) is not None:
                yield end, cost


def _is_unit(head: str) -> bool:
    if re.fullmatch(f"[{KATAKANA}]{{2,{LONGEST_UNIT}}}", head):
        return True
    return bool(re.fullmatch(f"[{HAN}]{{1,{LONGEST_HAN_WORD}}}", head))


def _is_compound(word: str, words: set[str]) -> bool:
    """Whether a word in ideographs is two words of two and more: those have translations of their own."""
    if len(word) < 4 or re.match(f"[{KATAKANA}]", word):
        return False
    return any(word[:cut] in words and word[cut:] in words for cut in range(2, len(word) - 1))


def folding(counts: Counter[str], heads: set[str]) -> Callable[[str], str]:
    """Return what gives the base form of an English word, as far as there is such a word."""

    @cache
    def base(word: str) -> str:
        for form in english_bases(word):
            if form in heads or counts[form] >= max(20, 0.3 * counts[word]):
                return form
        return word

    return base


def meanings(text: str) -> Iterator[str]:
    """Yield the English meanings of an entry, without what dictionaries put before them."""
    for meaning in text.split("|")[:6]:
        yield re.sub("^(?:to be|to|a|an|the) ", "", meaning.lower())


def align(segments: Sequence[Segment]) -> list[Aligned]:
    """Return the pairs of words that mean each other, by model 1 in both directions."""
    ones, others = (
        _numbered(segment[0] for segment in segments),
        _numbered(segment[1] for segment in segments),
    )
    left, right, sizes = [], [], []
    for one, other, weight in segments:
        if one and other and max(len(one), len(other)) <= LONGEST_SEGMENT:
            first = np.array([ones[word] for word in one] + [len(ones)], np.int64)
            second = np.array([others[word] for word in other] + [len(others)], np.int64)
            left.append(np.repeat(first, len(second)))
            right.append(np.tile(second, len(first)))
            sizes.append((weight, len(first), len(second)))
    width = len(others) + 1
    cells, cell = np.unique(np.concatenate(left) * width + np.concatenate(right), return_inverse=True)
    del left, right
    cell = cell.astype(np.int32)
    one_of, other_of = cells // width, cells % width
    heights, widths = np.array([size[1] for size in sizes]), np.array([size[2] for size in sizes])
    area = heights * widths
    within = np.arange(area.sum()) - np.repeat(np.cumsum(area) - area, area)
    across = np.repeat(widths, area)
    column = (np.repeat(np.cumsum(widths) - widths, area) + within % across).astype(np.int32)
    row = (np.repeat(np.cumsum(heights) - heights, area) + within // across).astype(np.int32)
    weights = np.repeat(np.array([size[0] for size in sizes], np.float32), area)
    forth, seen = _expect(cell, column, one_of, other_of != len(others), weights)
    back, seen_back = _expect(cell, row, other_of, one_of != len(ones), weights)
    kept = (one_of != len(ones)) & (other_of != len(others)) & (np.minimum(seen, seen_back) > LEAST_COUNT)
    kept &= (forth > LEAST_PROBABILITY) & (back > LEAST_PROBABILITY)
    names, other_names = list(ones), list(others)
    return [
        Aligned(names[one_of[at]], other_names[other_of[at]], math.sqrt(forth[at] * back[at]))
        for at in np.flatnonzero(kept)
    ]


def _numbered(texts: Iterable[tuple[str, ...]]) -> dict[str, int]:
    return {
        word: number for number, word in enumerate(dict.fromkeys(word for text in texts for word in text))
    }


def _expect(
    cell: np.ndarray, group: np.ndarray, source: np.ndarray, allowed: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the probability of each cell given its source, and how often it was seen, after some rounds."""
    probability = np.ones(len(source), np.float32)
    seen: np.ndarray = probability
    for _ in range(ROUNDS):
        share = (probability * allowed)[cell]
        whole = np.bincount(group, share)
        seen = np.bincount(cell, share / np.maximum(whole[group], 1e-12) * weights, minlength=len(source))
        total = np.bincount(source, seen)
        probability = (seen / np.maximum(total[source], 1e-9)).astype(np.float32)
    return probability, seen


def bridged(ja: Sequence[Aligned], zh: Sequence[Aligned], known: Sequence[Aligned]) -> Iterator[Aligned]:
    """Yield pairs of Japanese and Chinese words that share English ones, where one of them has no pair yet."""
    has_ja, has_zh = {pair.one for pair in known}, {pair.other for pair in known}
    chinese = defaultdict(list)
    for pair in zh:
        chinese[pair.one].append((pair.other, pair.weight))
    found: dict[tuple[str, str], float] = defaultdict(float)
    for pair in ja:
        for word, weight in chinese[pair.one]:
            if pair.other not in has_ja or word not in has_zh:
                found[pair.other, word] += pair.weight * weight
    yield from (
        Aligned(one, other, min(1.0, weight))
        for (one, other), weight in found.items()
        if weight > LEAST_BRIDGE
    )


def grammar(pairs: Sequence[Aligned]) -> set[str]:
    """Return the words that stand for English function words more than for anything else."""
    best: dict[str, Aligned] = {}
    for pair in pairs:
        if pair.other not in best or pair.weight > best[pair.other].weight:
            best[pair.other] = pair
    return {word for word, pair in best.items() if pair.one in ENGLISH_GRAMMAR}


def pruned(pairs: Iterable[Aligned], left_out: set[str], seen: set[str]) -> list[Pair]:
    """Return the pairs worth keeping: sure enough, and among the surest of one of the two words.

    seen: the words that texts have.
    """
    by_word = defaultdict(list)
    for pair in pairs:
        weight = pair.weight * UNSEEN_SHARE ** ((pair.one not in seen) + (pair.other not in seen))
        if pair.weight >= LEAST_WEIGHT and not {pair.one, pair.other} & left_out:
            by_word[0, pair.one].append((-weight, pair.one, pair.other))
            by_word[1, pair.other].append((-weight, pair.one, pair.other))
    kept = {}
    for together in by_word.values():
        together.sort()
        surest = together[0][0]
        for weight, one, other in together[:MOST_TRANSLATIONS]:
            if weight <= LEAST_SHARE * surest:
                kept[one, other] = -weight
    return [(one, other, weight) for (one, other), weight in sorted(kept.items())]


def main() -> None:
    """Read, align, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()
    segments = list(
        dict.fromkeys(part for row in rows(options.folder / "segments.tsv") for part in sentences(row))
    )
    entries = {language: list(rows(options.folder / f"words-{language}.tsv")) for language in ("ja", "zh")}
    shared = list(rows(options.folder / "shared.tsv"))
    lexicons = {
        language: Lexicon(
            [entry[0] for entry in entries[language]],
            [segment[number] for segment in segments if segment[number]],
        )
        for number, language in ((1, "ja"), (2, "zh"))
    }
    cut: dict[str, CostFrom] = {language: lexicon.words_from for language, lexicon in lexicons.items()}
    counts = Counter(word for segment in segments for word in english_units(segment[0]))
    simple = {
        meaning
        for some in entries.values()
        for entry in some
        for meaning in meanings(entry[2])
        if meaning.isascii() and meaning.isalpha()
    }
    base = folding(counts, simple)
    read = [
        (
            tuple(map(base, english_units(english))),
            tuple(unspaced_units(japanese, cut["ja"])),
            tuple(unspaced_units(chinese, cut["zh"])),
        )
        for english, japanese, chinese in segments
    ]
    print(f"{len(read)} segments", flush=True)

    def with_dictionary(language: str, number: int) -> list[Segment]:
        weights = {"1": COMMON_WEIGHT, "": RARE_WEIGHT if language == "ja" else CHINESE_WEIGHT}
        found: list[Segment] = [(row[0], row[number], 1.0) for row in read if row[number]]
        for word, common, english in entries[language]:
            units = (
                (word,) if word in lexicons[language].costs else tuple(unspaced_units(word, cut[language]))
            )
            for meaning in meanings(english):
                named = tuple(map(base, english_units(meaning)))
                if 0 < len(named) <= 3 and 0 < len(units) <= 3:
                    found.append((named, units, weights[common]))
        return found

    ja, zh = align(with_dictionary("ja", 1)), align(with_dictionary("zh", 2))
    both: list[Segment] = [(row[1], row[2], 1.0) for row in read if row[1] and row[2]]
    for chinese, japanese in shared:
        if japanese in lexicons["ja"].costs and chinese in lexicons["zh"].costs:
            both.append(((japanese,), (chinese,), SHARED_WEIGHT))
    ja_zh = align(both)
    ja_zh += bridged(ja, zh, ja_zh)
    seen = set(map(base, counts)) | lexicons["ja"].seen | lexicons["zh"].seen
    left_out = grammar(ja) | grammar(zh) | ENGLISH_GRAMMAR
    pairs = {
        ("en", "ja"): pruned(ja, left_out, seen),
        ("en", "zh"): pruned(zh, left_out, seen),
        ("ja", "zh"): pruned(ja_zh, left_out, seen),
    }
    words: dict[str, dict[str, float]] = {"en": {}, "ja": {}, "zh": {}}
    for (source, target), some in pairs.items():
        for one, other, _ in some:
            words[source][one] = lexicons[source].costs.get(one, 15.0) if source != "en" else 0.0
            words[target][other] = lexicons[target].costs.get(other, 15.0)
    WordMap.of_pairs(words, pairs).save(options.out)
    print(
        {language: len(some) for language, some in words.items()},
        {key: len(some) for key, some in pairs.items()},
    )
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
