"""Malformed requests and files get an answer that is no failure, and leave a library in which all is well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts.fuzz import KINDS, Fuzz
from tests.support.server import Server, running_server

CASES = 300


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), env={"MOKUJI_OCR": "off"}) as running:
        yield running


@pytest.mark.timeout(400)
def test_300_malformed_requests_and_files_do_no_harm(attacked: Server) -> None:
    fuzz = Fuzz(attacked, seed=20)
    fuzz.run(range(CASES))
    fuzz.settle()
    assert fuzz.faults == []
    assert sum(fuzz.seen.values()) == CASES
    assert {kind.split()[0] for kind in fuzz.seen} == set(KINDS)
