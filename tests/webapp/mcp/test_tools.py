from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import Any

import jsonschema
import pytest
from mcp.client import Client
from mcp_types import ListToolsResult

from tests.support.server import until
from tests.webapp.mcp.conftest import Place, text_of
from webapp.retrieval.arguments import CALLS, mistake_in


@pytest.fixture(scope="module")
def tools(place: Place) -> dict[str, Any]:
    async def listed(client: Client) -> ListToolsResult:
        return await client.list_tools()

    return {tool.name: tool for tool in place.run(listed).tools}


def test_there_are_five_tools_that_only_read(tools: dict[str, Any]) -> None:
    assert list(tools) == ["search", "outline", "read", "grep", "browse"]
    for tool in tools.values():
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.description
        assert tool.title


def test_every_argument_is_described(tools: dict[str, Any]) -> None:
    for tool in tools.values():
        assert tool.input_schema["properties"]
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name}.{name}"
            assert not {"ge", "le"} & schema.keys(), (
                f"{tool.name}.{name}"
            )  # JSON Schema says minimum and maximum
        assert "call" not in tool.input_schema["properties"]
        assert ("context" in tool.input_schema["properties"]) == (tool.name == "grep")  # there it is lines


def test_the_server_teaches_the_walk(place: Place) -> None:
    async def instructions(client: Client) -> str:
        return client.instructions or ""

    taught = place.run(instructions, "streamable-legacy")
    assert taught.index("search(") < taught.index("outline(") < taught.index("read(")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "moon"}),
        ("search", {"query": "zeppelin"}),
        ("search", {"query": "line many", "limit": 1, "type": "txt"}),
        ("outline", {"doc_ids": "tides"}),
        ("outline", {"doc_ids": "both", "budget": 50}),
        ("read", {"doc_id": "tides"}),
        ("read", {"doc_id": "tides", "section": "1.1"}),
        ("read", {"doc_id": "long", "offset": 40, "limit": 5}),
    ],
)
def test_structured_content_obeys_the_output_schema(
    place: Place, tools: dict[str, Any], tool: str, arguments: dict[str, Any]
) -> None:
    ids = {"tides": place.tides, "long": place.long, "both": [place.tides, place.long]}
    given = {
        name: ids.get(value, value) if isinstance(value, str) else value for name, value in arguments.items()
    }
    result = place.call(tool, given)
    assert not result.is_error
    jsonschema.validate(result.structured_content, tools[tool].output_schema)


def test_search_says_the_same_in_both_forms(place: Place) -> None:
    result = place.call("search", {"query": "moon"})
    assert result.structured_content is not None
    (found,) = result.structured_content["results"]
    assert found["doc_id"] == place.tides
    assert found["best"] == {"first_line": 5, "last_line": 7, "section": "1.1", "section_title": "Causes"}
    assert f"doc_id: {place.tides} | type: md" in text_of(result)


def test_read_says_the_same_in_both_forms(place: Place) -> None:
    result = place.call("read", {"doc_id": place.long, "offset": 10, "limit": 2})
    assert text_of(result) == (
        "10 | line 10 of many\n11 | line 11 of many\nNext: offset=12\nShowing lines 10-11 of 450."
    )
    assert result.structured_content is not None
    assert result.structured_content["lines"] == ["line 10 of many", "line 11 of many"]
    assert result.structured_content["next_offset"] == 12


def test_doc_ids_may_be_one_number_a_list_or_a_list_in_a_string(place: Place) -> None:
    alone = text_of(place.call("outline", {"doc_ids": place.tides}))
    assert text_of(place.call("outline", {"doc_ids": [place.tides]})) == alone
    assert text_of(place.call("outline", {"doc_ids": f"[{place.tides}]"})) == alone
    assert text_of(place.call("outline", {"doc_ids": str(place.tides)})) == alone


def test_no_number_of_any_tool_takes_true(place: Place, tools: dict[str, Any]) -> None:
    needed: dict[str, dict[str, Any]] = {"search": {"query": "moon"}, "grep": {"pattern": "moon"}}
    tried = 0
    for tool in tools.values():
        for name, schema in tool.input_schema["properties"].items():
            if "integer" in str(schema):
                result = place.call(tool.name, {**needed.get(tool.name, {}), name: True})
                told = text_of(result)
                assert result.is_error
                assert f"{name} cannot be True: must not be true or false." in told, told
                tried += 1
    assert tried >= 8


