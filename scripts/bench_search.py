"""Measure the keyword search on a generated library: CPU time of a search over that of one bare term query.

    python scripts/bench_search.py [--documents 10000] [--passages 30] [--queries 200] [--folder DIR]

Makes documents in English, Japanese and Chinese from a vocabulary whose frequencies fall as in natural text
(Zipf), 500 to 900 characters a passage, indexes them and asks questions of several kinds. Prints JSON lines.
With --folder the index is kept there and used again. Nothing is downloaded.
"""

from __future__ import annotations

import argparse
import bisect
import itertools
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import tantivy

from ingest.domain.hits import Facts, Filter, LexicalEntry
from ingest.domain.passage import Passage
from ingest.engines.lexical.tantivy_index import TantivyIndex

LANGUAGES = ("en", "ja", "zh")
BATCH = 200
GOAL_P95_MS = 15.0
LIMIT = 60
"""As many documents as the verb `search` asks for before it fuses both paths."""

WARM_UP = 5


class Vocabulary:
    """Words of one language, drawn by Zipf's law. The first are as common as function words are."""

    def __init__(self, language: str, size: int, rng: random.Random) -> None:
        makers = {"en": _english, "ja": _japanese, "zh": _chinese}
        words = makers[language](rng)
        self.words = list(dict.fromkeys(itertools.islice(words, 3 * size)))[:size]
        self.joint = " " if language == "en" else ""
        self._weights = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(self.words))))
        self._rng = rng

    def draw(self, count: int) -> list[str]:
        total = self._weights[-1]
        picks = (bisect.bisect(self._weights, self._rng.random() * total) for _ in range(count))
        return [self.words[pick] for pick in picks]

    def text(self, characters: int) -> str:
        words = self.draw(characters // 3)
        sentences: list[str] = []
        length = 0
        while length < characters and words:
            size = self._rng.randint(6, 18)
            sentence, words = self.joint.join(words[:size]), words[size:]
            sentences.append(sentence + (". " if self.joint else "。"))
            length += len(sentences[-1])
        return "".join(sentences)

    def word(self, low: float, high: float) -> str:
        """A word from between two shares of the ranks, 0 being the commonest."""
        return self.words[int(self._rng.uniform(low, high) * (len(self.words) - 1))]


def _english(rng: random.Random) -> Iterator[str]:
    onsets, vowels, ends = (
        [
            "b",
            "c",
            "d",
            "f",
            "g",
            "h",
            "j",
            "k",
            "l",
            "m",
            "n",
            "p",
            "r",
            "s",
            "t",
            "v",
            "w",
            "st",
            "tr",
            "pl",
        ],
        "aeiou",
        ["", "n", "r", "s", "t", "l"],
    )
    for rank in itertools.count():
        syllables = 1 if rank < 60 else rng.randint(2, 4)
        yield "".join(rng.choice(onsets) + rng.choice(vowels) + rng.choice(ends) for _ in range(syllables))


def _japanese(rng: random.Random) -> Iterator[str]:
    yield from [
        "の",
        "に",
        "は",
        "を",
        "た",
        "が",
        "で",
        "て",
        "と",
        "し",
        "れ",
        "さ",
        "ある",
        "いる",
        "も",
        "する",
        "から",
        "な",
        "こと",
        "として",
        "い",
        "や",
        "など",
        "なっ",
    ]
    while True:
        if rng.random() < 0.3:
            yield "".join(chr(rng.randint(0x30A2, 0x30ED)) for _ in range(rng.randint(3, 6)))
        else:
            yield _ideographs(rng)


def _chinese(rng: random.Random) -> Iterator[str]:
    yield from [
        "的",
        "了",
        "在",
        "是",
        "和",
        "有",
        "不",
        "为",
        "与",
        "这",
        "中",
        "对",
        "以",
        "及",
        "可以",
        "进行",
    ]
    while True:
        yield _ideographs(rng)


def _ideographs(rng: random.Random) -> str:
    """A word of two or three ideographs; the commonest is one in a hundred, as in newspapers."""
    length = rng.choice((2, 2, 2, 3))
    return "".join(chr(0x4E00 + pick) for pick in rng.choices(range(2_500), cum_weights=_SHARES, k=length))


_SHARES = list(itertools.accumulate(1 / (rank + 20) for rank in range(2_500)))


def entries(
    vocabularies: dict[str, Vocabulary], documents: int, passages: int, rng: random.Random
) -> Iterator[LexicalEntry]:
    for number in range(1, documents + 1):
        language = rng.choice(LANGUAGES)
        vocabulary = vocabularies[language]
        title = vocabulary.joint.join(vocabulary.draw(6))
        headings = (title, vocabulary.joint.join(vocabulary.draw(4)))
        yield LexicalEntry(
            Facts(
                number,
                number,
                number % 10,
                rng.choice(("pdf", "md", "docx")),
                language,
                1_700_000_000 + number,
            ),
            title=title,
            file_name=f"report-{number}.pdf",
            passages=tuple(
                Passage(
                    at, 1 + 12 * at, 12 + 12 * at, "1.1", headings, vocabulary.text(rng.randint(500, 900))
                )
                for at in range(passages)
            ),
        )


def queries(vocabularies: dict[str, Vocabulary], count: int) -> dict[str, list[tuple[str, Filter]]]:
    """Return kinds of queries with their filters."""
    made: dict[str, list[tuple[str, Filter]]] = {}
    for language, vocabulary in vocabularies.items():
        for kind, make in _kinds(vocabulary).items():
            made[f"{language}: {kind}"] = [(make(), Filter()) for _ in range(count)]
    english = vocabularies["en"]
    mixed = [
        (f"{english.word(0, 0.05)} {vocabularies['ja'].word(0.002, 0.05)}", Filter()) for _ in range(count)
    ]
    made["mixed"] = mixed
    made["one collection of ten"] = [(english.text(40), Filter(collections=(3,))) for _ in range(count)]
    others = Filter(collections=tuple(range(1, 10)))
    for language, vocabulary in vocabularies.items():
        asked = [(vocabulary.joint.join(vocabulary.draw(12)) + "?", others) for _ in range(count)]
        made[f"{language}: question in nine collections of ten"] = asked
    made["inside one document"] = [(english.text(40), Filter(documents=(7 + at,))) for at in range(count)]
    return made


def _kinds(vocabulary: Vocabulary) -> dict[str, Callable[[], str]]:
    return {
        "common word": lambda: vocabulary.word(0, 0.002),
        "word": lambda: vocabulary.word(0.002, 0.05),
        "rare word": lambda: vocabulary.word(0.3, 1),
        "three words": lambda: " ".join(vocabulary.word(0.001, 0.1) for _ in range(3)),
        "question": lambda: vocabulary.joint.join(vocabulary.draw(12)) + "?",
    }


def milliseconds(ask: Callable[[], object]) -> float:
    started = time.process_time()
    ask()
    return 1_000 * (time.process_time() - started)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def fill(index: TantivyIndex, library: Iterator[LexicalEntry]) -> dict[str, object]:
    characters = 0
    spent = 0.0
    while batch := list(itertools.islice(library, BATCH)):
        characters += sum(len(passage.text.encode()) for entry in batch for passage in entry.passages)
        spent += milliseconds(partial(index.replace, batch))
    return {
        "name": "index",
        "mb": round(characters / 1e6, 1),
        "cpu_mb_per_s": round(characters / 1e3 / spent, 2),
    }


def bare_term(folder: Path, words: list[str]) -> float:
    """Return the median CPU milliseconds of one term query on the same index, without anything of ours."""
    index = tantivy.Index.open(str(folder))
    searcher, schema = index.searcher(), index.schema
    ask = [tantivy.Query.term_query(schema, "body", word, "freq") for word in words]
    spent = [milliseconds(partial(searcher.search, query, LIMIT, count=False)) for query in ask]
    return percentile(spent, 0.5)


def measure(
    index: TantivyIndex, folder: Path, made: dict[str, list[tuple[str, Filter]]]
) -> Iterator[dict[str, object]]:
    bare = bare_term(folder, [query.lower() for query, _ in made["en: word"]])
    everything: list[float] = []
    for kind, asked in made.items():
        for query, only in asked[:WARM_UP]:
            index.search(query, only=only, limit=LIMIT)
        spent = [milliseconds(partial(index.search, query, only=only, limit=LIMIT)) for query, only in asked]
        if kind != "inside one document":
            everything += spent
        yield line(f"search, {kind}", spent, bare)
    yield line("search", everything, bare) | {"goal_p95_ms": GOAL_P95_MS}


def line(name: str, spent: list[float], bare: float) -> dict[str, object]:
    p50, p95 = percentile(spent, 0.5), percentile(spent, 0.95)
    return {
        "name": name,
        "queries": len(spent),
        "cpu_p50_ms": round(p50, 2),
        "cpu_p95_ms": round(p95, 2),
        "bare_term_ms": round(bare, 3),
        "p50_over_bare": round(p50 / bare, 1),
        "p95_over_bare": round(p95 / bare, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--passages", type=int, default=30, help="passages of a document")
    parser.add_argument("--queries", type=int, default=40, help="queries of each kind")
    parser.add_argument("--folder", type=Path, help="keep the index here and use it again")
    options = parser.parse_args()
    rng = random.Random(42)
    vocabularies = {language: Vocabulary(language, 30_000, rng) for language in LANGUAGES}
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary) / "index"
        index = TantivyIndex(folder)
        if index.count() != options.documents:
            index.clear()
            library = entries(vocabularies, options.documents, options.passages, rng)
            print(json.dumps(fill(index, library)), flush=True)
        for result in measure(index, folder, queries(vocabularies, options.queries)):
            print(json.dumps(result), flush=True)
        index.close()


if __name__ == "__main__":
    main()
