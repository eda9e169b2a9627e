from __future__ import annotations

from pathlib import Path

from ingest.embed.e5 import E5Embedder
from ingest.embed.open import open_embedder
from ingest.embed.sentence_transformer import SentenceTransformerEmbedder
from ingest.embed.served_model import ServedModel


def test_a_name_an_address_and_a_folder_each_open_their_own_kind(tmp_path: Path) -> None:
    assert isinstance(open_embedder(tmp_path), E5Embedder)
    assert isinstance(open_embedder(tmp_path, name="https://host.example/v1#model"), ServedModel)
    assert isinstance(open_embedder(tmp_path, name=str(tmp_path)), SentenceTransformerEmbedder)
