"""Archives and mails handed to a real server: their files are documents, and stay so through crashes."""

from __future__ import annotations

import io
import random
import stat
import zipfile
from functools import partial
from pathlib import Path

import pytest

from tests.support.containers import locked, mail, nested, tarred, zipped
from tests.support.files import markdown, pdf
from tests.support.server import Server, mokuji, start_server, until

MEGABYTE = 1024 * 1024


def settled(server: Server, document_id: int, *, seconds: float = 90.0) -> dict[str, object]:
    """Wait until a container and all that lies in it is complete or failed."""

    def reached() -> dict[str, object] | None:
        document = server.document(document_id)
        ended = document["state"] in {"complete", "failed"} and document["parts_unfinished"] == 0
        return document if ended else None

    found: dict[str, object] = until(reached, seconds=seconds, what=f"container {document_id}")
    return found


def parts(server: Server, document_id: int) -> dict[str, dict[str, object]]:
    answer = server.get("/documents", params={"parent": document_id, "limit": 200}).raise_for_status().json()
    return {item["part"]: item for item in answer["items"]}


def holds(server: Server, document_id: int, least: int) -> bool:
    answer = server.get("/documents", params={"parent": document_id, "limit": 1}).raise_for_status().json()
    return bool(answer["total"] >= least)


def hits(server: Server, query: str) -> list[int]:
    answer = server.get("/search", params={"query": query}).raise_for_status().json()
    return [hit["document_id"] for hit in answer["results"]]


def add(server: Server, name: str, content: bytes, **asked: str) -> dict[str, object]:
    return settled(server, server.upload(name, content, **asked)["document"]["id"])


def test_an_archive_is_uploaded_once_and_its_files_can_be_found(server: Server) -> None:
    content = zipped(
        {
            "trip/plan.md": markdown("Plan", ("Where", "The pangolin lives here.")),
            "trip/map.pdf": pdf("Map", ("North", "The axolotl swims here.")),
            "__MACOSX/._plan.md": b"rubbish",
        }
    )
    archive = add(server, "trip.zip", content)
    inside = parts(server, int(str(archive["id"])))
    assert inside.keys() == {"trip/plan.md", "trip/map.pdf"}
    assert archive["part_count"] == 2
    plan = inside["trip/plan.md"]
    assert plan["parent"] == {"id": archive["id"], "title": "trip"}
    assert (plan["file_name"], plan["file_type"]) == ("plan.md", "md")
    assert hits(server, "pangolin")[0] == plan["id"]
    assert hits(server, "axolotl")[0] == inside["trip/map.pdf"]["id"]
    text = server.http.post("/api/v1/verbs/read", json={"doc_id": archive["id"]}).json()["text"]
    assert f"doc_id: {plan['id']}" in text
    original = server.get(f"/documents/{plan['id']}/original")
    assert original.content.startswith(b"# Plan")


def test_a_changed_archive_from_the_same_source_revises_its_files(server: Server) -> None:
    first = add(server, "v.zip", zipped({"a.md": "# Aardvark one", "b.md": "# Bilby"}), source="s3://v")
    before = parts(server, int(str(first["id"])))
    second = add(server, "v.zip", zipped({"a.md": "# Aardvark two", "c.md": "# Caracal"}), source="s3://v")
    after = parts(server, int(str(second["id"])))
    assert second["id"] == first["id"]
    assert after.keys() == {"a.md", "c.md"}
    assert after["a.md"]["id"] == before["a.md"]["id"]
    assert after["a.md"]["title"] == "Aardvark two"
    assert server.get(f"/documents/{before['b.md']['id']}").status_code == 404


