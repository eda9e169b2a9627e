import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from docx import Document

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, PasswordNeeded, TooLarge, Unsupported
from ingest.domain.progress import Progress
from ingest.extract.docx import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.word_file import CONTENT_TYPE, HEADINGS, W, add_parts, paragraph, run, style, word_file

Read = Callable[..., Extraction]

CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Document1</dc:title></cp:coreProperties>'
)


def read_path(path: Path, limits: Limits | None = None) -> Extraction:
    return extract(SourceFile(path, path.name, ""), limits=limits or Limits())


def texts(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def test_a_file_by_another_writer_is_read_whole(tmp_path: Path) -> None:
    document = Document()
    document.core_properties.title = "Betriebshandbuch"
    document.add_heading("見出し", level=1)
    document.add_paragraph("Die Lampe leuchtet.")
    document.add_heading("第一节", level=2)
    document.add_paragraph("eins", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "名前", "値"
    document.save(str(tmp_path / "a.docx"))
    found = read_path(tmp_path / "a.docx")

    assert [(hint.level, hint.title) for hint in found.hints.headings] == [(1, "見出し"), (2, "第一节")]
    assert texts(found)[:4] == ["# 見出し", "Die Lampe leuchtet.", "## 第一节", "- eins"]
    assert "| 名前 | 値 |" in texts(found)
    assert found.metadata.title == "Betriebshandbuch"
    assert not found.native


def test_the_title_paragraph_stands_in_for_a_placeholder(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("Real name", "T"), styles=HEADINGS + style("T", "Title"))
    add_parts(path, {"docProps/core.xml": CORE})

    assert read_path(path).metadata.title == "Real name"


@pytest.mark.parametrize(("text", "language"), [("灯台は海を照らす", "ja-JP"), ("A lamp shines", "en-US")])
def test_the_language_of_the_styles_depends_on_the_script(read: Read, text: str, language: str) -> None:
    defaults = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr>'
        "</w:rPrDefault></w:docDefaults>"
    )

    assert read(paragraph(text), styles=defaults).metadata.language == language


def test_the_strict_dialect_is_read_like_the_usual_one(read: Read) -> None:
    found = read(
        paragraph("Strict", "H1") + paragraph(run("seen") + run("no", "<w:vanish/>")),
        replace=(W, "http://purl.oclc.org/ooxml/wordprocessingml/main"),
    )

    assert found.hints.headings[0].title == "Strict"
    assert texts(found) == ["# Strict", "seen"]


@pytest.mark.parametrize("kind", ["macroEnabled.main", "template.main", "macroEnabledTemplate.main"])
def test_templates_and_macro_files_are_read(tmp_path: Path, kind: str) -> None:
    path = word_file(
        tmp_path / "a.dotm",
        paragraph("text"),
        replace=(CONTENT_TYPE, f"application/vnd.ms-word.document.{kind}+xml"),
    )

    assert texts(read_path(path)) == ["text"]


@pytest.mark.parametrize(
    "left_out", ["[Content_Types].xml", "_rels/.rels", "word/_rels/document.xml.rels", "word/styles.xml"]
)
def test_a_missing_part_costs_no_text(read: Read, left_out: str) -> None:
    assert texts(read(paragraph("text"), leave_out=frozenset({left_out}))) == ["text"]


def test_broken_styles_cost_no_text(read: Read) -> None:
    assert texts(read(paragraph("text", "H1"), styles="<w:style")) == ["text"]


def test_the_main_part_may_have_another_name(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx", paragraph("text"), replace=("word/document.xml", "word/document2.xml")
    )
    with zipfile.ZipFile(path) as package:
        parts = {
            name.replace("word/document.xml", "word/document2.xml"): package.read(name)
            for name in package.namelist()
        }
    with zipfile.ZipFile(tmp_path / "b.docx", "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)

    assert texts(read_path(tmp_path / "b.docx")) == ["text"]


def test_an_embedded_document_that_is_not_read_is_told(read: Read) -> None:
    found = read(paragraph("text") + '<w:altChunk r:id="rId5"/>')

    assert found.coverage.notes == (
        "An embedded document was not read. Open the file in Word and save it again.",
    )


def test_progress_ends_at_the_end(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("text") * 500)
    seen: list[Progress] = []
    extract(SourceFile(path, "a.docx", ""), limits=Limits(), progress=seen.append)

    assert len(seen) >= 3
    assert [step.done for step in seen] == sorted(step.done for step in seen)
    assert seen[-1].done == seen[-1].total


# What cannot be read ends with a reason.


def test_an_empty_file_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"")
    with pytest.raises(EmptyFile):
        read_path(tmp_path / "a.docx")


def test_a_document_without_text_is_empty(read: Read) -> None:
    with pytest.raises(EmptyFile):
        read(paragraph() + paragraph("   "))


def test_a_document_of_pictures_has_no_text_layer(read: Read) -> None:
    with pytest.raises(NoTextLayer):
        read(paragraph("<w:r><w:pict><v:shape><v:imagedata/></v:shape></w:pict></w:r>"))


def test_a_file_whose_encryption_cannot_be_made_out_says_so_and_asks_for_no_password(tmp_path: Path) -> None:
    container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(300_000) + "EncryptedPackage".encode("utf-16-le")
    (tmp_path / "a.docx").write_bytes(container)
    with pytest.raises(Unsupported, match="Encrypted in a way that cannot be opened here"):
        read_path(tmp_path / "a.docx")


def test_an_old_binary_file_is_not_supported(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000))
    with pytest.raises(Unsupported, match="docx"):
        read_path(tmp_path / "a.docx")


