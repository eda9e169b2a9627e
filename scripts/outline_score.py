"""Scores the outlines that Mokuji makes against known ones.

    python scripts/outline_score.py FOLDER [--blind] [--formats pdf,md] [--per-document]

FOLDER holds FORMAT/NAME.EXT beside FORMAT/NAME.truth.json, a list `[{"title", "level", "page" | "line", "optional"?}]`
in document order; a name begins with its language (`ja-report.pdf`). Blind: a PDF's own bookmarks are not looked at.

Titles are equal when their letters and digits are (NFKC, case folded), with or without a leading number. Places agree
within one page or three lines; where a truth has neither, matched headings must be in order. Precision, recall and F1
are per document, then the mean over documents; `optional` truths count neither way. Level: share of matched headings
with the right level after the best constant shift; parent: share under the right parent.

Prints a table by format and by language, then one JSON object.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import resource
import sys
import time
import traceback
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ingest.domain.errors import ExtractionError
from ingest.domain.formats import FORMATS
from ingest.domain.outline import OutlineQuality
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect, extractor_for
from ingest.outline.build import build

SUPPORTED = tuple(form.file_type for form in FORMATS)
PATIENCE = 600
FALSE_HIGH = 0.5
HAN = "〇零一二三四五六七八九十百千两壹貳"
LEADING_NUMBER = re.compile(
    r"\s*(?:"
    rf"第\s*[0-9{HAN}]+\s*[章節节条條款編编篇部回講讲課课]?(?:の[0-9{HAN}]+)?"
    r"|(?:chapter|section|part|appendix|article|annex|kapitel|anhang|abschnitt|chapitre|annexe|partie"
    r"|付録|附录|附錄|附録|부록|제)\s*(?:[0-9]+(?:\.[0-9]+)*|[ivxlc]+|[a-z])\b\s*장?"
    r"|(?:[0-9]+|[a-z])(?:\.[0-9]+)+|[0-9]+|[ivxlc]+(?=[.)\s])|[a-z](?=[.)])"
    rf"|[{HAN}]+(?=[、.．，])|[(（][0-9a-z{HAN}]+[)）]|[①-⑳㈠-㈩]|§+\s*[0-9.]*"
    r")[\s.:：、．，)）\-–—]*",
    re.IGNORECASE,
)
ANCHORS = re.compile(r"\{\s*#[^}]*\}|\{\s*/[^}]*/\s*\}|¶|[\u00ad\u200b-\u200f\u2060\ufeff]")


@dataclass
class Heading:
    """A heading as truth or prediction states it."""

    title: str
    level: int
    page: int | None = None
    line: int | None = None
    optional: bool = False
    full: str = field(init=False)
    keys: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        plain = ANCHORS.sub("", unicodedata.normalize("NFKC", self.title).replace("\xa0", " ")).strip()
        self.full = squash(plain)
        bare = squash(LEADING_NUMBER.sub("", plain, count=1)) if LEADING_NUMBER.match(plain) else self.full
        short = len(bare) < 2 and self.full.isascii()
        self.keys = frozenset({self.full, self.full if short else bare} - {""})

    def distance(self, other: Heading) -> int | None:
        """Pages or lines apart; None when the places cannot be compared."""
        if self.page is not None and other.page is not None:
            return abs(self.page - other.page)
        if self.line is not None and other.line is not None:
            return abs(self.line - other.line)
        return None

    def near(self, other: Heading) -> bool | None:
        """Whether both stand at the same place; None when the places cannot be compared."""
        apart = self.distance(other)
        if apart is None:
            return None
        return apart <= (1 if self.page is not None and other.page is not None else 3)


def squash(text: str) -> str:
    """Letters and digits alone, folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if unicodedata.category(c)[0] in "LN")


def pair(
    truth: Sequence[Heading], said: Sequence[Heading], free_truth: Iterable[int], used: set[int]
) -> dict[int, int]:
    """Match headings one to one: equal with their numbers first, then without; the nearest place first."""
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    for j, heading in enumerate(said):
        for key in heading.keys:
            by_key[key].append(j)
    used = set(used)
    pairs: dict[int, int] = {}
    wanted = list(free_truth)
    for whole in (True, False):
        for i in wanted:
            if i in pairs:
                continue
            options = {j for key in truth[i].keys for j in by_key[key]} - used
            fitting = [
                (truth[i].distance(said[j]) or 0, j)
                for j in options
                if truth[i].near(said[j]) is not False and (not whole or truth[i].full == said[j].full)
            ]
            if fitting:
                pairs[i] = min(fitting)[1]
                used.add(pairs[i])
    return pairs


