"""Install a wheel into an empty environment and use it from a folder that is not the repository.

    python scripts/wheel_check.py dist/mokuji-0.1.0-py3-none-any.whl

It checks that every data file of the repository is inside, that the pages, their scripts and the sign-in link answer,
and that `add` and `search`, by words and by meaning, work through the server and without it.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).parents[1]
START_SECONDS = 60
INDEX_SECONDS = 60
HANDBOOK = "# Tide and Datum\n\n## Choosing a bench mark\n\nA bench mark stands on deep masonry.\n"


def fail(sentence: str) -> None:
    sys.exit(f"wheel check: {sentence}")


def check_contents(wheel: Path) -> None:
    """Every tracked file of the packages, and everything the page names, is in the wheel."""
    carried = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(
        ["git", "ls-files", "ingest", "webapp"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wanted = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    wanted |= {f"webapp/spa/static/{name}" for name in ("index.html", "manifest.json")}
    wanted |= {f"webapp/spa/static/guide/guide-{language}.md" for language in ("en", "ja", "zh-Hans")}
    if missing := sorted(wanted - carried):
        fail(f"missing from the wheel: {', '.join(missing[:10])}. See the hatch sections of pyproject.toml.")
    print(f"{wheel.name}: {len(carried)} files, {wheel.stat().st_size / 1e6:.1f} MB")


def install(wheel: Path, folder: Path) -> Path:
    """Return the `mokuji` of a new environment that holds the wheel and its locked dependencies only."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "base.txt")], check=True)
    subprocess.run([*pip, "--no-deps", str(wheel.resolve())], check=True)
    return folder / "bin" / "mokuji"


def environment() -> dict[str, str]:
    """The environment of somebody who has no repository."""
    unwanted = ("MOKUJI_", "PYTHON", "DJANGO", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return {**kept, "PYTHONUNBUFFERED": "1"}


class Person:
    """Calls `mokuji` in an empty folder, as somebody would who installed it."""

    def __init__(self, command: Path, folder: Path) -> None:
        self.folder = folder
        self._start = [str(command), "--data", str(folder / "data")]

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._start, *arguments],
            cwd=self.folder,
            env=environment(),
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode:
            fail(f"`mokuji {' '.join(arguments)}` ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Yield the sign-in link of a running server."""
        with (self.folder / "server.log").open("w+") as log:
            server = subprocess.Popen(
                [*self._start, "serve", "--port", "0"],
                cwd=self.folder,
                env=environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                yield self._link(server, Path(log.name))
            finally:
                server.terminate()
                server.wait(30)

    def _link(self, server: subprocess.Popen[bytes], log: Path) -> str:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and server.poll() is None:
            if found := re.search(r"https?://\S+/sign-in/\S+", log.read_text()):
                return found.group()
            time.sleep(0.1)
        fail(f"the server did not start: {log.read_text()}")
        raise AssertionError


class Browser:
    """Asks with cookies, without any proxy."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.cookies = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        ).open

    def get(self, path: str) -> tuple[str, bytes, str]:
        """Return the final address, the body and its type."""
        with self._open(self.base + path if path.startswith("/") else path, timeout=20) as answer:
            return answer.url, answer.read(), answer.headers["Content-Type"]

    def post(self, path: str, payload: object) -> dict[str, object]:
        token = next(cookie.value or "" for cookie in self.cookies if cookie.name == "mokuji_csrf")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token, "Origin": self.base}
        asked = urllib.request.Request(self.base + path, json.dumps(payload).encode(), headers)
        with self._open(asked, timeout=20) as answer:
            found: dict[str, object] = json.load(answer)
            return found


def check_pages(link: str) -> None:
    """The link leads to the page that spends it; the page's own files are there; spending it signs in."""
    where = urlsplit(link)
    browser = Browser(f"{where.scheme}://{where.netloc}")
    landed, body, kind = browser.get(link)
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', body.decode())
    if "text/html" not in kind or not named:
        fail(f"{landed} is not the web app's page: {body[:200]!r}")
    for path in named:
        _, content, kind = browser.get(path)
        if not content or (path.endswith(".js") and "javascript" not in kind):
            fail(f"{path} came as {kind}, {len(content)} bytes")
    browser.get("/static/guide/guide-ja.md")
    secret = parse_qs(urlsplit(landed).query)["link"][0]
    state = browser.post("/api/v1/session/link", {"secret": secret})
    if not state.get("signed_in"):
        fail(f"the sign-in link did not sign in: {state}")


def check_library(person: Person, *, through: str) -> None:
    """A document about masonry is found by its words and, when the model has read it, by its meaning."""
    deadline = time.monotonic() + INDEX_SECONDS
    found = ""
    while "keyword + semantic" not in found:
        if time.monotonic() > deadline:
            fail(f"search {through} does not answer by meaning: {found}")
        found = person.run("search", "bench mark on masonry")
    if "Tide and Datum" not in found:
        fail(f"search {through} did not find what was added: {found}")


def main(wheel: Path) -> None:
    started = time.monotonic()
    check_contents(wheel)
    with tempfile.TemporaryDirectory(prefix="mokuji-wheel-") as temporary:
        folder = Path(temporary)
        person = Person(install(wheel, folder / "environment"), folder)
        print(f"installed after {time.monotonic() - started:.0f} s")
        (folder / "tide.md").write_text(HANDBOOK, encoding="utf-8")
        with person.serving() as link:
            check_pages(link)
            added = person.run("add", "tide.md")
            if "1 added" not in added:
                fail(f"add: {added}")
            check_library(person, through="through the server")
        check_library(person, through="without a server")
    print(f"the wheel is the whole product ({time.monotonic() - started:.0f} s)")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
