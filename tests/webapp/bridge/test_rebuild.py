"""Both indexes come back from the database alone."""

from __future__ import annotations

from collections.abc import Callable

from ingest.domain.hits import Filter
from webapp.bridge.engines import OpenEngines
from webapp.bridge.rebuild import rebuild_if_needed, rebuild_meaning, rebuild_words
from webapp.library.models import Document

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
