"""Everybody tries everything: role x transport x action, taken from the routes and tools themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

import anyio
import httpx
import pytest
from mcp_types import CallToolResult, TextContent

from tests.support.permissions import MARK, RAW, RULES, Actor, Place, Role, Rule, send
from tests.support.server import Server, mokuji, running_server
from tests.webapp.mcp import conftest as mcp_place

TEXT = f"# {MARK} soundings\n\nThe tide at {MARK} rises.\n\n## Causes\n\nThe moon.\n"
PASSWORD = "an-unlikely-password-7"
UNKNOWN = 987_654_321
ROLES: dict[str, Role] = {each: each for each in get_args(Role)}
PEOPLE = (*ROLES, "stranger")
TOOLS = {"search", "outline", "read", "grep", "browse"}


@dataclass
class Stage:
    """A server where one collection is shared, and everybody who may try it."""

    server: Server
    shared: Place
    people: dict[str, Actor]
    tokens: dict[str, Actor]
    secrets: dict[str, str]

    def fresh(self, name: str, *, empty: bool = False) -> Place:
        """Share one more collection like the first, for an action that may change it."""
        owner = self.people["owner"].http
        collection = owner.post("/api/v1/collections", json={"name": name}).raise_for_status().json()["id"]
        member = share(owner, collection)
        document = 0
        if not empty:
            answer = owner.post(
                "/api/v1/documents",
                params={"filename": "fresh.md", "collection": str(collection)},
                content=f"# Fresh\n\n{name}\n".encode(),
            )
            document = answer.raise_for_status().json()["document"]["id"]
            self.server.wait_for(document, "complete")
        return Place(collection, document, member)


def share(owner: httpx.Client, collection: int) -> int:
    """Share a collection with each person as what they are called; return the reader's membership."""
    member = 0
    for name in ("manager", "editor", "reader"):
        given = owner.put(f"/api/v1/collections/{collection}/members", json={"user": name, "role": name})
        member = given.raise_for_status().json()["id"]
    return member


def signed_in(server: Server, name: str) -> httpx.Client:
    http = httpx.Client(base_url=server.url, timeout=60, trust_env=False)
    http.headers["X-CSRFToken"] = http.get("/api/v1/session").raise_for_status().json()["csrf_token"]
    state = http.post("/api/v1/session", json={"username": name, "password": PASSWORD})
    http.headers["X-CSRFToken"] = state.raise_for_status().json()["csrf_token"]
    return http


def bearing(server: Server, secret: str) -> httpx.Client:
    bearer = {"Authorization": f"Bearer {secret}"}
    return httpx.Client(base_url=server.url, timeout=60, trust_env=False, headers=bearer)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    data = tmp_path_factory.mktemp("permissions")
    with running_server(data, env={"MOKUJI_EMBEDDING": "off"}) as server:
        for name in PEOPLE:
            mokuji(data, "user", "create", name, "--password-stdin", text=f"{PASSWORD}\n")
        clients = {name: signed_in(server, name) for name in PEOPLE}
        owner = clients["owner"]
        collection = owner.post("/api/v1/collections", json={"name": f"{MARK} papers"}).json()["id"]
        owner.post("/api/v1/collections", json={"name": "Elsewhere"}).raise_for_status()
        share(owner, collection)
        told = owner.post(
            "/api/v1/documents",
            params={"filename": f"{MARK}.md", "collection": str(collection)},
            content=TEXT.encode(),
        )
        place = Place(collection, told.raise_for_status().json()["document"]["id"])
        # the default user's token sees nothing of it: the owner's asks whether it is read
        server.http.headers["Authorization"] = f"Bearer {secret_of(owner, 'watch')}"
        server.wait_for(place.document, "complete")
        people = {name: Actor(name, clients[name], ROLES.get(name)) for name in PEOPLE}
        people["nobody"] = Actor("nobody", httpx.Client(base_url=server.url, trust_env=False), known=False)
        secrets = {
            "owner": secret_of(owner, "all"),
            "owner-reads": secret_of(owner, "reads", scopes=["read"]),
            "owner-elsewhere": secret_of(owner, "elsewhere", collections=["Elsewhere"]),
            "owner-searches": secret_of(owner, "searches", tools=["search"]),
            "reader": secret_of(clients["reader"], "all"),
            "stranger": secret_of(clients["stranger"], "all"),
        }
        tokens = {
            "owner": Actor("owner's token", bearing(server, secrets["owner"]), "owner", token=True),
            "owner-reads": Actor(
                "owner's reading token",
                bearing(server, secrets["owner-reads"]),
                "owner",
                token=True,
                write=False,
            ),
            "owner-elsewhere": Actor(
                "owner's token for elsewhere", bearing(server, secrets["owner-elsewhere"]), token=True
            ),
            "owner-searches": Actor(
                "owner's token for search",
                bearing(server, secrets["owner-searches"]),
                "owner",
                token=True,
                tools=frozenset({"search"}),
            ),
            "reader": Actor("reader's token", bearing(server, secrets["reader"]), "reader", token=True),
            "stranger": Actor("stranger's token", bearing(server, secrets["stranger"]), token=True),
        }
        yield Stage(server, place, people, tokens, secrets)
        for actor in (*people.values(), *tokens.values()):
            actor.http.close()


def secret_of(person: httpx.Client, name: str, **limits: object) -> str:
    """Make a token as a person does, who may write unless the limits say else."""
    wanted = {"name": name, "scopes": ["read", "write"], **limits}
    return str(person.post("/api/v1/tokens", json=wanted).raise_for_status().json()["secret"])


