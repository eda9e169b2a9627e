"""Calls made from the OpenAPI document get no 5xx, and answers of the shape that it promises (schemathesis)."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.support.server import Server, running_server

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

CASES = 4
"""Calls for each operation."""

CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance, status_code_conformance]

DESCRIBED = json.loads((Path(__file__).parents[2] / "docs/reference/openapi.json").read_text("utf-8"))


def operations() -> list[Any]:
    results = list(schemathesis.openapi.from_dict(DESCRIBED).get_all_operations())
    broken = [result.err() for result in results if not isinstance(result, Ok)]
    assert not broken, broken
    return [result.ok() for result in results if isinstance(result, Ok)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), env={"MOKUJI_OCR": "off"}) as started:
        started.add("tide.md", "# Tide\n\n## Spring\n\nWhen the moon is new.\n")
        yield started


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_an_operation_answers_as_it_is_described(running: Server, operation: Any) -> None:
    @settings(
        max_examples=CASES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def call(case: Any) -> None:
        answer = case.call(
            base_url=running.url, headers={"Authorization": f"Bearer {running.token}"}, timeout=60
        )
        case.validate_response(answer, checks=CHECKS)

    call()
