"""Fit the language map: `fit_language_map.py FOLDER [--out FILE] [--models DIR]`.

FOLDER/<language>/<name>.md are parallel pages: the first line is the title, the rest the beginning of the
text, and the same name in two languages is the same page. 10 to 20 pages a language are enough, a page
need not exist in every language; a few hundred pages over 25 languages and more than one subject are
better. A language that is missing here keeps its direction, so that its pages will crowd together in a
mixed library.

`gather_parallel_pages.py` makes such a folder. The vectors of every document change with the map: commit
it together with the numbers that were measured with it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ingest.embed.e5 import DIMENSION, E5Embedder
from ingest.embed.language_map import SHIPPED, LanguageMap, ParallelTexts, fit

CHARACTERS = 600
"""Length of the texts: about an abstract."""

NO_MAP = LanguageMap(*(np.zeros(shape, np.float32) for shape in ((0, DIMENSION), DIMENSION, DIMENSION)))


@dataclass(frozen=True)
class Page:
    """A page in one language."""

    language: str
    name: str
    title: str
    text: str


def read_pages(folder: Path) -> Iterator[Page]:
    """Yield the pages that exist in at least two languages."""
    paths = sorted(folder.glob("*/*.md"))
    languages = Counter(path.stem for path in paths)
    for path in paths:
        title, _, body = path.read_text(encoding="utf-8").partition("\n")
        title = title.lstrip("# ").strip()
        if languages[path.stem] > 1 and title:
            # One line: the embedder would weigh a first line by itself.
            yield Page(path.parent.name, path.stem, title, " ".join(f"{title}\n{body}".split())[:CHARACTERS])


def main() -> None:
    """Embed all pages, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--models", type=Path, help="where the converted model is kept; else it is made anew")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    pages = list(read_pages(options.folder))
    if not pages:
        sys.exit(f"{options.folder} holds no page in two languages. See the head of this script.")
    with tempfile.TemporaryDirectory() as temporary:
        embedder = E5Embedder(options.models or Path(temporary), threads=options.threads, mapping=NO_MAP)
        texts = ParallelTexts(
            languages=[page.language for page in pages],
            pages=[page.name for page in pages],
            queries=np.stack([embedder.embed_query(page.title) for page in pages]),
            documents=embedder.embed_documents([page.text for page in pages]),
        )
    mapping = fit(texts)
    mapping.save(options.out)
    by_language = sorted(Counter(page.language for page in pages).items())
    print(f"{len(pages)} texts: {', '.join(f'{language} {count}' for language, count in by_language)}")
    print(f"{options.out}: {len(mapping.directions)} directions, version {mapping.version()}")


if __name__ == "__main__":
    main()
