import zipfile
from pathlib import Path

import pytest

from ingest.domain.errors import Damaged, EmptyFile, TooLarge
from ingest.extract.office_xml import short
from ingest.extract.opc import Package

RELS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument"'
    ' Target="/Word/Doc.xml"/>'
    '<Relationship Id="b" Type="x/styles" Target="http://example.org/s.xml" TargetMode="External"/>'
    "</Relationships>"
)
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def package(path: Path, parts: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return path


def test_relationships_resolve_inside_the_package_only(tmp_path: Path) -> None:
    path = package(tmp_path / "a", {"_rels/.rels": RELS, "word/doc.xml": "<a/>"})
    with Package(path, unpacked_bytes=10_000) as opened:
        links = opened.relationships()
        assert (links["a"].kind, links["a"].target) == ("officeDocument", "Word/Doc.xml")
        assert links["b"].target is None
        assert opened.related("", "officeDocument") == "Word/Doc.xml"
        assert opened.related("", "styles") is None
        assert opened.relationships("word/doc.xml") == {}


def test_names_of_parts_ignore_case_and_slashes(tmp_path: Path) -> None:
    with Package(package(tmp_path / "a", {"Word\\Doc.XML": "<a/>"}), unpacked_bytes=100) as opened:
        assert opened.has("word/doc.xml")
        assert opened.size("word/doc.xml") == 4


def test_only_the_named_elements_are_heard_of(tmp_path: Path) -> None:
    path = package(tmp_path / "a", {"x.xml": f'<w:d xmlns:w="{W}"><w:p><w:r/></w:p><w:t/></w:d>'})
    with Package(path, unpacked_bytes=1000) as opened:
        assert [short(element) for element in opened.stream("x.xml", names=("w:p", "w:t"))] == ["w:p", "w:t"]


def test_the_limit_holds_for_all_parts_together(tmp_path: Path) -> None:
    path = package(tmp_path / "a", {"x.xml": f"<a>{'x' * 600}</a>", "y.xml": f"<a>{'y' * 600}</a>"})
    with Package(path, unpacked_bytes=1000) as opened:
        opened.read("x.xml")
        assert opened.unpacked == 607
        with pytest.raises(TooLarge):
            opened.read("y.xml")


def test_a_part_that_does_not_exist_or_is_not_xml_is_damaged(tmp_path: Path) -> None:
    with Package(package(tmp_path / "a", {"x.xml": "<a"}), unpacked_bytes=1000) as opened:
        for part in ("nothing.xml", "x.xml"):
            with pytest.raises(Damaged):
                opened.read(part)


def test_content_types_are_found_by_name_then_by_ending(tmp_path: Path) -> None:
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xml" ContentType="plain"/>'
        '<Override PartName="/word/doc.xml" ContentType="main"/></Types>'
    )
    with Package(package(tmp_path / "a", {"[Content_Types].xml": types}), unpacked_bytes=1000) as opened:
        assert (opened.content_type("word/doc.xml"), opened.content_type("x.xml")) == ("main", "plain")
        assert opened.content_type("x.png") == ""


def test_what_is_no_zip_is_damaged_and_nothing_is_empty(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"just text")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(Damaged):
        Package(tmp_path / "text", unpacked_bytes=10)
    with pytest.raises(EmptyFile):
        Package(tmp_path / "empty", unpacked_bytes=10)
