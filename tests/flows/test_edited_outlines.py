"""A person puts an outline right; agents see it, and it is still right after the document is read again."""

from __future__ import annotations

from typing import Any

from tests.support.server import Server, until

TEXT = """# Harbour

The harbour lies in the north.

## Walls

Granite, and some of it old.

## Cranes

Two cranes, of which one works.
"""


def outline(server: Server, document_id: int) -> Any:
    return server.get(f"/documents/{document_id}/outline").raise_for_status().json()


def test_an_edited_outline_is_what_agents_get_and_outlives_a_new_reading(server: Server) -> None:
    document_id = server.add("harbour.md", TEXT)["id"]
    path = f"/api/v1/documents/{document_id}"
    before = outline(server, document_id)
    operations = [
        {"op": "rename", "section": "1.1", "title": "Masonry and wallabies"},
        {"op": "remove", "section": "1.2"},
    ]
    change = {"version": before["version"], "operations": operations}
    edited = server.http.patch(f"{path}/outline", json=change).raise_for_status().json()
    assert "[1.1] Masonry and wallabies [L5-11, 7 lines]" in edited["text"]
    stale = server.http.patch(f"{path}/outline", json=change)
    assert (stale.status_code, stale.json()["current"]["version"]) == (409, edited["version"])

    def found() -> bool:
        hits = server.get("/search", params={"query": "wallabies"}).raise_for_status().json()["results"]
        return any(hit["document_id"] == document_id for hit in hits)

    until(found, what="the new title in the index")
    until(
        lambda: server.http.post(f"{path}/reindex", json={}).status_code != 409,
        what="the end of the indexing that the edit began",
    )
    until(lambda: outline(server, document_id)["version"] > edited["version"], what="the new reading")
    again = outline(server, document_id)
    assert again["sections"] == edited["sections"]
    assert (again["quality"], again["edited"]["lost"]) == ("high", [])