def test_deleting_an_archive_deletes_its_files_and_deleting_a_file_leaves_the_rest(server: Server) -> None:
    archive = add(server, "d.zip", nested(2, {"one.md": "# Dugong", "two.md": "# Echidna"}))
    between = next(iter(parts(server, int(str(archive["id"]))).values()))
    inside = parts(server, int(str(between["id"])))
    server.http.delete(f"/api/v1/documents/{inside['one.md']['id']}").raise_for_status()
    assert parts(server, int(str(between["id"]))).keys() == {"two.md"}
    assert server.document(int(str(inside["two.md"]["id"])))["state"] == "complete"
    server.http.delete(f"/api/v1/documents/{archive['id']}").raise_for_status()
    for gone in (archive["id"], between["id"], inside["two.md"]["id"]):
        assert server.get(f"/documents/{gone}").status_code == 404
    assert not {inside["two.md"]["id"]} & set(hits(server, "echidna"))


def test_a_part_moves_with_its_container_only(server: Server) -> None:
    archive = add(server, "m.zip", zipped({"a.md": "# Fossa moves"}))
    part = parts(server, int(str(archive["id"])))["a.md"]
    server.http.post("/api/v1/collections", json={"name": "Elsewhere"}).raise_for_status()
    refused = server.http.patch(f"/api/v1/documents/{part['id']}", json={"collection": "Elsewhere"})
    assert refused.status_code == 409
    assert "Move that" in refused.json()["detail"]
    server.http.patch(
        f"/api/v1/documents/{archive['id']}", json={"collection": "Elsewhere"}
    ).raise_for_status()
    assert server.document(int(str(part["id"])))["collection"]["name"] == "Elsewhere"

    def found() -> bool:
        asked = {"query": "fossa", "collection": "Elsewhere"}
        answer = server.get("/search", params=asked).raise_for_status().json()
        return part["id"] in [hit["document_id"] for hit in answer["results"]]

    until(found, seconds=30, what="the part in its new collection")


def test_a_mail_is_read_and_what_is_attached_is_a_document(server: Server) -> None:
    report = pdf("Report", ("Numbers", "The gharial population grew."))
    document = add(server, "mail.eml", mail("Gharial census", "See the report.", census_pdf=report))
    assert (document["title"], document["authors"]) == ("Gharial census", ["Alice Example"])
    assert str(document["created"]).startswith("2024-05-31T14:00:00")
    inside = parts(server, int(str(document["id"])))
    assert inside.keys() == {"census.pdf"}
    assert hits(server, "gharial population")[0] == inside["census.pdf"]["id"]


def test_a_tar_and_a_mailbox_are_containers_too(server: Server) -> None:
    tar = add(server, "t.tar.gz", tarred({"a/x.md": b"# Hoatzin", "b.txt": b"A text of its own."}))
    assert parts(server, int(str(tar["id"]))).keys() == {"a/x.md", "b.txt"}
    messages = [mail(f"Subject {n}", "Body.", **{f"note{n}_md": f"# Note {n}".encode()}) for n in (1, 2)]
    box = b"".join(b"From a@example.org Fri May 31 14:00:00 2024\n" + each + b"\n" for each in messages)
    mailbox = add(server, "old.mbox", box)
    assert (mailbox["file_type"], mailbox["section_count"], mailbox["part_count"]) == ("mbox", 2, 2)


@pytest.mark.timeout(240)
def test_a_kill_while_an_archive_is_taken_apart_loses_nothing_and_doubles_nothing(data: Path) -> None:
    count = 150
    content = zipped({f"f/{n:03}.md": f"# File {n}\n\nThe kakapo{n:03} sits here.\n" for n in range(count)})
    server = start_server(data)
    try:
        archive = server.upload("many.zip", content)["document"]["id"]
        for least in (1, 40):
            until(partial(holds, server, archive, least), seconds=60, what="parts")
            server.kill()
            server = start_server(data, token=server.token)
        settled(server, archive, seconds=180)
        answer = server.get("/documents", params={"parent": archive, "limit": 200}).json()
        assert answer["total"] == count
        assert {item["state"] for item in answer["items"]} == {"complete"}
        for number in (0, 77, count - 1):
            assert hits(server, f"kakapo{number:03}").count(hits(server, f"kakapo{number:03}")[0]) == 1
        assert not list((data / "files").glob("unpacked/*"))
        examined = mokuji(data, "doctor", check=False)
        assert examined.returncode == 0, examined.stdout
    finally:
        server.stop()


