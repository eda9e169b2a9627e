"""Let a team server live: uploads, revisions, searches, deletes and kills, then see whether all parts agree.

    MINUTES=10 SEED=1 python scripts/soak.py

Three web processes behind one address and two workers, on a PostgreSQL and a Redis of its own; Meilisearch and Qdrant
are played by stand-ins. Exit code 1 when `mokuji doctor` finds fault, a document is lost or a request fails that
should not.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import services  # noqa: E402
from tests.support.containers import zipped  # noqa: E402
from tests.support.files import markdown, pdf, word  # noqa: E402
from tests.support.server import mokuji, until  # noqa: E402
from tests.support.team import Team, running_team  # noqa: E402

KILL_EVERY = 20.0
PATIENT = {"MOKUJI_SEARCH_TIMEOUT_MS": "30000"}
"""Five processes, two databases and two stand-ins share this machine with whatever else it does."""
SETTLE_SECONDS = 600.0


@dataclass
class Life:
    """One seeded life of a library, and what it should hold in the end."""

    team: Team
    client: httpx.Client
    dice: random.Random
    alive: dict[int, str] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    made: int = 0

    def upload(self) -> None:
        name, content, word_of_it = self._file()
        self._send(name, content, word_of_it)

    def revise(self) -> None:
        """Send other bytes from one of a few sources, often before the last ones are read."""
        source = f"/soak/{self.dice.randrange(8)}.md"
        word_of_it = self._word()
        self._send("source.md", self._text(word_of_it), word_of_it, source=source)

    def same_again(self) -> None:
        """The same few bytes: they come and go under several documents."""
        kept = f"same{self.dice.randrange(4)}"
        self._send("same.md", f"# Same\n\nThe {kept} again.".encode(), kept)

    def search(self) -> None:
        asked = self.dice.choice([*self.alive.values(), "nothing"])
        answer = self._ask("GET", "/api/v1/search", params={"query": asked})
        if answer is not None:
            answer.raise_for_status()

    def delete(self) -> None:
        if not self.alive:
            return
        document_id = self.dice.choice(list(self.alive))
        answer = self._ask("DELETE", f"/api/v1/documents/{document_id}")
        if answer is not None and answer.status_code not in {200, 204, 404}:
            self.faults.append(f"deleting {document_id}: {answer.status_code} {answer.text[:200]}")
        self.alive.pop(document_id, None)

    def delete_and_send_again(self) -> None:
        """The same bytes go and come at the same time, at two processes."""
        self.same_again()
        same = [document_id for document_id, kept in self.alive.items() if kept.startswith("same")]
        if same:
            document_id = self.dice.choice(same)
            self.team.webs[0].http.delete(f"/api/v1/documents/{document_id}")
            self.alive.pop(document_id)
            self.same_again()

    def kill(self) -> None:
        if self.dice.random() < 0.7:
            self.team.kill_worker()
            self.team.start_worker()
            self.team.end_leases()  # else a short soak would mostly wait for leases to end
            self.done["worker killed"] += 1
            return
        killed = self.team.webs.pop(self.dice.randrange(1, len(self.team.webs)))
        killed.kill()
        self.team.balancer.backends.remove(killed.url)
        self.team.start_web()
        self.done["web killed"] += 1

    def _send(self, name: str, content: bytes, word_of_it: str, **asked: str) -> None:
        answer = self._ask("POST", "/api/v1/documents", params={"filename": name, **asked}, content=content)
        if answer is None:
            return
        if answer.status_code not in {200, 201}:
            self.faults.append(f"uploading {name}: {answer.status_code} {answer.text[:200]}")
            return
        self.alive[answer.json()["document"]["id"]] = word_of_it

    def _ask(self, method: str, path: str, **given: object) -> httpx.Response | None:
        try:
            return self.client.request(method, path, **given)  # type: ignore[arg-type]
        except httpx.TransportError as error:
            self.faults.append(f"{method} {path}: {error!r}")
            return None

    def _word(self) -> str:
        self.made += 1
        return f"quokka{self.made:05d}"

    def _text(self, word_of_it: str) -> bytes:
        return markdown(
            word_of_it, ("Where", f"The {word_of_it} lives here. " * self.dice.choice([1, 50, 800]))
        ).encode()

    def _file(self) -> tuple[str, bytes, str]:
        word_of_it = self._word()
        pages = [
            (f"Part {page}", f"{word_of_it} on page {page}. " * 30)
            for page in range(self.dice.randrange(1, 8))
        ]
        match self.dice.randrange(6):
            case 0:
                return f"{word_of_it}.pdf", pdf(word_of_it, *pages), word_of_it
            case 1:
                return f"{word_of_it}.docx", word(word_of_it, *pages), word_of_it
            case 2:
                parts = {f"{n}.md": f"# {word_of_it} part {n}" for n in range(self.dice.randrange(1, 6))}
                return f"{word_of_it}.zip", zipped(parts), word_of_it
            case _:
                return f"{word_of_it}.md", self._text(word_of_it), word_of_it


def live(life: Life, seconds: float) -> None:
    deeds = [life.upload, life.revise, life.same_again, life.search, life.delete, life.delete_and_send_again]
    weights = [6, 3, 1, 8, 4, 2]
    end, next_kill = time.monotonic() + seconds, time.monotonic() + KILL_EVERY
    while time.monotonic() < end:
        (deed,) = life.dice.choices(deeds, weights)
        deed()
        life.done[deed.__name__] += 1
        if time.monotonic() > next_kill:
            life.kill()
            next_kill = time.monotonic() + KILL_EVERY


def settled(life: Life) -> bool:
    states = life.client.get("/api/v1/status").raise_for_status().json()["states"]
    return int(states.get("complete", 0)) + int(states.get("failed", 0)) == sum(map(int, states.values()))


def examine(life: Life) -> None:
    """Every document that was answered for is there, complete and found by its word; all parts agree."""
    until(lambda: settled(life), seconds=SETTLE_SECONDS, what="every document complete")
    for document_id, word_of_it in life.alive.items():
        answer = life.client.get(f"/api/v1/documents/{document_id}")
        if answer.status_code != 200 or answer.json()["state"] != "complete":
            life.faults.append(f"document {document_id}: {answer.status_code} {answer.text[:200]}")
            continue
        found = (
            life.client.get("/api/v1/search", params={"query": word_of_it})
            .raise_for_status()
            .json()["results"]
        )
        if document_id not in [each["document_id"] for each in found]:
            life.faults.append(f"document {document_id} is not found by {word_of_it}")
    doctor = mokuji(life.team.data, "doctor", "--json", check=False)
    findings = json.loads(doctor.stdout)
    life.faults += [f"{each['name']}: {each['found']}" for each in findings if not each["well"]]


def main() -> int:
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # so that the servers end, too
    minutes, seed = float(os.environ.get("MINUTES") or 10), int(os.environ.get("SEED") or 1)
    with tempfile.TemporaryDirectory(prefix="mokuji-soak-", ignore_cleanup_errors=True) as name:
        ground, data = Path(name), Path(name) / "data"
        with services.running(ground) as (database, queue):
            settings = {"MOKUJI_EMBEDDING": "on", **PATIENT}
            with (
                running_team(
                    data, webs=3, workers=2, database=database.url, redis=queue.url, more=settings
                ) as team,
                team.client() as client,
            ):
                life = Life(team, client, random.Random(seed))
                live(life, minutes * 60)
                held = len(life.alive)
                examine(life)
    print(
        json.dumps({"minutes": minutes, "seed": seed, "held": held, "done": life.done, "faults": life.faults})
    )
    return 1 if life.faults else 0


if __name__ == "__main__":
    sys.exit(main())
