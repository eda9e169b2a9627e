"""Measure Mokuji: JSON lines, each a figure with the goal it has, ratios taken in the same run.

    python scripts/bench.py [--folder DIR] [--only reading,indexing,walk,search,embedding] [--documents N]

reading: processor seconds of a PDF's extraction and outline, over those PyMuPDF alone needs to pull its text.
indexing: seconds until a folder's files can be found by their words, over the seconds PyMuPDF alone needs to pull
the text of the same PDFs. Without --folder it makes its own files. walk: tokens of an answer and of a whole
search, outline, read. search and embedding run bench_search.py and bench_embed.py. Nothing is downloaded.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import django
import pymupdf

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
_temporary = tempfile.TemporaryDirectory(prefix="mokuji-bench-")
os.environ["MOKUJI_DATA"] = _temporary.name
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.config.settings")
django.setup()

from ingest.domain.errors import ExtractionError  # noqa: E402
from ingest.extract.pdf import extract  # noqa: E402
from ingest.extract.protocol import Limits, SourceFile  # noqa: E402
from ingest.outline.build import build  # noqa: E402
from webapp.accounts.services import first_user  # noqa: E402
from webapp.bridge.engines import close_engines, open_engines_here, warm_embedder  # noqa: E402
from webapp.bridge.worker import Workers  # noqa: E402
from webapp.cli.database import prepare_database  # noqa: E402
from webapp.jobs.models import IndexingJob, Stage  # noqa: E402
from webapp.library.access import reader_for  # noqa: E402
from webapp.library.models import Document, DocumentVector  # noqa: E402
from webapp.retrieval.outline import outline  # noqa: E402
from webapp.retrieval.read import read  # noqa: E402
from webapp.retrieval.search import search  # noqa: E402
from webapp.uploads.from_disk import receive_path  # noqa: E402

PAGES = (4, 12, 40, 120)
SUBJECTS = ("tides", "lighthouses", "harbours", "currents", "anchors", "charts", "pilots", "signals")
EVERYWHERE = ("seamark windline", "ropeing")
"""Words that are in every file the bench makes."""

POLL_SECONDS = 0.02


def say(name: str, value: float, *, goal: float | None = None, **facts: Any) -> None:
    """Print one figure. goal: the most it should be."""
    line: dict[str, Any] = {"bench": name, "value": round(value, 3), **facts}
    if goal is not None:
        line |= {"goal": goal, "met": value <= goal}
    print(json.dumps(line), flush=True)


def make_files(folder: Path, count: int) -> list[Path]:
    """Write PDFs of several lengths with numbered headings and running text."""
    rng = random.Random(7)
    words = [
        f"{a}{b}"
        for a in ("sea", "salt", "wind", "rope", "star", "sail")
        for b in ("mark", "line", "ward", "ing", "er")
    ]
    paths = []
    for number in range(count):
        document = pymupdf.open()
        subject = SUBJECTS[number % len(SUBJECTS)]
        for page_number in range(PAGES[number % len(PAGES)]):
            page = document.new_page()
            page.insert_text((72, 80), f"{page_number + 1} About {subject} {page_number}", fontsize=16)
            text = " ".join(rng.choice(words) for _ in range(420))
            page.insert_textbox((72, 110, 520, 780), text, fontsize=10)
        path = folder / f"{subject}-{number}.pdf"
        document.save(path)
        paths.append(path)
    return paths


def bare_seconds(paths: list[Path]) -> tuple[float, int]:
    """Return the seconds PyMuPDF needs for the text of these PDFs, one after the other, and their pages."""
    started, pages = time.perf_counter(), 0
    for path in paths:
        with pymupdf.open(path) as document:
            for page in document:
                page.get_text()
                pages += 1
    return time.perf_counter() - started, pages


def reading_ratio(path: Path) -> float | None:
    """Return the processor time of extraction and outline over that of the bare text; None for what cannot be read."""
    source = SourceFile(path, path.name, "application/pdf")
    bare, whole = [], []
    for _ in range(2):
        started = time.process_time()
        bare_seconds([path])
        between = time.process_time()
        try:
            build(extract(source, limits=Limits()))
        except ExtractionError:
            return None
        bare.append(between - started)
        whole.append(time.process_time() - between)
    return min(whole) / max(min(bare), 1e-3)


def bench_reading(paths: list[Path]) -> None:
    """Read PDFs in this process, one after the other."""
    ratios = [ratio for path in paths if path.suffix == ".pdf" and (ratio := reading_ratio(path)) is not None]
    if ratios:
        worst = round(max(ratios), 2)
        say("extraction and outline over bare extraction", statistics.median(ratios), goal=2.5, files=len(ratios),
            worst=worst)  # fmt: skip


def bench_indexing(paths: list[Path]) -> None:
    """Index files while bare extraction is measured before and after, so that a drifting machine shows."""
    pdfs = [path for path in paths if path.suffix == ".pdf"]
    before, pages = bare_seconds(pdfs)
    user = first_user()
    workers = Workers()
    workers.start()
    try:
        started = time.perf_counter()
        for path in paths:
            receive_path(user, path)
        waiting = IndexingJob.objects.filter(stage__in=[Stage.EXTRACT, Stage.INDEX])
        while waiting.exists():
            time.sleep(POLL_SECONDS)
        seconds = time.perf_counter() - started
        after, _ = bare_seconds(pdfs)
        while IndexingJob.objects.filter(stage=Stage.EMBED).exists():
            time.sleep(POLL_SECONDS)
        embedded = time.perf_counter() - started
    finally:
        workers.stop()
    bare = (before + after) / 2
    failed = Document.objects.filter(state="failed").count()
    say("searchable over bare extraction", seconds / bare, goal=1.5, files=len(paths), pages=pages, failed=failed,
        seconds=round(seconds, 2), bare_seconds=round(bare, 2), complete_seconds=round(embedded, 2))  # fmt: skip


def bench_walk() -> None:
    """Count the tokens of answers over what was indexed."""
    reader = reader_for(first_user())
    lists = [search(reader, query, limit=20) for query in (*SUBJECTS, *EVERYWHERE)]
    longest = max(lists, key=lambda answer: len(answer.results))
    say("tokens of 20 results", longest.tokens, goal=1200, results=len(longest.results))
    outlines = [outline(reader, [pk]).tokens for pk in Document.objects.values_list("pk", flat=True)]
    say("tokens of an outline at most", max(outlines), goal=600)
    walks = []
    for subject in SUBJECTS:
        found = search(reader, subject, limit=3)
        if not found.results:
            continue
        best = found.results[0]
        seen = outline(reader, [best.document_id])
        first, last = best.best.first_line, best.best.last_line
        lines = read(reader, best.document_id, offset=first, limit=min(500, last - first + 1))
        walks.append(found.tokens + seen.tokens + lines.tokens)
    say(
        "tokens of search, outline, read at the median",
        statistics.median(walks),
        goal=800,
        walks=sorted(walks),
    )
    vector = DocumentVector.objects.values_list("vector", flat=True).first()
    say("bytes of a vector", len(bytes(vector)) if vector is not None else 0, goal=1600)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="real files to index instead of made ones")
    parser.add_argument("--only", default="reading,indexing,walk,search,embedding")
    parser.add_argument("--documents", type=int, default=10_000, help="size of the generated search library")
    parser.add_argument("--files", type=int, default=40, help="files made for the indexing bench")
    given = parser.parse_args()
    wanted = set(given.only.split(","))
    if wanted & {"reading", "indexing", "walk"}:
        prepare_database()
        open_engines_here()
        warm_embedder()
        try:
            with tempfile.TemporaryDirectory() as made:
                paths = (
                    sorted(path for path in given.folder.rglob("*") if path.is_file())
                    if given.folder
                    else make_files(Path(made), given.files)
                )
                if "reading" in wanted:
                    bench_reading(paths)
                if wanted & {"indexing", "walk"}:
                    bench_indexing(paths)
                    bench_walk()
        finally:
            close_engines()
    for name, script, extra in (
        ("search", "bench_search.py", ["--documents", str(given.documents)]),
        ("embedding", "bench_embed.py", []),
    ):
        if name in wanted:
            subprocess.run([sys.executable, str(ROOT / "scripts" / script), *extra], check=True)


if __name__ == "__main__":
    main()