@pytest.mark.timeout(120)
def test_the_command_line_waits_for_what_lies_in_an_archive(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "cli.zip"
    path.write_bytes(zipped({"a.md": "# Ibex\n\nThe ibex climbs.", "b.md": "# Jerboa\n\nThe jerboa hops."}))
    mokuji(data, "add", str(path))
    assert "Jerboa" in mokuji(data, "search", "jerboa").stdout


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("zeros.txt", "w") as member:
        for _ in range(300):
            member.write(bytes(MEGABYTE))
    return out.getvalue()


def overlapping() -> bytes:
    """A zip whose list names one packed member again and again."""
    single = zipped({"a.txt": b"x" * 100_000})
    start = single.index(b"PK\x01\x02")
    end = single.index(b"PK\x05\x06")
    tail = bytearray(single[end:])
    many = 20_000
    tail[8:12] = many.to_bytes(2, "little") * 2
    tail[12:16] = ((end - start) * many).to_bytes(4, "little")
    return single[:start] + single[start:end] * many + bytes(tail)


def linked() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("passwords")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("real.md", "# Real")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "codes"),
    [
        ("bomb.zip", bomb, {"too-large"}),
        ("overlapping.zip", overlapping, {"too-large", "damaged"}),
        ("many.zip", lambda: zipped({f"{n}.txt": "x" for n in range(10_001)}), {"too-large"}),
        ("cut.zip", lambda: zipped({"a.md": random.Random(2).randbytes(3000)})[:1500], {"damaged"}),
        ("nothing.zip", lambda: zipped({}), {"empty", "damaged"}),
        ("noise.zip", lambda: b"PK\x03\x04" + random.Random(1).randbytes(5000), {"damaged"}),
        ("locked.zip", lambda: locked({"a.md": b"# A"}, "secret"), {"password-needed"}),
        ("bomb.tar.gz", lambda: tarred({"zeros.txt": bytes(150 * MEGABYTE)}), {"too-large"}),
    ],
)
def test_a_hostile_archive_is_refused_with_a_reason(
    server: Server, name: str, content: object, codes: set[str]
) -> None:
    assert callable(content)
    document = add(server, name, content())
    failure = document["failure"]
    assert isinstance(failure, dict), document
    assert failure["code"] in codes
    assert failure["message"].endswith(".")
    assert document["part_count"] == 0
    assert server.get("/status").status_code == 200
    assert not list((server.data / "files").glob("unpacked/*"))


def test_names_in_an_archive_never_become_paths(server: Server) -> None:
    archive = add(
        server,
        "slip.zip",
        zipped(
            {
                "../../../../tmp/mokuji-slip.md": "# One",
                "/etc/mokuji-slip.md": "# Two",
                "C:\\windows\\mokuji-slip.md": "# Three",
                "a/\u202egnp.md": "# Four",
                "\0.md": "# Five",
                "x" * 5000 + ".md": "# Six",
            }
        ),
    )
    inside = parts(server, int(str(archive["id"])))
    assert {"tmp/mokuji-slip.md", "etc/mokuji-slip.md", "windows/mokuji-slip.md", "a/gnp.md"} <= inside.keys()
    assert all(len(path) <= 400 and not path.startswith(("/", ".")) for path in inside)
    assert not Path("/tmp/mokuji-slip.md").exists()
    assert not list(server.data.rglob("mokuji-slip.md"))


def test_a_link_in_an_archive_is_not_followed(server: Server) -> None:
    archive = add(server, "linked.zip", linked())
    assert parts(server, int(str(archive["id"]))).keys() == {"real.md"}
    notes = archive["coverage"]
    assert isinstance(notes, dict)
    assert "links" in notes["notes"][0]
    text = server.http.post("/api/v1/verbs/read", json={"doc_id": archive["id"]}).json()["text"]
    assert "root:" not in text
