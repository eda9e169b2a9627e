"""Who may do what: a rule for every operation of the API, and the people and tokens that try them all."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

Role = Literal["reader", "editor", "manager", "owner"]
RANK: dict[str | None, int] = {None: 0, "reader": 1, "editor": 2, "manager": 3, "owner": 4}

MARK = "Kelpfathom"
"""A word that stands nowhere but in the shared collection: in its name, its document and that one's file name."""


@dataclass(frozen=True)
class Place:
    """What a request is about. Unknown ids make the same request about nothing."""

    collection: int
    document: int
    member: int = 10**9
    call: int = 10**9
    token: int = 10**9


@dataclass(frozen=True)
class Request:
    """A request of the API."""

    method: str
    path: str
    body: Any = None
    content: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Rule:
    """Who may use an operation.

    ask: makes the request. role: the least role in the collection that it is about; None when it is about none.
    tool: the verb it belongs to. person: only a signed-in person, never a token. fresh: it may change or end
    what it is about, so that every one who may gets a place of its own. reveals: a pattern, with `{place.…}`, that
    the answer of a caller who sees the shared collection has, and that of any other has not; empty for none.
    bulk, verb: refusals are told inside the answer.
    """

    ask: Callable[[Place], Request]
    role: Role | None = None
    write: bool = False
    tool: str | None = None
    person: bool = False
    admin: bool = False
    public: bool = False
    fresh: bool = False
    reveals: str = ""
    bulk: bool = False
    verb: bool = False


@dataclass(frozen=True)
class Actor:
    """Somebody who asks. role: the role in the shared collection; None for who does not see it."""

    name: str
    http: httpx.Client
    role: Role | None = None
    known: bool = True
    token: bool = False
    write: bool = True
    tools: frozenset[str] | None = None

    def status_of(self, rule: Rule) -> int | None:
        """Return the status of a refusal, or None when the actor may."""
        if rule.public:
            return None
        if not self.known:
            return 401
        limited = self.tools is not None and rule.tool not in self.tools
        if limited or (rule.person and self.token) or (rule.write and not self.write) or rule.admin:
            return 403
        if rule.role is None or RANK[self.role] >= RANK[rule.role]:
            return None
        return 404 if self.role is None else 403


def _get(path: str) -> Callable[[Place], Request]:
    return lambda place: Request("GET", path.format(place=place))


def _json(method: str, path: str, body: Callable[[Place], Any] | None = None) -> Callable[[Place], Request]:
    return lambda place: Request(method, path.format(place=place), body(place) if body else None)


def _raw(path: str, content: bytes) -> Callable[[Place], Request]:
    return lambda place: Request("POST", path.format(place=place), content=content)


def _version(_: Place) -> Any:
    return {"version": 1, "sections": []}


NAMES = f"{MARK} (soundings|papers)"
DOCUMENT = "/documents/{place.document}"
COLLECTION = "/collections/{place.collection}"

