"""Counted numbers, in Prometheus' text format."""

from __future__ import annotations

from contextvars import copy_context

import pytest
from prometheus_client.parser import text_string_to_metric_families

from webapp.observability import metrics
from webapp.observability.metrics import Reading
from webapp.observability.request import begin


def numbers(*readings: Reading) -> dict[tuple[str, ...], float]:
    text = metrics.render(readings).decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(s.name, *(v for _, v in sorted(s.labels.items()))): s.value for s in samples}


def test_a_verb_is_timed_by_the_way_it_was_asked_and_counted_as_an_error_when_it_raises() -> None:
    def ask() -> None:
        begin(None, "test-way")
        with metrics.verb("outline"):
            metrics.served("outline", 7)
        with pytest.raises(ValueError), metrics.verb("outline"):  # noqa: PT011
            raise ValueError

    copy_context().run(ask)
    told = numbers()
    assert told["mokuji_verb_seconds_count", "test-way", "outline"] == 2
    assert told["mokuji_verb_errors_total", "test-way", "outline"] == 1
    assert told["mokuji_tokens_served_total", "test-way", "outline"] == 7


def test_a_stream_is_open_until_it_ends_even_by_an_error() -> None:
    def breaking() -> None:
        with metrics.connected("websocket"):
            assert numbers()["mokuji_live_connections", "websocket"] == before + 1
            raise OSError("lost")

    before = numbers()["mokuji_live_connections", "websocket"]
    with pytest.raises(OSError, match="lost"):
        breaking()
    assert numbers()["mokuji_live_connections", "websocket"] == before


def test_readings_stand_beside_what_was_counted() -> None:
    told = numbers(
        Reading("some_documents", "Some.", "state", {"failed": 2.0}), Reading("all", "All.", "", {"": 3})
    )
    assert told["some_documents", "failed"] == 2
    assert told["all",] == 3
    assert ("process_cpu_seconds_total",) in told