@pytest.mark.parametrize("kept", [10, 200, 900, -30])
def test_a_truncated_file_is_damaged(tmp_path: Path, kept: int) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("text") * 50)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(Damaged):
        read_path(path)


def test_a_main_part_that_ends_early_is_damaged(read: Read) -> None:
    with pytest.raises(Damaged):
        read(paragraph("text") + "<w:p><w:r>")


@pytest.mark.parametrize("position", range(40, 1500, 61))
def test_flipped_bytes_never_end_in_a_traceback(tmp_path: Path, position: int) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("text", "H1") * 20)
    content = bytearray(path.read_bytes())
    content[position % len(content)] ^= 0xFF
    path.write_bytes(bytes(content))
    try:
        read_path(path)
    except (Damaged, PasswordNeeded, EmptyFile):
        return


def test_a_zip_without_a_document_is_damaged(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as package:
        package.writestr("readme.txt", "hello")
    with pytest.raises(Damaged, match="no Word document"):
        read_path(tmp_path / "a.docx")


def test_a_document_without_a_body_is_damaged(read: Read) -> None:
    with pytest.raises(Damaged):
        read("", replace=("w:body", "w:nobody"))


def test_a_workbook_is_not_a_word_file(tmp_path: Path) -> None:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    with pytest.raises(Unsupported):
        read_path(word_file(tmp_path / "a.docx", paragraph("x"), replace=(CONTENT_TYPE, kind)))


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("a" * 3_000_000))
    with pytest.raises(TooLarge):
        read_path(path, Limits(unpacked_bytes=1_000_000))


def test_too_much_text_is_refused(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("many words here ") * 1000)
    with pytest.raises(TooLarge):
        read_path(path, Limits(text_bytes=5_000))


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE d [<!ENTITY x "boom">]>',
        '<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x.dtd">',
    ],
)
def test_document_type_declarations_are_refused(read: Read, declaration: str) -> None:
    with pytest.raises(Damaged):
        read(paragraph("<w:r><w:t>a</w:t></w:r>"), replace=("<w:document ", f"{declaration}<w:document "))


def test_a_part_outside_the_file_is_not_fetched(read: Read) -> None:
    outside = 'Target="http://127.0.0.1:9/styles.xml" TargetMode="External"'

    assert texts(read(paragraph("text"), replace=('Target="styles.xml"', outside))) == ["text"]


def test_names_that_climb_out_of_the_package_reach_nothing(read: Read) -> None:
    assert texts(
        read(paragraph("text"), replace=('Target="styles.xml"', 'Target="../../../etc/passwd"'))
    ) == ["text"]


def test_an_encrypted_member_needs_a_password(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("text"))
    content = path.read_bytes()
    with zipfile.ZipFile(BytesIO(content)) as package:
        offsets = [member.header_offset for member in package.infolist()]
    changed = bytearray(content)
    for offset in offsets:
        changed[offset + 6] |= 1
    at = content.find(b"PK\x01\x02")
    while at >= 0:
        changed[at + 8] |= 1
        at = content.find(b"PK\x01\x02", at + 4)
    path.write_bytes(bytes(changed))
    with pytest.raises(PasswordNeeded):
        read_path(path)


def test_a_file_of_nothing_but_hidden_text_says_so(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph(run("secret", "<w:vanish/>")))
    with pytest.raises(EmptyFile, match="All of its text is hidden \\(6 characters"):
        read_path(path)
