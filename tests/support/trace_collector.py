"""An OpenTelemetry collector that keeps what it is sent."""

from __future__ import annotations

import contextlib
import gzip
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.support.server import until


@dataclass
class Collector:
    """Where it is, and what came: requests of the protocol, read and as bytes."""

    url: str
    requests: list[ExportTraceServiceRequest] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)

    def spans(self, name: str) -> list[Span]:
        """Return the spans of a name."""
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
            if span.name == name
        ]

    def wait_for(self, name: str) -> Span:
        """Return the first span of a name when it has come."""
        until(lambda: bool(self.spans(name)), seconds=30, what=f"a span {name}")
        return self.spans(name)[0]

    def services(self) -> set[str]:
        """Return the names of the services that sent spans."""
        return {
            attribute.value.string_value
            for request in self.requests
            for resource in request.resource_spans
            for attribute in resource.resource.attributes
            if attribute.key == "service.name"
        }


class _Handler(BaseHTTPRequestHandler):
    kept: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        request = ExportTraceServiceRequest()
        request.ParseFromString(body)
        self.kept.raw.append(body)
        self.kept.requests.append(request)
        self.send_response(200 if self.path == "/v1/traces" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def trace_collector() -> Iterator[Collector]:
    """Collect at 127.0.0.1, on a free port."""

    class Handler(_Handler):
        """Keeps for this collector alone."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        Handler.kept = kept = Collector(f"http://127.0.0.1:{listener.server_address[1]}")
        thread = threading.Thread(target=listener.serve_forever, daemon=True)
        thread.start()
        try:
            yield kept
        finally:
            listener.shutdown()
            thread.join()
