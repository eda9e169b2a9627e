"""Spans for OpenTelemetry: a request, a verb, a stage of indexing. Without a collector they cost next to nothing.

What MCP's SDK traces by itself becomes part of the same trace. A span tells names, ids and times; queries, titles,
texts and secrets stay here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec

from opentelemetry import propagate, trace
from opentelemetry.trace import Span, SpanKind, StatusCode

Facts = Mapping[str, str | int | float | bool]

_LEAST_FAILURE = 500

_tracer = trace.get_tracer("mokuji")


def is_installed() -> bool:
    """Whether what sends spans to a collector is there (extra `telemetry`)."""
    return all(find_spec(name) for name in ("opentelemetry.sdk", "opentelemetry.exporter"))


def start(collector: str, service: str, version: str) -> Callable[[], None]:
    """Send the spans of this process to a collector, and return what sends the last ones and ends it.

    collector: its address, such as http://127.0.0.1:4318 (OTLP over HTTP); empty: nothing is sent.
    """
    if not collector:
        return lambda: None
    ended: Callable[[], None] = import_module("webapp.observability.otlp").export(collector, service, version)
    return ended


@contextmanager
def request_span(
    method: str, way: str, headers: Iterable[tuple[bytes, bytes]], facts: Facts
) -> Iterator[Callable[[int], None]]:
    """A request from its first byte to the last of its answer. Yields what to tell the answer's status to.

    headers: those of the request; a trace that the client has begun (`traceparent`) goes on.
    """
    carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in headers}
    with _tracer.start_as_current_span(
        f"{method} {way}", propagate.extract(carrier), kind=SpanKind.SERVER, attributes=dict(facts)
    ) as span:
        yield lambda status: _answered(span, status)


def _answered(span: Span, status: int) -> None:
    span.set_attribute("http.response.status_code", status)
    if status >= _LEAST_FAILURE:
        span.set_status(StatusCode.ERROR)


@contextmanager
def verb_span(name: str) -> Iterator[None]:
    """A verb while it runs; an error that it raises marks the span, with the kind of the error alone."""
    with _tracer.start_as_current_span(
        f"verb {name}",
        attributes={"mokuji.verb": name},
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield
        except Exception as error:
            span.set_status(StatusCode.ERROR)
            span.set_attribute("error.type", type(error).__name__)
            raise


def stage_ended(stage: str, revision_ids: Iterable[int], seconds: float) -> None:
    """A stage of indexing that has just ended: `extract`, `index`, `embed` or `recognise`."""
    ids = list(revision_ids)
    end = time.time_ns()
    span = _tracer.start_span(
        f"stage {stage}",
        attributes={"mokuji.stage": stage, "mokuji.documents": len(ids), "mokuji.revisions": ids},
        start_time=end - int(seconds * 1e9),
    )
    span.end(end)
