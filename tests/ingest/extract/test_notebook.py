from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.domain.document import Extraction, texts
from ingest.domain.errors import EmptyFile
from ingest.extract.notebook import extract
from ingest.extract.protocol import Limits, SourceFile

CELLS: list[dict[str, Any]] = [
    {
        "cell_type": "markdown",
        "source": [
            "# Lamp study\n",
            "\n",
            "We count. ![x](attachment:a.png)\n",
            "```\n",
            "# no\n",
            "```\n",
            "## 灯塔",
        ],
    },
    {
        "cell_type": "code",
        "source": "import lamps\n\n# count\nprint(1)",
        "outputs": [
            {"output_type": "stream", "text": [f"row {n}\n" for n in range(100)]},
            {"output_type": "display_data", "data": {"image/png": "iVBORw0K", "text/plain": "<Figure 1>"}},
            {"output_type": "execute_result", "data": {"text/plain": ["42"], "text/html": "<b>42</b>"}},
            {
                "output_type": "error",
                "ename": "ValueError",
                "evalue": "too dark",
                "traceback": ["\x1b[31mlong"],
            },
        ],
    },
    {"cell_type": "code", "source": "%%bash\nls", "outputs": []},
    {"cell_type": "raw", "source": "left as it is"},
]


def read(tmp_path: Path, notebook: Any) -> Extraction:
    path = tmp_path / "file"
    path.write_text(notebook if isinstance(notebook, str) else json.dumps(notebook), encoding="utf-8")
    return extract(SourceFile(path, "a.ipynb", "application/x-ipynb+json"), limits=Limits())


def made(cells: list[dict[str, Any]], **metadata: Any) -> dict[str, Any]:
    return {"nbformat": 4, "metadata": metadata, "cells": cells}


def test_cells_become_markdown_and_know_their_number(tmp_path: Path) -> None:
    extraction = read(tmp_path, made(CELLS, kernelspec={"language": "julia"}))
    lines = texts(extraction.lines)
    assert [(h.level, h.title) for h in extraction.hints.headings] == [(1, "Lamp study"), (2, "灯塔")]
    assert all(lines[h.line - 1].startswith("#") for h in extraction.hints.headings)
    start = lines.index("```julia")
    assert lines[start + 1 : start + 6] == ["import lamps", "", "# count", "print(1)", "```"]
    place = extraction.lines[start].place
    assert place is not None
    assert place.part == "cell 2"
    assert "```bash" in lines
    assert "left as it is" in lines
    assert "We count. ![x]" in lines


def test_outputs_are_short_and_pictures_are_named(tmp_path: Path) -> None:
    lines = texts(read(tmp_path, made(CELLS)).lines)
    assert "row 39" in lines
    assert "row 40" not in lines
    assert any("shortened" in line for line in lines)
    assert "![output: <Figure 1>]" in lines
    assert "42" in lines
    assert "ValueError: too dark" in lines
    assert not any("iVBOR" in line or "<b>" in line or "\x1b" in line for line in lines)


def test_the_notebook_tells_its_title_and_authors(tmp_path: Path) -> None:
    said = read(tmp_path, made(CELLS, title="Lamps", authors=[{"name": "Ada Byron"}])).metadata
    assert (said.title, said.authors) == ("Lamps", ("Ada Byron",))


def test_the_third_format_is_read(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Old"},
        {"cell_type": "code", "input": "x = 1", "outputs": [{"output_type": "pyout", "text": "7"}]},
    ]
    extraction = read(tmp_path, {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]})
    assert [(h.level, h.title) for h in extraction.hints.headings] == [(2, "Old")]
    assert {"x = 1", "7"} <= set(texts(extraction.lines))


@pytest.mark.parametrize(
    "text", ['{"cells": [', "[1, 2]", '{"cells": 3}', "[" * 100_000, '{"worksheets": {}}']
)
def test_a_broken_notebook_is_shown_as_its_source(tmp_path: Path, text: str) -> None:
    extraction = read(tmp_path, text)
    assert extraction.native
    assert any("Not a sound notebook" in note for note in extraction.coverage.notes)


@pytest.mark.parametrize("cell", [{}, {"source": 3}, {"cell_type": "code", "outputs": 5, "source": "x"}])
def test_odd_cells_do_no_harm(tmp_path: Path, cell: dict[str, Any]) -> None:
    assert read(tmp_path, made([cell, *CELLS])).lines


def test_a_notebook_without_cells_is_empty(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        read(tmp_path, made([]))
