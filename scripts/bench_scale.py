"""Measure how the embedded indexes grow: CPU time of a document and of a search, from 10,000 documents on.

    python scripts/bench_scale.py [--documents 100000] [--passages 3] [--queries 30] [--embedded 40] [--seconds 1200]

Generated documents in three languages go into both indexes in batches of 64, as the workers write them. At each
size: milliseconds of a document since the size before, p50 and p95 of a search by words and by a vector. By meaning
a document costs its embedding, measured once on --embedded texts, its place in the index and its share of the graphs
that were built since. Goals: a document costs at most 1.5 times what it did up to the first size, and the p95 of a
search grows no faster than the logarithm of the size. Stops with what it has after --seconds of CPU time. Nothing is
downloaded.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ingest.domain.hits import Facts, Filter, LexicalEntry, VectorEntry
from ingest.domain.passage import Passage
from ingest.embed.e5 import E5Embedder
from ingest.engines.lexical.tantivy_index import TantivyIndex
from ingest.engines.vector.qdrant_edge import QdrantEdgeIndex
from scripts.bench_search import LANGUAGES, LIMIT, Vocabulary, milliseconds, percentile

SIZES = (10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
BATCH = 64
DIMENSION = 384
SUBJECTS = 200
SENTENCES = 4_000
"""Of each language, from which texts are put together: drawing every word anew would cost more than indexing it."""

COST_GOAL = 1.5


class Library:
    """Makes entries; document n is the same in every run."""

    def __init__(self, passages: int) -> None:
        rng = random.Random(42)
        self.vocabularies = {language: Vocabulary(language, 30_000, rng) for language in LANGUAGES}
        self._sentences = {
            language: [each.text(90) for _ in range(SENTENCES)]
            for language, each in self.vocabularies.items()
        }
        self._centres = np.random.default_rng(7).standard_normal((SUBJECTS, DIMENSION)).astype(np.float32)
        self._passages = passages

    def entry(self, number: int) -> LexicalEntry:
        rng = random.Random(number)
        language = LANGUAGES[number % len(LANGUAGES)]
        sentences, own = self._sentences[language], self.vocabularies[language].word(0.3, 1)
        passages = tuple(
            Passage(
                ordinal=at,
                first_line=20 * at + 1,
                last_line=20 * at + 20,
                section=str(at + 1),
                headings=(f"{own} {at}",),
                text=" ".join([own, *rng.choices(sentences, k=8)]),
            )
            for at in range(self._passages)
        )
        return LexicalEntry(_facts(number, language), f"{own} {number}", f"file-{number}.md", passages)

    def vector(self, number: int) -> VectorEntry:
        own = np.random.default_rng(number).standard_normal(DIMENSION).astype(np.float32)
        mixed = self._centres[number % SUBJECTS] + own
        vector = (mixed / np.linalg.norm(mixed)).astype("<f4")
        return VectorEntry(_facts(number, LANGUAGES[number % len(LANGUAGES)]), vector.tobytes())

    def queries(self, count: int) -> list[str]:
        rng = random.Random(1)
        asked: list[str] = []
        for each in self.vocabularies.values():
            asked += [each.word(0.002, 0.05) for _ in range(count)]
            asked += [each.word(0.3, 1) for _ in range(count)]
            asked += [" ".join(each.word(0.001, 0.1) for _ in range(3)) for _ in range(count)]
            asked += [each.text(rng.randint(25, 60)) for _ in range(count)]
        return asked


def _facts(number: int, language: str) -> Facts:
    return Facts(number, number, 1 + number % 10, "md", language, 1_700_000_000 + number, ())


def batches(start: int, end: int) -> Iterator[range]:
    for first in range(start, end, BATCH):
        yield range(first, min(first + BATCH, end))


def searched(asks: list[Callable[[], object]]) -> tuple[float, float]:
    for ask in asks[:5]:
        ask()
    spent = [milliseconds(ask) for ask in asks]
    return percentile(spent, 0.5), percentile(spent, 0.95)


class Growth:
    """Says figures with what they were at the first size."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[int, float]] = {}

    def say(self, name: str, size: int, value: float, *, logarithm: bool, **facts: float) -> None:
        first_size, first = self._first.setdefault(name, (size, value))
        goal = math.log(size) / math.log(first_size) if logarithm else COST_GOAL
        told = {"bench": f"scale, {name}", "documents": size, "cpu_ms": round(value, 3), **facts}
        grown = value / first
        print(
            json.dumps(told | {"grown": round(grown, 2), "goal": round(goal, 2), "met": grown <= goal}),
            flush=True,
        )


def embedding_cost(library: Library, count: int, folder: Path) -> float:
    """Return the milliseconds of CPU time that the default model needs for a document."""
    model = E5Embedder(folder / "models")
    model.warm()
    texts = [
        "\n".join(part.text for part in library.entry(number).passages) for number in range(1, count + 1)
    ]
    return milliseconds(lambda: model.embed_documents(texts)) / max(1, count)


def children_seconds() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def grow(options: argparse.Namespace, folder: Path) -> None:
    library, growth = Library(options.passages), Growth()
    words = TantivyIndex(folder / "lexical")
    vectors = QdrantEdgeIndex(folder / "vector", dimension=DIMENSION, fingerprint="bench")
    queries = library.queries(options.queries)
    around = [
        np.frombuffer(library.vector(-number % 10**6).vector, "<f4")
        for number in range(1, options.queries * 4)
    ]
    embedding = embedding_cost(library, options.embedded, folder)
    before = 0
    for size in [*(each for each in SIZES if each < options.documents), options.documents]:
        spent = {"document by words": 0.0, "document by meaning": embedding * (size - before)}
        for numbers in batches(before + 1, size + 1):
            entries = [library.entry(number) for number in numbers]
            spent["document by words"] += milliseconds(partial(words.replace, entries))
            points = [library.vector(number) for number in numbers]
            spent["document by meaning"] += milliseconds(partial(vectors.replace, points))
            if vectors.crowded:
                began = children_seconds()
                vectors.settle()  # as the server does, but on the live index: here nobody searches meanwhile
                spent["document by meaning"] += 1_000 * (children_seconds() - began)
        for name, total in spent.items():
            growth.say(name, size, total / (size - before), logarithm=False)
        p50, p95 = searched([partial(words.search, q, only=Filter(), limit=LIMIT) for q in queries])
        growth.say("search by words, p95", size, p95, logarithm=True, cpu_p50_ms=round(p50, 3))
        p50, p95 = searched([partial(vectors.search, v, only=Filter(), limit=LIMIT) for v in around])
        growth.say("search by meaning, p95", size, p95, logarithm=True, cpu_p50_ms=round(p50, 3))
        before = size
        if time.process_time() > options.seconds:
            print(
                json.dumps(
                    {"bench": "scale", "stopped": f"after {options.seconds} seconds at {size} documents"}
                )
            )
            break
    words.close()
    vectors.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--passages", type=int, default=3, help="passages of a document")
    parser.add_argument("--queries", type=int, default=30, help="queries of each of twelve kinds")
    parser.add_argument("--embedded", type=int, default=40, help="texts that are embedded to measure that")
    parser.add_argument("--seconds", type=int, default=1_200, help="CPU time after which it stops")
    with tempfile.TemporaryDirectory(prefix="mokuji-scale-") as folder:
        grow(parser.parse_args(), Path(folder))


if __name__ == "__main__":
    main()