RULES: dict[str, Rule] = {
    "get_session": Rule(_get("/session"), public=True),
    "sign_in": Rule(
        _json("POST", "/session", lambda _: {"username": "nobody-here", "password": "x"}), public=True
    ),
    "sign_out": Rule(_json("DELETE", "/session"), public=True),
    "sign_in_by_code": Rule(_json("POST", "/session/code", lambda _: {"code": "000000"}), public=True),
    "spend_sign_in_link": Rule(_json("POST", "/session/link", lambda _: {"secret": "x"}), public=True),
    "ask_for_new_password": Rule(
        _json("POST", "/session/forgotten", lambda _: {"who": "nobody-here"}), public=True
    ),
    "change_account": Rule(_json("PATCH", "/account", lambda _: {"language": "en"}), person=True),
    "change_password": Rule(_json("POST", "/account/password", lambda _: {"new_password": "x"}), person=True),
    "invite_user": Rule(_json("POST", "/users", lambda _: {"username": "newcomer"}), person=True, admin=True),
    "make_link": Rule(_json("POST", "/users/{place.token}/link"), person=True, admin=True),
    "list_sessions": Rule(_get("/account/sessions"), person=True),
    "end_other_sessions": Rule(_json("DELETE", "/account/sessions"), person=True),
    "end_session": Rule(_json("DELETE", "/account/sessions/{place.token}"), person=True),
    "get_second_factor": Rule(_get("/account/second-factor"), person=True),
    "begin_second_factor": Rule(_json("POST", "/account/second-factor", lambda _: {}), person=True),
    "confirm_second_factor": Rule(
        _json("POST", "/account/second-factor/confirm", lambda _: {"code": "000000"}), person=True
    ),
    "renew_recovery_codes": Rule(
        _json("POST", "/account/second-factor/recovery-codes", lambda _: {"code": "000000"}), person=True
    ),
    "end_second_factor": Rule(
        _json("POST", "/account/second-factor/off", lambda _: {"code": "000000"}), person=True
    ),
    "list_calls": Rule(_get("/calls"), person=True),
    "get_call": Rule(_get("/calls/{place.call}"), person=True),
    "list_tokens": Rule(_get("/tokens"), person=True),
    "create_token": Rule(
        _json("POST", "/tokens", lambda place: {"name": "t", "collections": [str(place.collection)]}),
        role="reader",
        person=True,
    ),
    "revoke_token": Rule(_json("DELETE", "/tokens/{place.token}"), person=True),
    "list_collections": Rule(_get("/collections"), reveals=NAMES),
    "create_collection": Rule(_json("POST", "/collections", lambda _: {"name": "One more"}), write=True),
    "rename_collection": Rule(
        _json("PATCH", COLLECTION, lambda place: {"name": f"Renamed {place.collection}"}),
        role="manager",
        write=True,
        fresh=True,
    ),
    "delete_collection": Rule(_json("DELETE", COLLECTION), role="manager", write=True, fresh=True),
    "list_members": Rule(_get(f"{COLLECTION}/members"), role="manager", person=True),
    "share_collection": Rule(
        _json("PUT", f"{COLLECTION}/members", lambda _: {"user": "reader", "role": "reader"}),
        role="manager",
        person=True,
        fresh=True,
    ),
    "unshare_collection": Rule(
        _json("DELETE", f"{COLLECTION}/members/{{place.member}}"), role="manager", person=True, fresh=True
    ),
    "hand_over_collection": Rule(
        _json("PUT", f"{COLLECTION}/owner", lambda _: {"user": "owner"}), role="owner", person=True
    ),
    "list_documents": Rule(_get("/documents"), reveals=NAMES),
    "list_document_ids": Rule(
        _get("/documents/ids"), reveals=r'"document_ids": ?\[[^]]*\b{place.document}\b'
    ),
    "count_facets": Rule(_get("/facets"), reveals=NAMES),
    "get_document": Rule(_get(DOCUMENT), role="reader"),
    "change_document": Rule(
        _json("PATCH", DOCUMENT, lambda _: {"tags": ["seen"]}), role="editor", write=True, fresh=True
    ),
    "delete_document": Rule(_json("DELETE", DOCUMENT), role="editor", write=True, fresh=True),
    "reindex_document": Rule(_json("POST", f"{DOCUMENT}/reindex"), role="editor", write=True, fresh=True),
    "cancel_document": Rule(_json("POST", f"{DOCUMENT}/cancel"), role="editor", write=True, fresh=True),
    "change_documents": Rule(
        _json(
            "POST",
            "/documents/bulk",
            lambda place: {"action": "tag", "document_ids": [place.document], "add_tags": ["bulk"]},
        ),
        role="editor",
        write=True,
        bulk=True,
        fresh=True,
    ),
    "upload_documents": Rule(
        _raw("/documents?filename=more.md&collection={place.collection}", b"# More\n\nWords.\n"),
        role="editor",
        write=True,
        fresh=True,
    ),
    "upload_revision": Rule(
        _raw(f"{DOCUMENT}/revisions?filename=next.md", b"# Next\n\nOther words.\n"),
        role="editor",
        write=True,
        fresh=True,
    ),
    "get_original": Rule(_get(f"{DOCUMENT}/original"), role="reader"),
    "get_lines": Rule(_get(f"{DOCUMENT}/lines"), role="reader", tool="read"),
    "find_in_document": Rule(_get(f"{DOCUMENT}/find?q=tide"), role="reader", tool="read"),
    "get_outline": Rule(_get(f"{DOCUMENT}/outline"), role="reader", tool="outline"),
    "set_outline": Rule(_json("PUT", f"{DOCUMENT}/outline", _version), role="editor", write=True, fresh=True),
    "change_outline": Rule(
        _json(
            "PATCH",
            f"{DOCUMENT}/outline",
            lambda _: {"version": 1, "operations": [{"op": "remove", "section": "1"}]},
        ),
        role="editor",
        write=True,
        fresh=True,
    ),
    "revert_outline": Rule(
        _json("DELETE", f"{DOCUMENT}/outline?version=1"), role="editor", write=True, fresh=True
    ),
    "search": Rule(_get(f"/search?query={MARK}"), tool="search", reveals=NAMES),
    "verb_search": Rule(
        _json("POST", "/verbs/search", lambda _: {"query": MARK}), tool="search", reveals=NAMES
    ),
    "verb_outline": Rule(
        _json("POST", "/verbs/outline", lambda place: {"doc_ids": [place.document]}),
        role="reader",
        tool="outline",
        verb=True,
    ),
    "verb_read": Rule(
        _json("POST", "/verbs/read", lambda place: {"doc_id": place.document}),
        role="reader",
        tool="read",
        verb=True,
    ),
    "verb_grep": Rule(
        _json("POST", "/verbs/grep", lambda place: {"pattern": "tide|Fresh", "doc_ids": [place.document]}),
        role="reader",
        tool="grep",
        verb=True,
    ),
    "verb_browse": Rule(_json("POST", "/verbs/browse", lambda _: {}), tool="browse", reveals=NAMES),
    "get_status": Rule(_get("/status")),
    "examine": Rule(_get("/doctor"), admin=True),
    "repair": Rule(_json("POST", "/doctor/repair"), admin=True, write=True),
    "evaluate": Rule(
        _json("POST", "/evaluate", lambda _: {"questions": '{"question": "a", "document": "b"}'}), admin=True
    ),
    "start_rebuild": Rule(_json("POST", "/rebuild"), admin=True, write=True),
    "get_rebuild": Rule(_get("/rebuild"), admin=True),
    "begin_upload": Rule(
        lambda place: Request(
            "POST",
            "/uploads",
            headers={
                "Tus-Resumable": "1.0.0",
                "Upload-Length": "5",
                "Upload-Metadata": _metadata(filename="tus.md", collection=str(place.collection)),
            },
        ),
        role="editor",
        write=True,
    ),
}

RAW = frozenset({"begin_upload"})
"""Operations that the OpenAPI document leaves to the tus protocol."""


def _metadata(**values: str) -> str:
    return ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in values.items())


def send(actor: Actor, request: Request) -> httpx.Response:
    """Send a request as somebody."""
    body = json.dumps(request.body).encode() if request.body is not None else request.content
    headers = dict(request.headers)
    if request.body is not None:
        headers["Content-Type"] = "application/json"
    return actor.http.request(request.method, f"/api/v1{request.path}", content=body, headers=headers)
