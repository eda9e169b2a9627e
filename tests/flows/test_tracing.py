"""What an OpenTelemetry collector gets of a running server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.support.files import markdown
from tests.support.server import Server, running_server
from tests.support.trace_collector import Collector, trace_collector

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with trace_collector() as made:
        yield made


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[Server]:
    env = {"MOKUJI_OTLP_URL": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    with running_server(tmp_path_factory.mktemp("data"), env=env) as running:
        running.add("lamps.md", markdown("Harbour lamps", ("Log", "The keeper writes a log.")))
        yield running


def facts(span: Span) -> dict[str, Any]:
    return {a.key: getattr(a.value, str(a.value.WhichOneof("value"))) for a in span.attributes}


def test_a_call_of_an_agent_is_one_trace_that_goes_on_from_the_clients(
    traced: Server, collector: Collector
) -> None:
    asked = {"name": "search", "arguments": {"query": "unrepeatable lamplighters"}}
    traced.http.post(
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked},
        headers={
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
            "traceparent": f"00-{TRACE}-{PARENT}-01",
            "X-Request-Id": "asked-by-an-agent",
        },
    ).raise_for_status()
    verb = collector.wait_for("verb search")
    request = next(span for span in collector.spans("POST mcp") if span.trace_id.hex() == TRACE)
    assert verb.trace_id == request.trace_id
    assert request.parent_span_id.hex() == PARENT
    assert facts(request)["http.response.status_code"] == 200
    assert facts(request)["mokuji.request_id"] == "asked-by-an-agent"
    assert request.start_time_unix_nano <= verb.start_time_unix_nano
    assert verb.end_time_unix_nano <= request.end_time_unix_nano
    assert "mokuji" in collector.services()


def test_the_stages_of_indexing_are_spans(traced: Server, collector: Collector) -> None:
    span = collector.wait_for("stage extract")
    assert facts(span)["mokuji.documents"] == 1
    assert span.end_time_unix_nano > span.start_time_unix_nano


def test_a_verb_that_fails_is_marked_without_its_words(traced: Server, collector: Collector) -> None:
    assert traced.http.post("/api/v1/verbs/read", json={"doc_id": 987654}).status_code == 200
    verb = collector.wait_for("verb read")
    assert verb.status.code == Status.STATUS_CODE_ERROR
    assert facts(verb)["error.type"] == "NotFound"


def test_queries_texts_and_secrets_are_in_no_span(traced: Server, collector: Collector) -> None:
    traced.http.get("/api/v1/search", params={"query": "unmistakable lamplighters"}).raise_for_status()
    collector.wait_for("GET api")
    sent = b"".join(collector.raw)
    for word in ("lamplighters", "keeper", "Harbour", "lamps.md", traced.token):
        assert word.encode() not in sent