def in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs whose predictions rise with their truths."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        place = bisect_left(ends, j)
        ends[place:] = [j]
        before.append(at[place - 1] if place else -1)
        at[place:] = [n]
    run: list[tuple[int, int]] = []
    n = at[-1] if at else -1
    while n >= 0:
        run.append(pairs[n])
        n = before[n]
    return run[::-1]


def parents(headings: Sequence[Heading]) -> list[int | None]:
    """The index of each heading's parent."""
    found: list[int | None] = []
    stack: list[int] = []
    for i, heading in enumerate(headings):
        while stack and headings[stack[-1]].level >= heading.level:
            stack.pop()
        found.append(stack[-1] if stack else None)
        stack.append(i)
    return found


def score(truth: Sequence[Heading], said: Sequence[Heading]) -> dict[str, float]:
    """Precision, recall, F1, level and parent accuracy of one document."""
    needed = [i for i, heading in enumerate(truth) if not heading.optional]
    extra = [i for i, heading in enumerate(truth) if heading.optional]
    pairs = pair(truth, said, needed, set())
    floating = sorted((i, j) for i, j in pairs.items() if truth[i].near(said[j]) is None)
    pairs = {i: j for i, j in pairs.items() if truth[i].near(said[j])} | dict(in_order(floating))
    allowed = pair(truth, said, extra, set(pairs.values()))
    count = len(said) - len(allowed)
    precision = len(pairs) / count if count else float(not needed)
    recall = len(pairs) / len(needed) if needed else 1.0
    both = precision + recall
    result = {"precision": precision, "recall": recall, "f1": 2 * precision * recall / both if both else 0.0}
    if pairs:
        shifts = Counter(said[j].level - truth[i].level for i, j in pairs.items())
        result["level_accuracy"] = max(shifts[shift] for shift in range(-3, 4)) / len(pairs)
        result["parent_accuracy"] = right_parents(truth, said, pairs, pairs | allowed) / len(pairs)
    return result


def right_parents(
    truth: Sequence[Heading], said: Sequence[Heading], pairs: dict[int, int], every: dict[int, int]
) -> int:
    """How many matched headings stand under the right parent; optional parents nobody named are looked through."""
    meant = {j: i for i, j in every.items()}
    of_truth, of_said = parents(truth), parents(said)
    right = 0
    for i, j in pairs.items():
        wanted = of_truth[i]
        while wanted is not None and truth[wanted].optional and wanted not in every:
            wanted = of_truth[wanted]
        got = of_said[j]
        right += wanted is None if got is None else wanted is not None and meant.get(got) == wanted
    return right


def predict(path: Path, *, blind: bool) -> dict[str, Any]:
    """Extract and outline one file."""
    source = SourceFile(path, path.name, detect(path, path.name))
    start = time.process_time()
    try:
        extraction = extractor_for(source.media_type)(source, limits=Limits())
        if blind and source.media_type == "application/pdf":
            extraction = replace(extraction, hints=replace(extraction.hints, bookmarks=()))
        outline = build(extraction)
    except ExtractionError as error:
        return {"error": str(error)}
    seconds = time.process_time() - start
    pages = extraction.metadata.page_count
    headings = []
    for section in outline.walk():
        place = extraction.lines[section.first_line - 1].place
        line = section.first_line if extraction.native else None
        headings.append((section.title, section.level, place.page if place else None, line))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {
        "headings": headings,
        "quality": outline.quality.value,
        "seconds": seconds / max(1, pages or 1),
        "memory_mb": memory,
    }


