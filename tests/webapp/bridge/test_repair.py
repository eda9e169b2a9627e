"""A library that was corrupted in every way comes back, and nothing that is kept is lost."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from ingest.domain.hits import Filter
from webapp.bridge.doctor import examine
from webapp.bridge.engines import OpenEngines
from webapp.bridge.index_filling import meaning_writer, words_writer
from webapp.bridge.repair import ORIGINAL_LOST, repair
from webapp.library import file_store
from webapp.library.models import Document, LineBlock, Revision
from webapp.library.services import create_collection

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


def wrong(opened: OpenEngines) -> dict[str, dict[str, list[int]]]:
    return {found.name: found.ids for found in examine(opened) if not found.well}


def filled(hand_in: HandIn, run_stages: Run, *names: str) -> list[Document]:
    documents = [hand_in(f"{name}.md", f"# {name}\n\nAll about {name}.\n") for name in names]
    run_stages()
    return documents


def find(opened: OpenEngines, query: str) -> list[int]:
    return [hit.document_id for hit in opened.lexical.search(query, only=Filter(), limit=10)]


def test_a_sound_library_is_left_alone(semantic: OpenEngines, hand_in: HandIn, run_stages: Run) -> None:
    filled(hand_in, run_stages, "walrus")
    assert repair(semantic) == []


def test_documents_that_both_indexes_lost_are_named_and_written_again(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    walrus, seal = filled(hand_in, run_stages, "walrus", "seal")
    assert semantic.vectors is not None
    semantic.lexical.delete([walrus.pk])
    semantic.vectors.delete([seal.pk])
    assert wrong(semantic) == {
        "lexical index": {"missing": [walrus.pk]},
        "vector index": {"missing": [seal.pk]},
    }
    deeds = repair(semantic)
    assert [(deed.name, deed.did, deed.ids) for deed in deeds] == [
        ("lexical index", "wrote 1 missing documents", (walrus.pk,)),
        ("vector index", "wrote 1 missing documents", (seal.pk,)),
    ]
    assert wrong(semantic) == {}
    assert find(semantic, "walrus") == [walrus.pk]


def test_entries_of_documents_that_are_gone_are_removed(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    walrus, seal = filled(hand_in, run_stages, "walrus", "seal")
    digest = walrus.sha256
    Document.objects.filter(pk=walrus.pk).delete()
    found = wrong(semantic)
    assert (found["lexical index"], found["vector index"]) == (
        {"ghosts": [walrus.pk]},
        {"ghosts": [walrus.pk]},
    )
    repair(semantic)
    assert find(semantic, "walrus") == []
    assert find(semantic, "seal") == [seal.pk]
    assert file_store.store().has(digest)  # it may be arriving: only its age will tell


def test_entries_of_another_revision_are_written_again(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    (walrus,) = filled(hand_in, run_stages, "walrus")
    walrus.refresh_from_db()
    assert semantic.vectors is not None
    assert semantic.embedder is not None
    shown = walrus.revision
    assert shown is not None
    other = Revision.objects.create(
        document=walrus, number=9, sha256=shown.sha256, size=1, card=shown.card, file_name="walrus.md",
        media_type="text/markdown", file_type="md", modified_at=shown.modified_at,
    )  # fmt: skip
    words_writer(semantic.lexical)([other.pk])
    meaning_writer(semantic.vectors, semantic.embedder)([other.pk])
    assert wrong(semantic) == {
        "lexical index": {"stale": [walrus.pk]},
        "vector index": {"stale": [walrus.pk]},
    }
    repair(semantic)
    assert semantic.lexical.revisions() == {walrus.pk: walrus.revision_id}
    assert semantic.vectors.revisions() == {walrus.pk: walrus.revision_id}


def test_a_lost_original_is_told_on_the_card_until_it_is_back(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    (walrus,) = filled(hand_in, run_stages, "walrus")
    path = file_store.path_of(walrus.sha256)
    kept = path.read_bytes()
    path.unlink()
    assert wrong(semantic) == {"originals": {"missing": [walrus.pk]}}
    repair(semantic)
    walrus.refresh_from_db()
    assert walrus.coverage["notes"] == [ORIGINAL_LOST]
    assert wrong(semantic) == {}
    assert find(semantic, "walrus") == [walrus.pk]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(kept)
    repair(semantic)
    walrus.refresh_from_db()
    assert walrus.coverage["notes"] == []


def test_an_original_that_was_lost_before_it_was_read_fails_its_document(
    opened: OpenEngines, hand_in: HandIn
) -> None:
    walrus = hand_in("walrus.md", "# Walrus\n")
    file_store.store().remove(walrus.sha256)
    repair(opened)
    walrus.refresh_from_db()
    assert (walrus.state, "Upload it again" in walrus.failure_message) == ("failed", True)


def test_files_that_nothing_names_go_after_a_while_and_those_just_arriving_stay(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    walrus, seal, otter = filled(hand_in, run_stages, "walrus", "seal", "otter")
    paths = [file_store.path_of(each.sha256) for each in (walrus, seal, otter)]
    Document.objects.filter(pk__in=[walrus.pk, seal.pk]).delete()
    long_ago = time.time() - 7_200
    os.utime(paths[0], (long_ago, long_ago))
    repair(semantic)
    assert [path.exists() for path in paths] == [False, True, True]


def test_lines_that_are_lost_are_read_again_from_the_original(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    (walrus,) = filled(hand_in, run_stages, "walrus")
    LineBlock.objects.all().delete()
    assert wrong(semantic) == {"text": {"missing": [walrus.pk]}}
    assert [deed.name for deed in repair(semantic)] == ["text"]
    run_stages()
    assert wrong(semantic) == {}
    assert LineBlock.objects.exists()


def test_a_deletion_that_was_cut_short_is_finished(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    (walrus,) = filled(hand_in, run_stages, "walrus")
    Document.objects.filter(pk=walrus.pk).update(deleted_at=timezone.now() - timedelta(hours=1))
    repair(semantic)
    assert not Document.objects.exists()
    assert find(semantic, "walrus") == []


def test_parts_that_lie_in_another_collection_are_named_and_moved_to_their_container(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    outer, inner, leaf = filled(hand_in, run_stages, "walrus", "walrus tusk", "walrus tusk ivory")
    Document.objects.filter(pk=inner.pk).update(parent=outer, part="inner.md")
    Document.objects.filter(pk=leaf.pk).update(parent=inner, part="leaf.md")
    vault = create_collection(outer.collection.owner, "Vault")
    Document.objects.filter(pk=outer.pk).update(collection=vault)
    semantic.lexical.delete([outer.pk])
    assert wrong(semantic)["parts"] == {"apart": [inner.pk]}
    assert [deed.ids for deed in repair(semantic) if deed.name == "parts"] == [(inner.pk, leaf.pk)]
    run_stages()
    assert wrong(semantic) == {}
    assert set(Document.objects.values_list("collection_id", flat=True)) == {vault.pk}
    hits = semantic.lexical.search("ivory", only=Filter(collections=(vault.pk,)), limit=10)
    assert [hit.document_id for hit in hits] == [leaf.pk]


def test_a_part_that_fails_is_told_and_the_others_are_mended(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    (walrus,) = filled(hand_in, run_stages, "walrus")
    assert semantic.vectors is not None
    semantic.lexical.delete([walrus.pk])
    semantic.vectors.delete([walrus.pk])
    semantic.vectors.close()
    deeds = repair(replace(semantic))
    assert [(deed.name, deed.done) for deed in deeds] == [("lexical index", True), ("vector index", False)]
    assert find(semantic, "walrus") == [walrus.pk]
