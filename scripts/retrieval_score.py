"""Score search on a question set: `retrieval_score.py FOLDER` (or `make retrieval-score FOLDER=...`).

FOLDER holds `docs/` and `queries.jsonl`, one question a line:
{"id", "lang", "query", "relevant": [{"doc": path below docs/, "page": from 1 or null, "grade", "doclang"?}]}.

The documents go through the real pipeline into a temporary data folder, and the questions through the verb
`search`. Each direction (language of the question, language of the documents) is asked on its own: folders
below docs/ become collections. Scored by document, and by page where the gold has pages: the pages of a
result are those on which its best place and its further places begin, in that order, result after result.

Metrics over the first 10: hit@1, hit@5, hit@10 (share of questions with a gold item that high), MRR@10,
nDCG@10 with gain 2^grade - 1, recall@10 (share of a question's gold items found). An item counts once, at its
best rank.

Prints a table, then one line of JSON. File names are made neutral unless --names is given. MOKUJI_DATA keeps
the library for a next run, which then indexes nothing again.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django.db import connection

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
_temporary = tempfile.TemporaryDirectory(prefix="mokuji-score-")
os.environ.setdefault("MOKUJI_DATA", _temporary.name)
os.environ.setdefault("MOKUJI_SEARCH_TIMEOUT_MS", "60000")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.config.settings")
django.setup()

from webapp.accounts.services import first_user  # noqa: E402
from webapp.bridge import indexing, work  # noqa: E402
from webapp.bridge.detection import detect  # noqa: E402
from webapp.bridge.engines import close_engines, open_engines_here, warm_embedder  # noqa: E402
from webapp.bridge.extraction import close_children  # noqa: E402
from webapp.cli.database import prepare_database  # noqa: E402
from webapp.library.access import reader_for  # noqa: E402
from webapp.library.file_store import store  # noqa: E402
from webapp.library.line_store import read_lines  # noqa: E402
from webapp.library.models import Collection, Document  # noqa: E402
from webapp.library.services import NewFile, Registered, register_file  # noqa: E402
from webapp.retrieval.search import search  # noqa: E402

METRICS = ("hit@1", "hit@5", "hit@10", "MRR@10", "nDCG@10", "recall@10")
DEPTH = 10
ALL = "all"

Item = tuple[str, int | None]


@dataclass(frozen=True)
class Question:
    """A question with its gold: items (path, page or None) by document language, with grades."""

    id: str
    language: str
    text: str
    gold: dict[str, dict[Item, int]]


def load_questions(path: Path) -> list[Question]:
    """Read queries.jsonl. Without `doclang` all gold belongs to the language `all`."""
    questions = []
    for line in path.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        gold: dict[str, dict[Item, int]] = defaultdict(dict)
        for relevant in raw["relevant"]:
            item = (relevant["doc"], relevant.get("page"))
            languages = gold[relevant.get("doclang") or ALL]
            languages[item] = max(languages.get(item, 0), relevant.get("grade", 1))
        questions.append(Question(raw["id"], raw["lang"], raw["query"], dict(gold)))
    return questions


def scores(rankings: Iterable[tuple[Sequence[Item], dict[Item, int]]]) -> dict[str, float]:
    """Return the mean of each metric over (ranking, gold with grades) pairs."""
    sums: dict[str, float] = defaultdict(float)
    count = 0
    for ranking, gold in rankings:
        count += 1
        ranked = list(dict.fromkeys(ranking))[:DEPTH]
        hits = [place for place, item in enumerate(ranked) if item in gold]
        for depth in (1, 5, 10):
            sums[f"hit@{depth}"] += bool(hits) and hits[0] < depth
        sums["MRR@10"] += 1 / (hits[0] + 1) if hits else 0
        sums["recall@10"] += len(hits) / len(gold)
        ideal = sum(
            _gain(grade, place) for place, grade in enumerate(sorted(gold.values(), reverse=True)[:DEPTH])
        )
        sums["nDCG@10"] += sum(_gain(gold[ranked[place]], place) for place in hits) / ideal
    return {name: round(sums[name] / max(1, count), 3) for name in METRICS} | {"questions": count}


def _gain(grade: int, place: int) -> float:
    return float((2**grade - 1) / math.log2(place + 2))


def by_document(gold: dict[Item, int]) -> dict[Item, int]:
    """Return gold without pages, each document at its best grade."""
    merged: dict[Item, int] = {}
    for (path, _), grade in gold.items():
        merged[path, None] = max(merged.get((path, None), 0), grade)
    return merged


class Library:
    """A library in the present data folder, filled with the documents of a set."""

    def __init__(self) -> None:
        prepare_database()
        self.user = first_user()
        open_engines_here()
        self.semantic = warm_embedder()
        self.paths: dict[int, str] = {}
        self.same: dict[str, str] = {}
        self.revisions: dict[int, int] = {}

    def add(self, docs: Path, *, keep_names: bool) -> dict[str, float]:
        """Index every file below docs; each folder at the top is a collection. Returns seconds by stage."""
        files = sorted(path for path in docs.rglob("*") if path.is_file())
        waiting: list[int] = []
        for number, path in enumerate(files):
            relative = path.relative_to(docs).as_posix()
            name = path.name if keep_names else f"{number:05}{path.suffix}"
            folder = relative.split("/")[0] if "/" in relative else ALL
            collection, _ = Collection.objects.get_or_create(owner=self.user, name=folder)
            registered = self._register(path, collection, name=name, source=relative)
            self.paths[registered.document.pk] = registered.document.source
            self.same[relative] = registered.document.source
            if registered.revision is not None:
                indexing.enqueue(registered.revision.pk)
                waiting.append(registered.revision.pk)
        seconds = {}
        started = time.monotonic()
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            list(pool.map(self._extract, waiting))
        seconds["extract"] = time.monotonic() - started
        started = time.monotonic()
        work.index_waiting_words()
        seconds["index"] = time.monotonic() - started
        started = time.monotonic()
        work.index_waiting_meaning()
        seconds["embed"] = time.monotonic() - started
        for document in Document.objects.filter(state="failed"):
            print(f"failed: {document.source}: {document.failure_message}", file=sys.stderr)
        self.revisions = dict(Document.objects.exclude(revision=None).values_list("pk", "revision_id"))
        return {name: round(value, 1) for name, value in seconds.items()}

    def _register(self, path: Path, collection: Any, *, name: str, source: str) -> Registered:
        writer = store().writer()
        writer.write(path.read_bytes())
        arrived = writer.finish()
        media_type, file_type = detect(arrived.path, name)
        return register_file(
            reader_for(self.user),
            collection=collection,
            stored=arrived,
            file=NewFile(file_name=name, media_type=media_type, file_type=file_type, source=source),
        )

    def gold(self, gold: dict[Item, int]) -> dict[Item, int]:
        """Return gold with files of the same bytes under the one name that was kept."""
        return {(self.same.get(path, path), page): grade for (path, page), grade in gold.items()}

    @staticmethod
    def _extract(revision_id: int) -> None:
        work.extract(revision_id)
        connection.close()

    def ask(self, question: str, collection: str | None) -> tuple[list[Item], list[Item]]:
        """Return the documents and the pages that search finds, best first."""
        answer = search(reader_for(self.user), question[:2000], limit=DEPTH, collection=collection)
        documents: list[Item] = [(self.paths[result.document_id], None) for result in answer.results]
        pages: list[Item] = []
        for result in answer.results:
            path = self.paths[result.document_id]
            for spot in (result.best, *result.more):
                pages.append((path, self._page(result.document_id, spot.first_line)))
        return documents, pages

    def _page(self, document_id: int, line: int) -> int | None:
        lines = read_lines(self.revisions[document_id], first=line, last=line)
        return lines[0].place.page if lines and lines[0].place else None


def directions(questions: Sequence[Question]) -> list[tuple[str, str]]:
    """Return every (language of the question, language of the documents) that has gold."""
    return sorted({(question.language, language) for question in questions for language in question.gold})


def collections_of(questions: Sequence[Question]) -> dict[str, str | None]:
    """Return the folder below docs/ with the documents of each language; None where all are together."""
    folders: dict[str, set[str]] = defaultdict(set)
    for question in questions:
        for language, gold in question.gold.items():
            folders[language] |= {path.split("/")[0] if "/" in path else ALL for path, _ in gold}
    return {language: min(found) if language != ALL else None for language, found in folders.items()}


def run(folder: Path, *, keep_names: bool, only: str | None) -> dict[str, Any]:
    """Index and ask; return the scores of each direction and what it took."""
    questions = load_questions(folder / "queries.jsonl")
    if only:
        questions = [question for question in questions if question.language == only]
    library = Library()
    seconds = library.add(folder / "docs", keep_names=keep_names)
    collections = collections_of(questions)
    paged = any(
        page is not None for question in questions for gold in question.gold.values() for _, page in gold
    )
    rows = []
    started, asked = time.process_time(), 0
    for asking, held in directions(questions):
        documents, pages = [], []
        for question in questions:
            if question.language == asking and held in question.gold:
                found, found_pages = library.ask(question.text, collections[held])
                gold = library.gold(question.gold[held])
                documents.append((found, by_document(gold)))
                pages.append((found_pages, gold))
                asked += 1
        rows.append({"by": "document", "query": asking, "documents": held} | scores(documents))
        if paged:
            rows.append({"by": "page", "query": asking, "documents": held} | scores(pages))
    each = (time.process_time() - started) / max(1, asked) * 1000
    return {
        "set": folder.name,
        "semantic": library.semantic,
        "documents": len(library.paths),
        "seconds": seconds,
        "cpu_ms_per_search": round(each, 2),
        "rows": rows,
    }


def print_table(result: dict[str, Any]) -> None:
    """Print the scores as a Markdown table."""
    print("| by | query | documents | questions | " + " | ".join(METRICS) + " |")
    print("|" + "---|" * (4 + len(METRICS)))
    for row in result["rows"]:
        numbers = " | ".join(f"{row[name]:.3f}" for name in METRICS)
        print(f"| {row['by']} | {row['query']} | {row['documents']} | {row['questions']} | {numbers} |")


def main() -> None:
    """Read the arguments, make a data folder, run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--names", action="store_true", help="keep the files' own names")
    parser.add_argument("--only", help="ask the questions of this language only")
    arguments = parser.parse_args()
    if not (arguments.folder / "queries.jsonl").is_file():
        parser.error(f"{arguments.folder} has no queries.jsonl. Name a folder with docs/ and queries.jsonl.")
    try:
        result = run(arguments.folder, keep_names=arguments.names, only=arguments.only)
    finally:
        close_children()
        close_engines()
        _temporary.cleanup()
    print_table(result)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
