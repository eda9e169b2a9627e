"""Many people search while many documents are indexed: how much slower is search than at an idle server?

    USERS=50 DOCUMENTS=500 python scripts/load.py

Each user asks once in PAUSE seconds, first while nothing is indexed, then while it is. Prints a JSON object; exit
code 1 when the ninety-fifth percentile grew to more than MOST times its idle value, or a search failed.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.files import markdown, pdf, word  # noqa: E402
from tests.support.server import Server, running_server, until  # noqa: E402

MOST = 3.0
PAUSE = 2.0
IDLE_SECONDS = 30.0
FIRST = 50
"""Documents that are there before anybody searches."""

WORDS = [
    f"{start}{middle}{end}"
    for start in ("tar", "bel", "mon", "cas")
    for middle in "aeiou"
    for end in ("dor", "lin", "quet", "vus")
]


@dataclass
class Searches:
    """Seconds of the searches of one phase, and those that failed."""

    seconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Return the value below which this share of the searches lies."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")

    def told(self) -> dict[str, float]:
        """Return the figures in milliseconds."""
        return {"searches": len(self.seconds)} | {
            f"p{round(share * 100)}_ms": round(self.percentile(share) * 1000, 1)
            for share in (0.5, 0.95, 0.99)
        }


def made(dice: random.Random, number: int) -> tuple[str, bytes]:
    """A document of some pages: every third a PDF, every third a Word file."""
    sections = [(dice.choice(WORDS), " ".join(dice.choices(WORDS, k=300)) + ".") for _ in range(8)]
    title = f"Report {number}"
    if number % 3 == 0:
        return f"{number}.pdf", pdf(title, *sections)
    return (
        (f"{number}.docx", word(title, *sections))
        if number % 3 == 1
        else (f"{number}.md", markdown(title, *sections).encode())
    )


def search_until(server: Server, users: int, ended: threading.Event) -> Searches:
    """Have users search, each with pauses, until the event is set."""
    found = Searches()

    def user(number: int) -> None:
        dice = random.Random(number)
        headers = {"Authorization": f"Bearer {server.token}"}
        with httpx.Client(base_url=server.url, headers=headers, timeout=60, trust_env=False) as client:
            while not ended.wait(dice.uniform(0, 2 * PAUSE)):
                started = time.monotonic()
                answer = client.get("/api/v1/search", params={"query": " ".join(dice.choices(WORDS, k=2))})
                found.seconds.append(time.monotonic() - started)
                if answer.status_code != 200:
                    found.failed.append(answer.text[:200])

    with ThreadPoolExecutor(users) as pool:
        list(pool.map(user, range(users)))
    return found


def index(server: Server, numbers: range, seed: int = 1) -> float:
    """Upload documents and wait until all are complete. Returns the seconds that took."""
    dice = random.Random(seed)
    started = time.monotonic()
    for number in numbers:
        server.upload(*made(dice, number))
    until(lambda: server.get("/status").json()["queue"] == 0, seconds=3600, what="an idle queue")
    return time.monotonic() - started


def main() -> int:
    """Measure both phases. Returns the exit code."""
    users, documents = int(os.environ.get("USERS") or 50), int(os.environ.get("DOCUMENTS") or 500)
    idle_seconds = float(os.environ.get("IDLE") or IDLE_SECONDS)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        ThreadPoolExecutor(1) as beside,
    ):
        index(server, range(FIRST))
        ended = threading.Event()
        searching = beside.submit(search_until, server, users, ended)
        ended.wait(idle_seconds)
        ended.set()
        idle = searching.result()
        ended = threading.Event()
        searching = beside.submit(search_until, server, users, ended)
        try:
            took = index(server, range(FIRST, FIRST + documents), seed=2)
        finally:
            ended.set()
        busy = searching.result()
    ratio = busy.percentile(0.95) / idle.percentile(0.95)
    told = {
        "users": users,
        "documents": documents,
        "indexing_s": round(took, 1),
        "idle": idle.told(),
        "busy": busy.told(),
    }
    print(
        json.dumps(told | {"p95_ratio": round(ratio, 2), "failed": (idle.failed + busy.failed)[:5]}, indent=1)
    )
    return 1 if ratio > MOST or idle.failed or busy.failed else 0


if __name__ == "__main__":
    sys.exit(main())