def told(response: httpx.Response, place: Place) -> tuple[int, str]:
    """Return what an answer says, without the ids that were asked for."""
    body = re.sub(r'"(milliseconds|tokens|request_id)":\s*[\d."a-f-]+', "", response.text)
    for number in (place.document, place.collection, place.member, UNKNOWN):
        body = re.sub(rf"\b{number}\b", "N", body)
    return response.status_code, body


NOTHING = Place(UNKNOWN, UNKNOWN, UNKNOWN)


def refused(rule: Rule, actor: Actor, place: Place) -> None:
    """Try what one may not: the right status, no word of what is there, and nothing that tells it exists."""
    response = send(actor, rule.ask(place))
    status = actor.status_of(rule)
    if rule.bulk and status in {403, 404}:
        if response.status_code == 200:
            assert response.json()["done"] == [], actor.name
        else:
            assert response.status_code == status, (actor.name, response.text)
    elif rule.verb and status == 404:
        assert response.json()["is_error"], actor.name
    else:
        assert response.status_code == status, (actor.name, response.text)
    if actor.role is None:
        assert MARK not in response.text, actor.name
        assert told(response, place) == told(send(actor, rule.ask(NOTHING)), NOTHING), actor.name


def test_every_operation_has_a_rule(stage: Stage) -> None:
    document = stage.server.get("/openapi.json").json()
    operations = {
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
        if "operationId" in operation
    }
    assert operations == RULES.keys() - RAW


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if not rule.public])
def test_who_may_not_is_refused(stage: Stage, name: str) -> None:
    rule = RULES[name]
    tried = 0
    for actor in (*stage.people.values(), *stage.tokens.values()):
        if actor.status_of(rule) is not None:
            refused(rule, actor, stage.shared)
            tried += 1
    assert tried
    document = stage.server.document(stage.shared.document)
    assert (document["title"], document["tags"]) == (f"{MARK} soundings", [])


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if not (rule.public or rule.admin)])
def test_who_may_is_answered(stage: Stage, name: str) -> None:
    rule = RULES[name]
    for actor in (*stage.people.values(), *stage.tokens.values()):
        if actor.status_of(rule) is not None:
            continue
        title = f"{name} by {actor.name}"
        place = stage.fresh(title, empty=name == "delete_collection") if rule.fresh else stage.shared
        response = send(actor, rule.ask(place))
        assert response.status_code not in {401, 405, 429, 500}, (actor.name, response.text)
        if rule.role is not None:
            assert response.status_code not in {403, 404}, (actor.name, response.text)
        if rule.bulk:
            assert response.json()["done"] == [place.document], actor.name
        if rule.reveals:
            shown = re.search(rule.reveals.format(place=place), response.text) is not None
            assert shown == (actor.role is not None), actor.name


def test_a_document_one_may_not_see_is_counted_nowhere(stage: Stage) -> None:
    for actor in (stage.people["stranger"], stage.tokens["stranger"], stage.tokens["owner-elsewhere"]):
        http = actor.http
        assert http.get("/api/v1/facets").json()["total"] == 0
        assert http.get("/api/v1/status").json()["documents"] == 0
        assert http.get("/api/v1/documents").json()["total"] == 0
        assert http.get("/api/v1/search", params={"query": MARK}).json()["results"] == []


@pytest.mark.parametrize("transport", ["streamable", "sse"])
def test_tools_answer_by_the_same_rules(stage: Stage, transport: str) -> None:
    place = mcp_place.Place(stage.server, stage.shared.document, 0)

    async def story(name: str, actor: Actor) -> None:
        async with place.client(transport, stage.secrets[name]) as client:
            offered = {tool.name for tool in (await client.list_tools()).tools}
            assert offered == (TOOLS if actor.tools is None else set(actor.tools)), actor.name
            sees = actor.role is not None
            found = await client.call_tool("search", {"query": f"{MARK} tide"})
            assert (f"{MARK} soundings" in words(found)) == sees, actor.name
            everywhere = words(await client.call_tool("grep", {"pattern": MARK}))
            listed = words(await client.call_tool("browse", {"sort": "added"}))
            if "grep" in offered:
                assert (f"{MARK} rises" in everywhere, f"{MARK} soundings" in listed) == (sees, sees), (
                    actor.name
                )
            for tool, argument in (("read", "doc_id"), ("outline", "doc_ids"), ("grep", "doc_ids")):
                more = {"pattern": "tide"} if tool == "grep" else {}
                here = await client.call_tool(tool, {argument: stage.shared.document, **more})
                gone = await client.call_tool(tool, {argument: UNKNOWN, **more})
                assert gone.is_error, actor.name
                assert here.is_error == (not sees or tool not in offered), actor.name
                if here.is_error:
                    plain = words(here).replace(str(stage.shared.document), "N")
                    assert plain == words(gone).replace(str(UNKNOWN), "N"), actor.name

    async def everybody() -> None:
        with anyio.fail_after(mcp_place.PATIENCE):
            for name, actor in stage.tokens.items():
                await story(name, actor)

    anyio.run(everybody)


def words(result: CallToolResult) -> str:
    return "\n".join(content.text for content in result.content if isinstance(content, TextContent))


def test_a_membership_that_ends_ends_at_once(stage: Stage) -> None:
    place = stage.fresh("Ends at once")
    reader, owner = stage.people["reader"].http, stage.people["owner"].http
    assert reader.get(f"/api/v1/documents/{place.document}").status_code == 200
    owner.delete(f"/api/v1/collections/{place.collection}/members/{place.member}").raise_for_status()
    assert reader.get(f"/api/v1/documents/{place.document}").status_code == 404
