"""Both indexes come back from the database alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ingest.domain.hits import Filter
from ingest.embed.protocol import Embedder, Vector
from ingest.engines import index_folder
from ingest.engines.lexical.tantivy_index import STAMP as TantivyStamp
from ingest.engines.open import open_lexical
from ingest.engines.vector.qdrant_edge import QdrantEdgeIndex
from webapp.bridge import engines as holder
from webapp.bridge.engines import OpenEngines, engine_config
from webapp.bridge.indexing import facts_changed, remove
from webapp.bridge.rebuild import (
    change_model,
    rebuild_if_needed,
    rebuild_meaning,
    rebuild_words,
    start_settling,
    words_rebuilt,
)
from webapp.library.errors import Conflict
from webapp.library.models import Document, DocumentVector

HandIn = Callable[[str, str | bytes], Document]
Run = Callable[[], None]

TEXTS = {
    "en.md": "# Deployment\n\nHow the service is deployed.\n\n## Rollback\n\nHow to go back.\n",
    "ja.md": "# デプロイ\n\nサービスを公開する手順。\n\n## 切り戻し\n\n元に戻す方法。\n",
    "zh.md": "# 部署\n\n如何部署服务。\n\n## 回滚\n\n如何回退。\n",
}


def answers(opened: OpenEngines) -> list[object]:
    assert opened.embedder is not None
    assert opened.vectors is not None
    vector = opened.embedder.embed_query("deployment")
    return [
        [opened.lexical.search(query, only=Filter(), limit=5) for query in ("rollback", "手順", "回退")],
        opened.vectors.search(vector, only=Filter(), limit=5),
    ]


def test_a_rebuild_from_the_database_gives_the_same_answers(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    for name, text in TEXTS.items():
        hand_in(name, text)
    run_stages()
    before = answers(semantic)
    assert semantic.vectors is not None
    semantic.lexical.clear()
    semantic.vectors.clear()
    assert answers(semantic) != before
    told: list[tuple[int, int]] = []
    assert rebuild_words(semantic, tell=lambda done, total: told.append((done, total))) == len(TEXTS)
    assert rebuild_meaning(semantic) == len(TEXTS)
    assert told[-1] == (len(TEXTS), len(TEXTS))
    assert answers(semantic) == before
    assert set(Document.objects.values_list("state", flat=True)) == {"complete"}


def test_an_index_that_lost_its_contents_is_filled_at_start(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    hand_in("en.md", TEXTS["en.md"])
    run_stages()
    assert semantic.vectors is not None
    semantic.lexical.clear()
    semantic.vectors.clear()
    rebuild_if_needed(semantic)
    assert (semantic.lexical.count(), semantic.vectors.count()) == (1, 1)


def test_search_never_stops_nor_comes_back_empty_during_a_rebuild(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    for number in range(30):
        hand_in(f"{number}.md", f"# Walrus {number}\n\nAll about the walrus.\n")
    run_stages()
    done = threading.Event()
    counts: list[object] = []

    def look() -> None:
        while not done.is_set():
            try:
                counts.append(len(semantic.lexical.search("walrus", only=Filter(), limit=50)))
            except Exception as error:
                counts.append(repr(error))

    reader = threading.Thread(target=look)
    reader.start()
    for _ in range(3):
        rebuild_words(semantic)
        rebuild_meaning(semantic)
    done.set()
    reader.join(timeout=60)
    assert set(counts) == {30}
    assert words_rebuilt() is None


def test_what_comes_changes_and_goes_during_a_build_is_right_after_the_switch(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run
) -> None:
    kept, gone = hand_in("kept.md", "# Walrus\n"), hand_in("gone.md", "# Walrus two\n")
    run_stages()
    late: list[Document] = []

    def meanwhile(live: OpenEngines, built: OpenEngines) -> str:
        late.append(hand_in("late.md", "# Walrus three\n"))
        Document.objects.filter(pk=kept.pk).update(tags=["tagged"])
        facts_changed([kept.pk])
        run_stages()
        remove([gone.pk])
        return ""

    rebuild_words(semantic, accept=meanwhile)
    hits = semantic.lexical.search("walrus", only=Filter(), limit=10)
    assert {hit.document_id for hit in hits} == {kept.pk, late[0].pk}
    tagged = semantic.lexical.search("walrus", only=Filter(tags=("tagged",)), limit=10)
    assert [hit.document_id for hit in tagged] == [kept.pk]


def test_a_build_that_is_refused_or_fails_leaves_the_old_index_alive(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run, settings: Any
) -> None:
    hand_in("a.md", "# Walrus\n")
    run_stages()
    before = semantic.lexical.revisions()

    def refuse(live: OpenEngines, built: OpenEngines) -> str:
        assert built.lexical.revisions() == before
        raise Conflict("It scores too low.")

    with pytest.raises(Conflict, match="too low"):
        rebuild_words(semantic, accept=refuse)
    with pytest.raises(Conflict, match="too low"):
        rebuild_meaning(semantic, accept=refuse)
    assert semantic.lexical.revisions() == before
    assert [path.name for path in settings.INDEX_FOLDER.iterdir() if path.name.startswith("lexical.")] == []
    assert len(semantic.lexical.search("walrus", only=Filter(), limit=10)) == 1


def test_an_index_by_older_rules_answers_until_a_new_one_is_built(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run, settings: Any
) -> None:
    hand_in("a.md", "# Walrus\n")
    run_stages()
    semantic.lexical.close()
    index_folder.write_stamp(settings.INDEX_FOLDER / "lexical", TantivyStamp | {"passages": 0})
    opened = replace(semantic, lexical=open_lexical(engine_config()))
    assert (opened.lexical.outdated, opened.lexical.needs_rebuild) == (True, False)
    assert len(opened.lexical.search("walrus", only=Filter(), limit=5)) == 1
    rebuild_if_needed(opened, outdated=True)
    assert (opened.lexical.outdated, opened.lexical.count()) == (False, 1)
    opened.lexical.close()


class Turned:
    """The model of the tests, with every vector turned round: another model of another length."""

    similarity_floor = 0.0

    def __init__(self, model: Embedder) -> None:
        self._model = model
        self.fingerprint, self.dimension = "turned-round-1", model.dimension // 2

    def warm(self) -> None:
        pass

    def embed_query(self, text: str) -> Vector:
        vector: Vector = self._model.embed_query(text)[: self.dimension][::-1]
        return vector / np.linalg.norm(vector)

    def embed_documents(self, texts: Sequence[str]) -> Vector:
        return np.stack([self.embed_query(text) for text in texts])


def test_another_model_answers_once_its_index_is_full_and_the_former_one_is_removed(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run, settings: Any
) -> None:
    settings.MOKUJI = settings.MOKUJI | {"search_timeout_ms": 100}
    for name, text in TEXTS.items():
        hand_in(name, text)
    run_stages()
    assert semantic.embedder is not None
    turned = Turned(semantic.embedder)
    seen: list[int] = []

    def look(live: OpenEngines, built: OpenEngines) -> str:
        assert live.vectors is semantic.vectors
        assert built.vectors is not None
        seen.append(built.vectors.count())
        return "as good"

    holder.put_meaning(semantic.embedder, semantic.vectors)  # type: ignore[arg-type]
    change_model(replace(semantic, wanted_model="turned"), accept=look, opener=lambda name: turned)
    now = holder.engines()
    assert (seen, now.embedder, now.wanted_model) == ([3], turned, "")
    assert now.vectors is not None
    assert now.vectors.count() == 3
    assert set(DocumentVector.objects.values_list("fingerprint", flat=True)) == {"turned-round-1"}
    assert [path.name for path in (settings.INDEX_FOLDER / "vector").iterdir()] == ["turned-round-1"]
    hand_in("late.md", "# Late\n\nCame after.\n")
    run_stages()
    assert now.vectors.count() == 4


def test_a_crowded_vector_index_is_built_anew_beside_itself_once(
    semantic: OpenEngines, hand_in: HandIn, run_stages: Run, tmp_path: Path
) -> None:
    for name, text in TEXTS.items():
        hand_in(name, text)
    run_stages()
    assert semantic.embedder is not None
    assert start_settling() is False, "three documents are few"
    few = QdrantEdgeIndex(
        tmp_path / "vector",
        dimension=semantic.embedder.dimension,
        fingerprint=semantic.embedder.fingerprint,
        graph_from=2,
    )
    holder.put_meaning(semantic.embedder, few)
    rebuild_meaning(holder.engines())
    assert few.crowded, "it was empty, so it was filled as it is"
    before = answers(holder.engines())
    assert start_settling() is True
    (building,) = [thread for thread in threading.enumerate() if thread.name == "rebuild"]
    building.join(timeout=60)
    assert (few.crowded, answers(holder.engines())) == (False, before)
    assert start_settling() is False
    few.close()
