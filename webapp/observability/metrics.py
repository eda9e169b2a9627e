"""Numbers that this process counts, for Prometheus. The only module that imports its client.

Each process counts for itself and is a target of its own; what the database knows is added by who answers /metrics.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from webapp.observability import tracing
from webapp.observability.request import transport

MEDIA_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

_without_created: Callable[[], None] = disable_created_metrics  # its own signature says nothing
_without_created()
_registry = CollectorRegistry()
ProcessCollector(registry=_registry)
PlatformCollector(registry=_registry)

_requests = Counter(
    "mokuji_requests", "Requests answered.", ["transport", "method", "status"], registry=_registry
)
_request_seconds = Histogram(
    "mokuji_request_seconds",
    "Time until an answer was sent; streams are left out.",
    ["transport"],
    buckets=_SECONDS,
    registry=_registry,
)
_open = Gauge("mokuji_live_connections", "Open streams.", ["kind"], registry=_registry)
_verb_seconds = Histogram(
    "mokuji_verb_seconds", "Time of a verb.", ["verb", "transport"], buckets=_SECONDS, registry=_registry
)
_verb_errors = Counter(
    "mokuji_verb_errors", "Verbs that answered an error.", ["verb", "transport"], registry=_registry
)
_tokens = Counter(
    "mokuji_tokens_served", "Tokens of the verbs' answers.", ["verb", "transport"], registry=_registry
)
_indexed = Counter("mokuji_indexed_documents", "Documents through a stage.", ["stage"], registry=_registry)
_index_seconds = Counter(
    "mokuji_indexing_seconds", "Seconds spent in a stage.", ["stage"], registry=_registry
)
_failed = Counter(
    "mokuji_failed_documents", "Documents that could not be read.", ["code"], registry=_registry
)
_engine_errors = Counter(
    "mokuji_engine_errors", "Calls of an index that failed or were late.", ["engine"], registry=_registry
)

for _engine in ("keyword", "semantic"):
    _engine_errors.labels(_engine)
for _kind in ("websocket", "sse"):
    _open.labels(_kind)


@dataclass(frozen=True, slots=True)
class Reading:
    """A number that is read when it is asked for: name, meaning, and values by the value of one label ("" for none)."""

    name: str
    meaning: str
    label: str
    values: dict[str, float]


class _Readings(Collector):
    def __init__(self, readings: Iterable[Reading]) -> None:
        self._readings = list(readings)

    def collect(self) -> Iterator[Metric]:
        for reading in self._readings:
            family = GaugeMetricFamily(
                reading.name, reading.meaning, labels=[reading.label] if reading.label else []
            )
            for value, number in reading.values.items():
                family.add_metric([value] if reading.label else [], number)
            yield family


def render(readings: Iterable[Reading] = ()) -> bytes:
    """Return everything that was counted, and these readings, in Prometheus' text format."""
    now = CollectorRegistry()
    now.register(_Readings(readings))
    counted: bytes = generate_latest(_registry)
    read: bytes = generate_latest(now)
    return counted + read


def answered(way: str, method: str, status: int, seconds: float | None) -> None:
    """Count an answer. seconds: None for a stream, whose length says nothing."""
    _requests.labels(way, method, str(status)).inc()
    if seconds is not None:
        _request_seconds.labels(way).observe(seconds)


@contextmanager
def connected(kind: str) -> Iterator[None]:
    """Count a stream as open: `websocket` or `sse`."""
    gauge = _open.labels(kind)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


@contextmanager
def verb(name: str) -> Iterator[None]:
    """Time a verb, count it as an error when it raises, and make it a part of the request's trace."""
    started = time.monotonic()
    try:
        with tracing.verb_span(name):
            yield
    except Exception:
        _verb_errors.labels(name, transport()).inc()
        raise
    finally:
        _verb_seconds.labels(name, transport()).observe(time.monotonic() - started)


def served(name: str, tokens: int) -> None:
    """Count the tokens of a verb's answer."""
    _tokens.labels(name, transport()).inc(tokens)


def indexed(stage: str, documents: int, seconds: float) -> None:
    """Count documents that went through a stage: `extract`, `index` or `embed`."""
    _indexed.labels(stage).inc(documents)
    _index_seconds.labels(stage).inc(seconds)


def failed(code: str) -> None:
    """Count a document that failed, by the code of its reason."""
    _failed.labels(code).inc()


def engine_failed(engine: str) -> None:
    """Count a call of an index that failed or was late: `keyword` or `semantic`."""
    _engine_errors.labels(engine).inc()
