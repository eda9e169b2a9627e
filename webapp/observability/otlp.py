"""Sends spans to an OpenTelemetry collector. The only module that imports its SDK (extra `telemetry`)."""

from __future__ import annotations

from collections.abc import Callable

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor


def export(collector: str, service: str, version: str) -> Callable[[], None]:
    """Send this process's spans to a collector from a thread of its own; return what sends the rest and ends that."""
    provider = TracerProvider(
        resource=Resource.create({"service.name": service, "service.version": version}),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{collector}/v1/traces")))
    trace.set_tracer_provider(provider)
    return provider.shutdown
