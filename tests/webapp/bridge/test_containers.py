"""Parts of containers as documents: made, revised, moved and removed with their container."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.domain.hits import Filter
from tests.support.containers import locked, mail, nested, zipped
from webapp.bridge import indexing, work
from webapp.bridge.engines import OpenEngines
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import reader_for
from webapp.library.errors import Conflict
from webapp.library.line_store import read_lines
from webapp.library.models import Document, Revision
from webapp.library.parts import with_parts
from webapp.library.services import create_collection, move_document

MENDED = "# Not broken any more\n\nA text that somebody gave the name of a PDF file, as people do.\n"
HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


@pytest.fixture
def run_all(run_stages: Run) -> Run:
    """Run stages until nothing waits for extraction: containers make new work."""

    def run() -> None:
        while IndexingJob.objects.filter(stage=Stage.EXTRACT).exists():
            run_stages()

    return run


def parts(container: Document) -> dict[str, int]:
    return dict(Document.objects.filter(parent=container).values_list("part", "pk"))


def text(document: Document) -> str:
    document.refresh_from_db()
    assert document.revision is not None
    return "\n".join(line.text for line in read_lines(document.revision.pk))


def found(opened: OpenEngines, query: str) -> list[int]:
    return [hit.document_id for hit in opened.lexical.search(query, only=Filter(), limit=10)]


def test_the_files_of_an_archive_become_documents_and_its_text_names_them(
    opened: OpenEngines, hand_in: HandIn, run_all: Run
) -> None:
    archive = hand_in(
        "trip.zip",
        zipped(
            {"plan.md": "# Plan\n\nA wombat.", "deep/notes.txt": "A numbat.", "x.png": b"\x89PNG\r\n\x1a\n"}
        ),
    )
    run_all()
    made = parts(archive)
    assert made.keys() == {"plan.md", "deep/notes.txt"}
    assert found(opened, "wombat") == [made["plan.md"]]
    assert found(opened, "numbat") == [made["deep/notes.txt"]]
    listing = text(archive)
    assert f"- notes.txt (9 bytes) | doc_id: {made['deep/notes.txt']}" in listing
    assert "x.png" in listing
    assert archive.state == "searchable"
    note = Document.objects.get(pk=made["deep/notes.txt"])
    assert (note.file_name, note.collection_id, note.source) == ("notes.txt", archive.collection_id, "")
    assert note.modified_at.isoformat().startswith("2024-05-31T14:00:00")


def test_reading_a_container_again_makes_nothing_twice(
    opened: OpenEngines, hand_in: HandIn, run_all: Run
) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# Alpha rays", "b.md": "# Beta rays"}))
    run_all()
    before = parts(archive)
    archive.refresh_from_db()
    indexing.reindex(archive)
    run_all()
    assert parts(archive) == before
    assert Revision.objects.filter(document__parent=archive).count() == 2
    assert "| Alpha rays" in text(archive)  # the titles are known by now


def test_a_changed_container_revises_moves_adds_and_removes_its_parts(
    opened: OpenEngines, hand_in: HandIn, run_all: Run, tmp_path: Path
) -> None:
    archive = hand_in(
        "a.zip",
        zipped({"same.md": "# Same", "old.md": "# Moving", "new.md": "# Wombat", "gone.md": "# Quokka"}),
    )
    run_all()
    before = parts(archive)
    hand_in(
        "a.zip",
        zipped({"same.md": "# Same", "sub/fresh.md": "# Moving", "new.md": "# Numbat", "more.md": "# Added"}),
    )
    run_all()
    after = parts(archive)
    assert after.keys() == {"same.md", "sub/fresh.md", "new.md", "more.md"}
    assert after["same.md"] == before["same.md"]
    assert after["sub/fresh.md"] == before["old.md"]
    assert after["new.md"] == before["new.md"]
    assert Document.objects.get(pk=after["sub/fresh.md"]).file_name == "fresh.md"
    assert found(opened, "numbat") == [after["new.md"]]
    assert found(opened, "wombat") == []
    assert found(opened, "quokka") == []
    assert after["sub/fresh.md"] in found(opened, "fresh")
    stored = {path.name for path in (tmp_path / "files").rglob("*") if len(path.name) == 64}
    assert stored == set(Revision.objects.values_list("sha256", flat=True))


def test_two_parts_may_exchange_their_paths(hand_in: HandIn, run_all: Run) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# One", "b.md": "# Two"}))
    run_all()
    before = parts(archive)
    hand_in("a.zip", zipped({"a.md": "# Two", "b.md": "# One"}))
    run_all()
    assert parts(archive) == {"a.md": before["b.md"], "b.md": before["a.md"]}


def test_the_same_bytes_twice_in_a_container_are_one_document_named_in_both_places(
    hand_in: HandIn, run_all: Run
) -> None:
    archive = hand_in("a.zip", zipped({"one.md": "# Twin", "copy/two.md": "# Twin"}))
    run_all()
    (document_id,) = parts(archive).values()
    assert text(archive).count(f"doc_id: {document_id}") == 2


def test_a_file_of_its_own_is_not_the_part_with_the_same_bytes(
    opened: OpenEngines, hand_in: HandIn, run_all: Run
) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# Twin"}))
    run_all()
    own = hand_in("a.md", "# Twin")
    run_all()
    assert own.pk not in parts(archive).values()
    indexing.remove([archive.pk])
    assert list(Document.objects.values_list("pk", flat=True)) == [own.pk]
    assert found(opened, "twin") == [own.pk]


def test_removing_a_container_removes_everything_in_it_everywhere(
    semantic: OpenEngines, hand_in: HandIn, run_all: Run, tmp_path: Path
) -> None:
    kept = hand_in("kept.md", "# Kept")
    archive = hand_in("outer.zip", nested(3, {"deep.md": "# Deep wombat"}))
    run_all()
    assert Document.objects.count() == 5
    indexing.remove([archive.pk])
    assert list(Document.objects.values_list("pk", flat=True)) == [kept.pk]
    assert semantic.lexical.revisions().keys() == {kept.pk}
    assert semantic.vectors is not None
    assert semantic.vectors.revisions().keys() == {kept.pk}
    assert [path.name for path in (tmp_path / "files").rglob("*") if len(path.name) == 64] == [kept.sha256]
    assert not list((tmp_path / "files" / "unpacked").glob("*"))


def test_removing_a_part_leaves_the_others_and_the_container(
    opened: OpenEngines, hand_in: HandIn, run_all: Run
) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# Wombat", "b.md": "# Numbat"}))
    run_all()
    made = parts(archive)
    indexing.remove([made["a.md"]])
    assert parts(archive) == {"b.md": made["b.md"]}
    assert found(opened, "numbat") == [made["b.md"]]
    assert "a.md" in text(archive)


def test_attachments_of_attached_mails_are_parts_of_parts(
    opened: OpenEngines, hand_in: HandIn, run_all: Run
) -> None:
    inner = mail("Inner", "The inner wombat.", report_md=b"# Numbat census\n\nThe attached numbat.\n")
    outer = hand_in("outer.eml", mail("Outer", "See below.", inner_eml=inner))
    run_all()
    between = Document.objects.get(parent=outer)
    innermost = Document.objects.get(parent=between)
    assert (outer.parent_id, between.title, innermost.title) == (None, "Inner", "Numbat census")
    assert found(opened, "numbat") == [innermost.pk]


def test_containers_are_opened_three_deep_and_the_next_is_named(hand_in: HandIn, run_all: Run) -> None:
    hand_in("outer.zip", nested(4, {"deep.md": "# Deep"}))
    run_all()
    assert Document.objects.count() == 3
    assert "too deep" in text(Document.objects.get(part="level3.zip"))


def test_an_archive_that_holds_itself_again_and_again_ends(hand_in: HandIn, run_all: Run) -> None:
    leaf = zipped({"a.md": "# Leaf"})
    branch = zipped({f"{number}.zip": zipped({"leaf.zip": leaf, "n": str(number)}) for number in range(4)})
    hand_in("root.zip", branch)
    run_all()
    assert Document.objects.count() < 40
    assert not Document.objects.filter(state="failed").exists()


def test_a_part_that_a_person_can_mend_fails_with_a_reason(hand_in: HandIn, run_all: Run) -> None:
    archive = hand_in("a.zip", zipped({"broken.pdf": b"\0\1\2\3" * 400, "fine.md": "# Fine"}))
    run_all()
    broken = Document.objects.get(part="broken.pdf")
    assert (broken.state, broken.failure_code, broken.file_type) == ("failed", "damaged", "pdf")
    assert "broken.pdf" in text(archive)
    hand_in(
        "a.zip",
        zipped(
            {
                "broken.pdf": MENDED,
                "fine.md": "# Fine",
            }
        ),
    )
    run_all()
    broken.refresh_from_db()
    assert broken.state == "searchable"


def test_a_container_that_fails_keeps_the_parts_it_had(hand_in: HandIn, run_all: Run) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# A"}))
    run_all()
    before = parts(archive)
    hand_in("a.zip", zipped({"a.md": "# A"})[:60])
    run_all()
    archive.refresh_from_db()
    assert archive.state == "failed"
    assert parts(archive) == before


def test_a_container_that_became_another_kind_of_file_loses_its_parts(hand_in: HandIn, run_all: Run) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# A"}))
    run_all()
    hand_in("a.zip", "Only a text now, and long enough to be one: it has no parts at all any more.\n" * 3)
    run_all()
    assert Document.objects.get() == archive


def test_parts_are_not_made_for_a_container_that_is_cancelled_or_deleted(
    opened: OpenEngines, hand_in: HandIn
) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# A", "b.md": "# B"}))
    revision = archive.revisions.get()

    def delete(revision_id: int) -> None:
        IndexingJob.objects.filter(revision=revision).update(cancel_requested=True)

    assert work.extract(revision.pk, start=delete) is False
    assert len(parts(archive)) == 1
    indexing.remove([archive.pk])
    assert not Document.objects.exists()


def test_cancelling_a_container_stops_its_parts_too(hand_in: HandIn, run_all: Run) -> None:
    archive = hand_in("a.zip", zipped({"a.md": "# A", "b.md": "# B"}))
    assert work.extract(archive.revisions.get().pk) is True
    indexing.cancel(archive)
    codes = Document.objects.values_list("state", "failure_code").distinct()
    assert list(codes.order_by()) == [("failed", "cancelled")]
    with pytest.raises(Conflict):
        indexing.cancel(archive)


def test_work_that_broke_off_between_two_parts_is_finished_without_doubles(
    hand_in: HandIn, run_all: Run
) -> None:
    archive = hand_in("a.zip", zipped({f"{number}.md": f"# Part {number}" for number in range(5)}))
    revision = archive.revisions.get()
    seen: list[int] = []

    class PowerCutError(Exception):
        pass

    def cut(revision_id: int) -> None:
        seen.append(revision_id)
        if len(seen) == 3:
            raise PowerCutError

    with pytest.raises(PowerCutError):
        work.extract(revision.pk, start=cut)
    assert len(parts(archive)) == 3
    IndexingJob.objects.update(lease_until=None)  # as at the next start
    run_all()
    assert parts(archive).keys() == {f"{number}.md" for number in range(5)}
    assert Revision.objects.filter(document__parent=archive).count() == 5


@pytest.mark.parametrize("made_before", [0, 2, 4])
def test_parts_lie_where_their_container_was_moved_while_it_was_read(
    opened: OpenEngines, hand_in: HandIn, run_all: Run, made_before: int
) -> None:
    archive = hand_in("a.zip", zipped({f"{number}.md": f"# Wombat {number}" for number in range(4)}))
    former = archive.collection
    vault = create_collection(former.owner, "Vault")
    reader = reader_for(former.owner)
    revision = archive.revisions.get()
    made: list[int] = []

    def move() -> None:
        assert move_document(reader, Document.objects.get(pk=archive.pk), vault)
        indexing.facts_changed(with_parts([archive.pk]))

    def started(revision_id: int) -> None:
        made.append(revision_id)
        if len(made) == made_before:
            move()

    if not made_before:
        move()
    work.extract(revision.pk, start=started)
    run_all()
    assert len(parts(archive)) == 4
    assert set(Document.objects.values_list("collection_id", flat=True)) == {vault.pk}
    assert opened.lexical.search("wombat", only=Filter(collections=(former.pk,)), limit=10) == []
    hits = opened.lexical.search("wombat", only=Filter(collections=(vault.pk,)), limit=10)
    assert {hit.document_id for hit in hits} >= set(parts(archive).values())


def test_an_encrypted_archive_opens_with_its_password(hand_in: HandIn, run_all: Run) -> None:
    archive = hand_in("locked.zip", locked({"secret.md": b"# Secret wombat\n"}, "wombat"))
    run_all()
    archive.refresh_from_db()
    assert (archive.state, archive.failure_code) == ("failed", "password-needed")
    indexing.reindex(archive, password="wrong")
    run_all()
    archive.refresh_from_db()
    assert archive.failure_message.startswith("Wrong password")
    indexing.reindex(archive, password="wombat")
    run_all()
    assert parts(archive).keys() == {"secret.md"}
