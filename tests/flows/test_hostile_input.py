"""Bad input gets a clear error, costs no other document anything, and the server lives."""

from __future__ import annotations

import http.client
import io
import json
import zipfile
from collections.abc import Iterator

import httpx
import pytest

from tests.support.files import html, markdown, pdf, word
from tests.support.server import Server

MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def alive(server: Server) -> Iterator[None]:
    """After each story the server answers, and a good file still gets through."""
    yield
    assert server.process.poll() is None
    assert server.get("/status").status_code == 200
    assert not any("Traceback" in line for line in server.output), "".join(server.output)[-3000:]


def bomb() -> bytes:
    """A Word file whose document unpacks to 600 MB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as member:
            for _ in range(600):
                member.write(b"\0" * MEGABYTE)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("zeros.pdf", b"\0" * (20 * MEGABYTE), {"unsupported", "damaged", "empty"}),
        ("nothing.txt", b"", {"empty"}),
        ("cut.pdf", pdf("Cut", ("One", "Text. " * 50))[:400], {"damaged", "empty"}),
        ("cut.docx", word("Cut", ("One", "Text. " * 50))[:4000], {"damaged", "unsupported"}),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4096, {"unsupported", "password-needed"}),
        ("drawing.dwg", b"AC1032" + bytes(range(256)) * 40, {"unsupported"}),
    ],
)
def test_a_file_that_cannot_be_read_fails_with_a_reason(
    server: Server, name: str, content: bytes, code: set[str]
) -> None:
    document = server.add(name, content)
    assert document["state"] == "failed"
    assert document["failure"]["code"] in code
    assert document["failure"]["message"].endswith(".")


def test_a_cut_file_of_which_something_can_be_saved_says_so(server: Server) -> None:
    whole = pdf("Whole", *[(f"Part {n}", f"Words of part {n}. " * 60) for n in range(6)])
    document = server.add("cut-late.pdf", whole[:-300])
    assert document["state"] == "complete"
    assert "Damaged and repaired" in document["coverage"]["notes"][0]


def test_a_bomb_named_docx_fails_within_its_limits(server: Server) -> None:
    document = server.add("bomb.docx", bomb())
    assert document["state"] == "failed"
    assert document["failure"]["code"] in {"too-large", "damaged", "out-of-memory"}


@pytest.mark.timeout(300)
def test_a_single_line_of_50_megabytes_is_read_or_refused_in_words(server: Server) -> None:
    sentence = b"The quick brown fox jumps over the lazy dog and the needle stays where it is. "
    document = server.wait_for(
        server.upload("line.txt", sentence * (50 * MEGABYTE // len(sentence)))["document"]["id"], seconds=240
    )
    if document["state"] == "failed":
        assert document["failure"]["code"] in {"too-large", "out-of-memory", "timed-out"}
    else:
        assert document["wrapped"] is True


@pytest.mark.timeout(240)
def test_200_000_nested_tags_do_no_harm(server: Server) -> None:
    nested = "<html><body>" + "<div>" * 200_000 + "the pearl inside" + "</div>" * 200_000 + "</body></html>"
    document = server.wait_for(server.upload("nested.html", nested.encode())["document"]["id"], seconds=180)
    if document["state"] == "complete":
        text = server.get(f"/documents/{document['id']}/lines").json()
        assert "the pearl inside" in str(text)
    else:
        assert document["failure"]["message"].endswith(".")


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd.md",
        "..\\..\\windows\\system.md",
        "nul\0byte.md",
        "🦀🦀🦀.md",
        "n" * 300 + ".md",
        "-rf.md",
        "\u202egnp.md",
        "   ",
        "...",
    ],
)
def test_a_hostile_name_is_only_a_name(server: Server, name: str) -> None:
    content = markdown("A name", ("Section", f"Content for {name!r}."))
    document = server.add(name, content)
    assert document["state"] == "complete"
    original = server.get(f"/documents/{document['id']}/original")
    assert original.content == content.encode()
    assert not list(server.data.parent.glob("etc"))
    assert not list(server.data.rglob("passwd.md"))


def test_a_name_with_a_lone_surrogate_is_taken(server: Server) -> None:
    response = server.http.post("/api/v1/documents?filename=a%ED%A0%80b.md", content=b"# Surrogate\n")
    assert response.status_code in {201, 400, 422}, response.text


def test_unknown_ids_and_offsets_past_the_end_say_what_is_valid(server: Server) -> None:
    document = server.add("short.md", "# Short\n\nOnly three lines.\n")
    unknown = server.get("/documents/999999")
    assert unknown.status_code == 404
    assert "search" in unknown.json()["detail"]
    past = server.http.post("/api/v1/verbs/read", json={"doc_id": document["id"], "offset": 500}).json()
    assert past["is_error"] is True
    assert "3" in past["text"]
    bad = server.http.post("/api/v1/verbs/read", json={"doc_id": document["id"], "section": "9.9"}).json()
    assert bad["is_error"] is True


@pytest.mark.parametrize("token", ["x", "mok_wrong", "Bearer", "mok_" + "x" * 5000, "\u00e9"])
def test_a_bad_token_is_refused_everywhere(server: Server, token: str) -> None:
    headers = {b"Authorization": f"Bearer {token}".encode("latin-1")}
    for method, path in (
        ("GET", "/api/v1/documents"),
        ("POST", "/api/v1/documents?filename=a.md"),
        ("POST", "/mcp"),
        ("GET", "/sse"),
    ):
        response = httpx.request(
            method, server.url + path, headers=headers, content=b"", trust_env=False, timeout=20
        )
        assert response.status_code == 401, (path, response.status_code)


@pytest.mark.parametrize("path", ["/", "/api/v1/status", "/mcp", "/sse"])
def test_a_wrong_host_is_refused_with_the_setting_that_would_allow_it(server: Server, path: str) -> None:
    response = httpx.get(server.url + path, headers={"Host": "evil.example.org"}, trust_env=False, timeout=20)
    assert response.status_code in {400, 421}
    assert "MOKUJI_ALLOWED_HOSTS" in response.text


@pytest.mark.parametrize("path", ["/", "/api/v1/status", "/mcp"])
@pytest.mark.parametrize("second", ["", "evil.example.org"])
def test_a_request_that_names_its_host_twice_is_refused(server: Server, path: str, second: str) -> None:
    host = server.url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=20)
    connection.putrequest("GET", path, skip_host=True)
    for name in (host, second or host):
        connection.putheader("Host", name)
    connection.endheaders()
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())["code"]) == (400, "host-not-allowed")
    connection.close()


def test_hidden_characters_do_not_reach_agents_and_are_counted(server: Server) -> None:
    text = "# Notes\n\nIgnore\u200b\u202e this\u2066 and\u2069 read \U000e0041on.\n"
    document = server.add("hidden.md", text)
    answer = server.http.post("/api/v1/verbs/read", json={"doc_id": document["id"]}).json()["text"]
    assert not set(answer) & set("\u200b\u202e\u2066\u2069\U000e0041")
    assert document["coverage"]["invisible_characters"] >= 4


def test_markup_of_a_page_does_not_run_in_our_origin(server: Server) -> None:
    page = html("Trap", ("Trap", "<script>alert(1)</script>Bait"))
    document = server.add("trap.html", page)
    original = server.get(f"/documents/{document['id']}/original")
    assert original.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in original.headers["content-security-policy"]
    assert "attachment" in original.headers["content-disposition"]


def test_names_that_hold_what_nobody_sees_are_refused_and_those_of_files_are_cleaned(server: Server) -> None:
    for name in ("Plans\u202e", "Plans\U000e0049\U000e0047", "Pla\u200bns"):
        refused = server.http.post("/api/v1/collections", json={"name": name})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
        assert "nobody sees" in refused.json()["detail"]
    document = server.add("fa\u202ects\U000e0049.md", "# Facts\n\nOf the sea.\n")
    assert document["file_name"] == "facts.md"
    tagged = server.http.patch(f"/api/v1/documents/{document['id']}", json={"tags": ["sea\u202e"]})
    assert (tagged.status_code, tagged.json()["code"]) == (400, "bad-request")
    for tool, asked in (
        ("browse", {"collection": "Law\u202e"}),
        ("search", {"query": "sea", "tag": "x\u202e"}),
    ):
        assert "\u202e" not in server.http.post(f"/api/v1/verbs/{tool}", json=asked).json()["text"]


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 100_000, '{"query": ' + "[" * 100_000])
@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/collections",
        "/api/v1/documents/bulk",
        "/api/v1/verbs/search",
        "/api/v1/session",
        "/oauth/register",
        "/mcp",
        "/messages/?session_id=" + "0" * 32,
    ],
)
def test_json_that_is_nested_beyond_reason_is_refused(server: Server, path: str, body: str) -> None:
    lines = len(server.output)
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    refused = httpx.post(
        server.url + path,
        content=body,
        headers={**headers, "authorization": f"Bearer {server.token}"},
        timeout=60,
    )
    assert 400 <= refused.status_code < 500, refused.text[:200]
    assert "Traceback" not in "".join(server.output[lines:])
