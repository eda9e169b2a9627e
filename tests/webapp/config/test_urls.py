"""The guide tells which addresses answer without a session or token; these do, and the API has no others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "guide" / "operating.md").read_text("utf-8")


def told() -> list[str]:
    """The addresses that the guide calls open."""
    paragraph = re.search(
        r"Without a session or token\n?(.*?)\n\n", GUIDE.replace("token\nonly", "token only"), re.DOTALL
    )
    assert paragraph is not None
    return re.findall(r"`(/[^`]*)`", paragraph[1].partition("For other machines")[0])


def test_operations_that_need_nobody_are_those_that_the_guide_calls_open() -> None:
    document = json.loads((ROOT / "docs" / "reference" / "openapi.json").read_text("utf-8"))
    free = {
        path
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if not operation.get("security")
    }
    assert free
    assert {
        path for path in free if not path.startswith(tuple(each for each in told() if each != "/"))
    } == set()


@pytest.mark.django_db
def test_what_the_guide_calls_open_answers_to_anybody() -> None:
    pages = [
        each
        for each in told()
        if not each.endswith(("/", "…")) and each not in {"/healthz", "/readyz", "/metrics"}
    ]
    assert {"/api/v1/session", "/api/v1/docs", "/api/v1/openapi.json"} <= set(pages)
    assert {path: Client().get(path).status_code for path in pages} == dict.fromkeys(pages, 200)
