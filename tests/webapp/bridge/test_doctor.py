"""The doctor finds what is missing, what is left over and what is stale, and names the mend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytest_django.fixtures import Settings

from webapp.bridge.doctor import Finding, examine
from webapp.bridge.engines import OpenEngines
from webapp.library import file_store
from webapp.library.models import Document

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]


def finding(opened: OpenEngines, name: str) -> Finding:
    return next(found for found in examine(opened) if found.name == name)


def test_a_sound_library_has_nothing_to_mend(semantic: OpenEngines, hand_in: HandIn, run_stages: Run) -> None:
    hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    assert [found for found in examine(semantic) if not found.well] == []


def test_a_folder_that_others_may_enter_is_told_with_the_mend(
    opened: OpenEngines, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path / "the data"
    settings.DATA.mkdir(mode=0o755)
    settings.DATA.chmod(0o755)
    told = finding(opened, "privacy")
    assert (told.well, told.mend) == (False, f"Run: chmod o-rwx '{settings.DATA}'")
    settings.DATA.chmod(0o770)
    assert finding(opened, "privacy").well


def test_documents_missing_from_an_index_are_counted(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    assert semantic.vectors is not None
    semantic.lexical.clear()
    semantic.vectors.clear()
    for name in ("lexical index", "vector index"):
        found = finding(semantic, name)
        assert not found.well
        assert "doctor --repair" in found.mend
    assert finding(semantic, "lexical index").found == "0 documents, 1 missing, 0 ghosts, 0 stale"


def test_ghosts_of_deleted_documents_are_found(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    hand_in("a.md", "# A\n\nBody.\n")
    run_stages()
    Document.objects.all().delete()
    assert finding(semantic, "lexical index").found == "1 documents, 0 missing, 1 ghosts, 0 stale"


def test_a_missing_original_is_named(opened: OpenEngines, hand_in: HandIn) -> None:
    document = hand_in("contract.md", "# Contract\n")
    file_store.store().remove(document.sha256)
    found = finding(opened, "originals")
    assert not found.well
    assert "contract.md" in found.mend


def test_a_model_that_is_not_ready_yet_is_waited_for_and_a_broken_one_is_mended(opened: OpenEngines) -> None:
    def told() -> tuple[str, str]:
        (model,) = [found for found in examine(opened) if found.name == "model"]
        return model.found, model.mend

    assert told() == ("is still being made ready", "Wait a minute, then ask again.")
    opened.embedder_error = "The model is damaged."
    found, mend = told()
    assert (found, "it is made again" in mend) == ("The model is damaged.", True)