def predict_in_child(path: Path, *, blind: bool) -> dict[str, Any]:
    """The same in a process of its own, so that memory is measured per file and a crash costs one file."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(there, path, blind))
    child.start()
    there.close()
    try:
        answer: dict[str, Any] = here.recv() if here.poll(PATIENCE) else {"error": "too slow"}
    except EOFError:
        answer = {"error": "crashed"}
    if child.is_alive():
        child.join(1)
        child.kill()
    child.join()
    return answer


def _child(answer: Connection, path: Path, blind: bool) -> None:
    try:
        answer.send(predict(path, blind=blind))
    except Exception:
        answer.send({"error": traceback.format_exc(limit=3)})


def score_document(path: Path, truth_path: Path, *, blind: bool) -> dict[str, Any]:
    """One row: the scores of a document, or why there are none."""
    row: dict[str, Any] = {
        "document": path.name,
        "format": path.parent.name,
        "language": path.name.split("-")[0],
    }
    entries = json.loads(truth_path.read_text(encoding="utf-8"))
    truth = [
        Heading(e["title"], int(e.get("level") or 1), e.get("page"), e.get("line"), bool(e.get("optional")))
        for e in entries
    ]
    answer = predict_in_child(path, blind=blind)
    said = [Heading(*heading) for heading in answer.pop("headings", [])]
    row |= answer | score(truth, said)
    row["false_high"] = float(answer.get("quality") == OutlineQuality.HIGH and row["f1"] < FALSE_HIGH)
    return row


MEANS = ("precision", "recall", "f1", "level_accuracy", "parent_accuracy", "false_high", "seconds")


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Means over documents, the peak of memory, and how many failed."""
    result: dict[str, float] = {"documents": len(rows), "failed": sum("error" in row for row in rows)}
    for key in MEANS:
        values = [row[key] for row in rows if key in row]
        if values:
            result[key] = round(sum(values) / len(values), 4)
    result["memory_mb"] = max((row.get("memory_mb", 0) for row in rows), default=0)
    return result


def print_table(title: str, groups: dict[str, dict[str, float]]) -> None:
    columns = ("documents", "failed", *MEANS, "memory_mb")
    print(f"\n| {title} | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
    for name, group in groups.items():
        cells = (group.get(column, "-") for column in columns)
        print(
            f"| {name} | " + " | ".join(f"{c:.3f}" if isinstance(c, float) else str(c) for c in cells) + " |"
        )


def grouped(rows: Sequence[dict[str, Any]], key: str) -> dict[str, dict[str, float]]:
    return {name: summary([r for r in rows if r[key] == name]) for name in sorted({r[key] for r in rows})}


def documents(folder: Path, formats: Sequence[str]) -> list[tuple[Path, Path]]:
    """The documents of a folder with their truths."""
    found = []
    for truth in sorted(folder.glob("*/*.truth.json")):
        stem = truth.name.removesuffix(".truth.json")
        others = sorted(truth.parent.glob(f"{stem}.*"))
        original = next((p for p in others if p != truth and not p.name.endswith(".json")), None)
        if original is not None and (not formats or truth.parent.name in formats):
            found.append((original, truth))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--blind", action="store_true", help="do not look at the bookmarks of a PDF")
    parser.add_argument("--formats", default="", help="comma separated names of subfolders")
    parser.add_argument("--per-document", action="store_true")
    options = parser.parse_args()
    chosen = [name for name in options.formats.split(",") if name]
    pairs = documents(options.folder, chosen)
    if not pairs:
        print(f"No FORMAT/NAME.truth.json below {options.folder}.", file=sys.stderr)
        return 2
    rows = [score_document(d, t, blind=options.blind) for d, t in pairs if d.parent.name in SUPPORTED]
    if options.per_document:
        for row in sorted(rows, key=lambda r: r["f1"]):
            cells = (f"{k} {row[k]:.3f}" for k in MEANS[:5] if k in row)
            print(row["format"], row["document"], *cells, row.get("quality", ""), row.get("error", ""))
    formats = grouped(rows, "format")
    languages = grouped(rows, "language")
    print_table("format", formats)
    print_table("language", languages)
    unsupported = sorted({d.parent.name for d, _ in pairs} - set(SUPPORTED))
    if unsupported:
        print(f"\nNot supported yet, not counted: {', '.join(unsupported)}")
    print(
        json.dumps(
            {"formats": formats, "languages": languages, "unsupported": unsupported}, ensure_ascii=False
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