def test_numbers_that_were_meant_as_section_numbers_are_taken(place: Place) -> None:
    assert text_of(place.call("read", {"doc_id": place.tides, "section": 1.1})).startswith("5 | ## Causes")
    assert not place.call("outline", {"doc_ids": place.tides, "expand": 1}).is_error


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        (
            "read",
            {"doc_id": 999999},
            "No document has the id 999999. Use search to find documents and their ids.",
        ),
        ("read", {"doc_id": "tides", "offset": 99}, "offset is 99, but document {tides} has lines 1 to 11."),
        ("read", {"doc_id": "tides", "limit": 501}, "limit cannot be 501: "),
        ("read", {"doc_id": "tides", "section": "9"}, "Document {tides} has no section '9'. Near it: 1. "),
        ("read", {}, "doc_id is missing. doc_id: The doc_id of a search result."),
        ("read", {"doc_id": "x"}, "doc_id cannot be 'x': "),
        ("read", {"doc_id": True}, "doc_id cannot be True: must not be true or false. doc_id: "),
        ("read", {"doc_id": "tides", "offset": True}, "offset cannot be True: must not be true or false"),
        ("read", {"doc_id": "tides", "section": ""}, "section is empty. Give a number of the outline "),
        ("read", {"doc_id": "tides", "section": True}, "section cannot be True: "),
        ("read", {"doc_id": None}, "doc_id cannot be None: "),
        ("outline", {"doc_ids": [True]}, "doc_ids cannot be [True]: must not be true or false"),
        ("outline", {"doc_ids": "tides", "expand": [False]}, "expand cannot be False: "),
        ("search", {"query": "moon", "limit": True}, "limit cannot be True: must not be true or false"),
        ("search", {"query": ["moon"]}, "query cannot be ['moon']: "),
        ("outline", {"doc_ids": [1, "x"]}, "doc_ids cannot be "),
        ("outline", {"doc_ids": []}, "doc_ids is empty."),
        ("outline", {"doc_ids": "tides", "budget": 7}, "budget cannot be 7: "),
        ("search", {"query": ""}, "The query is empty."),
        ("search", {"query": "moon", "lang": "en"}, "search has no argument 'lang'. It takes query, limit, "),
        ("search", {"query": "moon", "type": "docx"}, "No document has the type 'docx'. Here: md, txt."),
        ("search", {"query": "moon", "collection": "Nowhere"}, "No collection is called 'Nowhere'. Yours: "),
        ("delete", {"doc_id": 1}, "There is no tool 'delete'. There is search, outline, read, grep, browse."),
    ],
)
def test_every_mistake_is_answered_with_a_sentence_that_says_what_is_valid(
    place: Place, tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    given = {name: place.tides if value == "tides" else value for name, value in arguments.items()}
    result = place.call(tool, given)
    assert result.is_error
    assert text_of(result).startswith(sentence.format(tides=place.tides))
    assert "Error executing tool" not in text_of(result)
    assert "\n" not in text_of(result)


def logged_call(place: Place, offset: int) -> tuple[Any, ...]:
    """Return tool, arguments, text, is_error, session and token of the call of read with this offset."""

    def logged() -> tuple[Any, ...] | None:
        with contextlib.closing(sqlite3.connect(place.server.data / "mokuji.sqlite3")) as database:
            found: tuple[Any, ...] | None = database.execute(
                "SELECT tool, arguments, text, is_error, session, token_id FROM retrieval_agentcall"
                " WHERE arguments LIKE ?",
                [f'%"offset": {offset},%'],
            ).fetchone()
        return found

    call: tuple[Any, ...] = until(logged, seconds=20, what="the logged call")
    return call


def test_calls_are_logged_with_token_tool_arguments_and_the_text(place: Place) -> None:
    answered = text_of(place.call("read", {"doc_id": place.tides, "offset": 2, "limit": 1}, "sse"))
    tool, arguments, text, is_error, session, token_id = logged_call(place, 2)
    assert (tool, text, is_error) == ("read", answered, 0)
    assert json.loads(arguments) == {"doc_id": place.tides, "offset": 2, "limit": 1}
    assert session
    assert token_id


def test_calls_of_the_verbs_over_http_are_logged_too(place: Place) -> None:
    asked = {"doc_id": place.tides, "offset": 3, "limit": 1}
    answer = place.server.http.post("/api/v1/verbs/read", json=asked).raise_for_status().json()
    tool, _, text, is_error, _, token_id = logged_call(place, 3)
    assert (tool, text, is_error) == ("read", answer["text"], 0)
    assert token_id


@pytest.mark.parametrize("arguments", [{"doc_id": "abc"}, {"doc_id": 1, "colour": "red"}])
def test_a_call_refused_for_its_arguments_is_in_the_log_and_told_alike_over_http(
    place: Place, arguments: dict[str, Any]
) -> None:
    told = text_of(place.call("read", arguments))

    def logged() -> Any:
        with contextlib.closing(sqlite3.connect(place.server.data / "mokuji.sqlite3")) as database:
            return database.execute(
                "SELECT text, is_error FROM retrieval_agentcall WHERE arguments = ?", [json.dumps(arguments)]
            ).fetchone()

    assert until(logged, seconds=20, what="the refused call") == (told, 1)
    assert mistake_in("read", arguments) == told


def test_the_schemas_of_the_tools_and_of_the_arguments_are_the_same(tools: dict[str, Any]) -> None:
    for name, tool in tools.items():
        schema = CALLS[name].model_json_schema()
        assert tool.input_schema["properties"] == schema["properties"], name
        assert tool.input_schema.get("required", []) == schema.get("required", []), name
