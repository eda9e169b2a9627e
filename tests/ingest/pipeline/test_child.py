from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from ingest.domain import codec
from ingest.domain.errors import EmptyFile, ExtractionError, TooLarge
from ingest.domain.progress import Progress
from ingest.extract.protocol import Limits
from ingest.extract.sandbox import Sandbox
from ingest.pipeline.prepared import PreparedDocument

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox("ingest.pipeline.child")
    yield made
    made.close()


def prepare(sandbox: Sandbox, path: Path, name: str, limits: Limits | None = None) -> PreparedDocument:
    request = {"path": str(path), "name": name, "media_type": "", "password": None}
    return codec.loads(PreparedDocument, sandbox.run(request, limits=limits or Limits(seconds=60)))


def test_a_file_comes_back_prepared(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_text("# Light\n\nThe lamp is lit.\n", encoding="utf-8")
    seen: list[Progress] = []
    request = {"path": str(path), "name": "光 \U0001f4a1.md"}
    document = codec.loads(PreparedDocument, sandbox.run(request, limits=Limits(), progress=seen.append))
    assert document.card.title == "Light"
    assert document.outline.sections[0].summary == "The lamp is lit."
    assert seen == [Progress(3, 3, "line")]


def test_a_failed_file_harms_no_other(sandbox: Sandbox, tmp_path: Path) -> None:
    empty, good = tmp_path / "empty", tmp_path / "good"
    empty.write_bytes(b"")
    good.write_bytes(b"good text")
    with pytest.raises(EmptyFile, match="Check that the upload finished"):
        prepare(sandbox, empty, "a.pdf")
    assert prepare(sandbox, good, "a.txt").lines[0].text == "good text"


def test_a_limit_of_the_reader_is_kept(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(b"x" * 2_000)
    with pytest.raises(TooLarge):
        prepare(sandbox, path, "a.txt", Limits(text_bytes=1_000))


def test_a_file_that_is_gone_is_an_error_without_details(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        prepare(sandbox, tmp_path / "missing", "a.txt")
    assert str(tmp_path) not in str(caught.value)


def test_a_bomb_named_docx_ends_with_a_reason(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "bomb"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w") as member:
            for _ in range(6):
                member.write(b" " * 10_000_000)
    with pytest.raises(ExtractionError) as caught:
        prepare(sandbox, path, "a.docx", Limits(seconds=60, unpacked_bytes=20_000_000))
    assert str(caught.value)


def test_the_loop_ends_with_its_input() -> None:
    child = subprocess.run(
        [sys.executable, "-m", "ingest.pipeline.child"],
        input=b"",
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    assert (child.returncode, child.stdout) == (0, b"")


def test_the_talk_is_lines_of_json(tmp_path: Path) -> None:
    path, result = tmp_path / "upload", tmp_path / "result"
    path.write_bytes(b"some text")
    message = {
        "request": {"path": str(path), "name": "a.txt"},
        "result": str(result),
        "limits": asdict(Limits()),
    }
    child = subprocess.Popen(
        [sys.executable, "-m", "ingest.pipeline.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    assert child.stdin
    assert child.stdout
    child.stdin.write(json.dumps(message).encode() + b"\n")
    child.stdin.flush()
    answers = [json.loads(child.stdout.readline()) for _ in range(2)]
    child.stdin.close()
    assert child.wait(60) == 0
    child.stdout.close()
    assert answers == [{"progress": [1, 1, "line"]}, {"done": True}]
    assert codec.loads(PreparedDocument, result.read_bytes()).lines[0].text == "some text"
