from __future__ import annotations

from pathlib import Path

import pytest

from ingest.domain.errors import EmptyFile, Unsupported
from ingest.domain.outline import OutlineQuality, violations
from ingest.extract.protocol import Limits, SourceFile
from ingest.pipeline.prepare_document import prepare
from ingest.pipeline.prepared import PreparedDocument


def prepared(tmp_path: Path, data: bytes, name: str, media_type: str = "") -> PreparedDocument:
    path = tmp_path / "upload"
    path.write_bytes(data)
    return prepare(SourceFile(path, name, media_type), limits=Limits())


def test_a_markdown_file_keeps_its_lines_and_gets_outline_and_card(tmp_path: Path) -> None:
    document = prepared(tmp_path, b"# Light\n\nThe lamp is lit at night.\n\n## Oil\n\nOil burns.\n", "a.md")
    assert [line.text for line in document.lines][:3] == ["# Light", "", "The lamp is lit at night."]
    assert [s.number for s in document.outline.walk()] == ["1", "1.1"]
    assert document.card.title == "Light"
    assert document.card.line_count == len(document.lines) == 7
    assert document.media_type == "text/markdown"
    assert violations(document.outline) == []


def test_headings_of_a_converted_file_carry_their_level_in_the_tree(tmp_path: Path) -> None:
    page = b"<html><body><h2>Light</h2><p>The lamp is lit.</p><h4>Oil</h4><p>It burns.</p></body></html>"
    document = prepared(tmp_path, page, "a.html")
    heads = [line.text for line in document.lines if line.text.startswith("#")]
    assert heads == ["# Light", "## Oil"]


def test_the_kind_that_is_given_is_not_asked_again(tmp_path: Path) -> None:
    document = prepared(tmp_path, b"# Not a heading here\n", "a.md", "text/plain")
    assert document.outline.quality is OutlineQuality.NONE
    assert document.media_type == "text/plain"


@pytest.mark.parametrize("data", [b"", b" \n\t\n ", b"\x00\n", "\u200b\n".encode()])
def test_a_file_without_text_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(EmptyFile):
        prepared(tmp_path, data, "a.md", "text/markdown")


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsupported):
        prepared(tmp_path, b"\x89PNG\r\n\x1a\n\x00\x00", "a.pdf")
