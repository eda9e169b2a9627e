"""Weaknesses fail, a source that is away is told and does not."""

from __future__ import annotations

import json

import pytest

from scripts.audit import Result, of_pages, of_python, tell

WEAK = {"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}]}
WELL = {
    "dependencies": [{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "no version"}]
}


def test_a_weakness_is_named_with_the_version_that_mends_it_and_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tell([of_python("base.txt", json.dumps(WEAK), ""), of_python("b", json.dumps(WELL), "")]) == 1
    assert "base.txt: a 1: PYSEC-1, mended in 2" in capsys.readouterr().out


def test_a_source_that_is_away_is_told_and_does_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    away = json.dumps({"message": "request to /advisories failed", "error": {"summary": ""}})
    assert (
        tell([of_python("base.txt", "", "Traceback\nConnectionError: no way out"), of_pages(away, "")]) == 0
    )
    told = capsys.readouterr().out
    assert (
        "base.txt: NOT AUDITED, the source of advisories cannot be reached: ConnectionError: no way out"
        in told
    )
    assert "request to /advisories failed" in told


def test_nothing_known_is_said_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell([of_python("base.txt", json.dumps(WELL), "")]) == 0
    assert "base.txt: nothing known" in capsys.readouterr().out


@pytest.mark.parametrize(("severity", "counts"), [("low", False), ("moderate", True), ("critical", True)])
def test_weaknesses_of_the_pages_count_from_moderate_up(severity: str, counts: bool) -> None:
    told = json.dumps({"vulnerabilities": {"a": {"severity": severity, "range": "<2"}}})
    assert of_pages(told, "") == Result(
        "frontend/package-lock.json", [f"a: {severity}, <2"] if counts else []
    )
