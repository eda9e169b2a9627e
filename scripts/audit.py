"""Look for known weaknesses in the locked versions: pip-audit for Python, npm audit for the pages.

    python scripts/audit.py

Exit code 1 when there is one. A source of advisories that cannot be reached is told and is no failure: then nothing
is known, and a machine without a way out must still be able to build.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements/base.txt", "requirements/server.txt", "requirements/test.txt")
PATIENCE = 120
SEVERE = ("moderate", "high", "critical")


@dataclass(frozen=True, slots=True)
class Result:
    """What one source said of one lock file: weaknesses in words, or None when it could not be asked, and why."""

    about: str
    found: list[str] | None
    why: str = ""


def of_python(lock: str, output: str, error: str) -> Result:
    """Return what pip-audit's JSON says; without JSON it could not ask."""
    told = _parsed(output)
    if "dependencies" not in told:
        return Result(lock, None, _last_line(error))
    found = [
        f"{package['name']} {package['version']}: {weakness['id']}, "
        f"mended in {', '.join(weakness['fix_versions']) or 'none'}"
        for package in told["dependencies"]
        for weakness in package.get("vulns", ())
    ]
    return Result(lock, found)


def of_pages(output: str, error: str) -> Result:
    """Return what npm's JSON says; an answer without counts means that it could not ask."""
    told = _parsed(output)
    about = "frontend/package-lock.json"
    if "vulnerabilities" not in told:
        reason = told.get("message") or told.get("error", {}).get("summary") or _last_line(error)
        return Result(about, None, str(reason))
    found = [
        f"{name}: {weakness['severity']}, {weakness.get('range', '')}"
        for name, weakness in told["vulnerabilities"].items()
        if weakness["severity"] in SEVERE
    ]
    return Result(about, found)


def tell(results: list[Result]) -> int:
    """Print every result and return the exit code: 1 when there is a weakness."""
    for result in results:
        if result.found is None:
            print(f"{result.about}: NOT AUDITED, the source of advisories cannot be reached: {result.why}")
        for weakness in result.found or ():
            print(f"{result.about}: {weakness}")
        if result.found == []:
            print(f"{result.about}: nothing known")
    return 1 if any(result.found for result in results) else 0


def _parsed(output: str) -> dict[str, Any]:
    try:
        told = json.loads(output)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it said nothing"])[-1][:300]


def _run(command: list[str], folder: Path) -> tuple[str, str]:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    return done.stdout, done.stderr


def main() -> int:
    """Ask both sources. Returns the exit code."""
    results = []
    for lock in LOCKS:
        command = [
            sys.executable,
            "-m",
            "pip_audit",
            "--requirement",
            lock,
            "--require-hashes",
            "--disable-pip",
        ]
        results.append(
            of_python(lock, *_run([*command, "--format", "json", "--progress-spinner", "off"], ROOT))
        )
    if npm := shutil.which("npm"):
        results.append(of_pages(*_run([npm, "audit", "--json", "--omit=dev"], ROOT / "frontend")))
    else:
        results.append(Result("frontend/package-lock.json", None, "npm is not installed"))
    return tell(results)


if __name__ == "__main__":
    sys.exit(main())
