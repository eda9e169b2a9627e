from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts.write_openapi import TARGET, openapi_text
from tests.support.documents import bearer, make_document
from webapp.accounts.models import User
from webapp.api import raw_routes
from webapp.api.problems import MEDIA_TYPE
from webapp.library.services import default_collection

WRITTEN: dict[str, Any] = json.loads(Path(TARGET).read_text(encoding="utf-8"))
OPERATIONS = [
    (method, path, operation)
    for path, methods in WRITTEN["paths"].items()
    for method, operation in methods.items()
]


def test_the_committed_document_is_the_one_the_code_gives() -> None:
    assert TARGET.read_text(encoding="utf-8") == openapi_text(), "run scripts/write_openapi.py"


@pytest.mark.django_db
def test_the_document_is_served_without_signing_in(client: Client) -> None:
    assert client.get("/api/v1/openapi.json").json() == json.loads(openapi_text())


def test_every_reference_of_the_document_leads_somewhere() -> None:
    def references(node: Any) -> set[str]:
        if isinstance(node, dict):
            own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
            return own.union(*(references(value) for value in node.values()))
        return set().union(*(references(value) for value in node)) if isinstance(node, list) else set()

    known = {f"#/components/schemas/{name}" for name in WRITTEN["components"]["schemas"]}
    assert references(WRITTEN) - known == set()


def test_every_operation_is_described_and_named_once() -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(set(names)) == len(names)
    assert [path for _, path, op in OPERATIONS if not op.get("description") or not op.get("tags")] == []


def test_everything_but_the_session_needs_a_caller() -> None:
    free = {path for _, path, operation in OPERATIONS if not operation.get("security")}
    assert free == {f"/api/v1/session{more}" for more in ("", "/link", "/code", "/forgotten")}


@pytest.mark.django_db
def test_no_operation_answers_without_a_caller(client: Client) -> None:
    for method, path, operation in OPERATIONS:
        if not operation.get("security") or method in raw_routes.PATHS.get(path, {}):
            continue  # the raw ones are asked in their own tests
        address = re.sub(r"{\w+}", "1", path)
        response = client.generic(method.upper(), address, "", "application/json")
        assert response.status_code == 401, (method, path)
        assert response["Content-Type"] == MEDIA_TYPE


VALUES = st.one_of(
    st.text(max_size=20),
    st.integers().map(str),
    st.sampled_from(
        [
            "",
            "0",
            "1",
            "-1",
            "9" * 30,
            "NaN",
            "true",
            "null",
            "[]",
            "a,b",
            "1.1",
            "2024-01-01",
            "zh",
            "pdf",
            "\u202e",
        ]
    ),
)
NAMES = [
    "q", "query", "limit", "offset", "sort", "cursor", "type", "language", "tag", "state", "collection",
    "expand",
    "budget", "modified_after", "modified_before", "outline_quality", "after", "token_id",
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.usefixtures("open_engines")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=120, deadline=None)
@given(asked=st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=5), data=st.data())
def test_no_query_string_breaks_the_server(
    http: Client, user: User, asked: list[tuple[str, str]], data: Any
) -> None:
    document = default_collection(user).documents.first() or make_document(user)
    paths = [path for method, path, _ in OPERATIONS if method == "get" and "original" not in path]
    path = data.draw(st.sampled_from(paths))
    for name in ("document_id", "call_id"):
        path = path.replace(f"{{{name}}}", str(document.pk))
    if path in {"/api/v1/doctor", "/api/v1/rebuild"}:
        return
    response = http.get(path, asked)
    assert response.status_code < 500, response.content
    if response.status_code >= 400:
        assert response["Content-Type"] == MEDIA_TYPE


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(
    body=st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(
                st.sampled_from(["name", "tags", "action", "document_ids", "username", "language"]),
                inner,
                max_size=3,
            ),
        ),
        max_leaves=6,
    ),
    data=st.data(),
)
def test_no_body_breaks_the_server(http: Client, user: User, body: Any, data: Any) -> None:
    document = default_collection(user).documents.first() or make_document(user)
    method, path, _ = data.draw(
        st.sampled_from([o for o in OPERATIONS if "requestBody" in o[2] and "verbs" not in o[1]])
    )
    for name in ("document_id", "collection_id", "token_id"):
        path = path.replace(f"{{{name}}}", str(document.pk))
    response = http.generic(method.upper(), path, json.dumps(body), "application/json")
    assert response.status_code < 500, (path, response.content)


@pytest.mark.django_db
def test_a_token_and_a_session_see_the_same(http: Client, user: User, client: Client) -> None:
    make_document(user)
    assert (
        http.get("/api/v1/documents").json() == client.get("/api/v1/documents", headers=bearer(user)).json()
    )
