from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, Unsupported
from ingest.domain.formats import (
    DOCX,
    EPUB,
    FORMATS,
    HTML,
    MARKDOWN,
    PDF,
    PHP,
    PLAIN,
    PPTX,
    PYTHON,
    RTF,
    SVG,
    XLSX,
    Format,
)
from ingest.extract import plain_text
from ingest.extract.registry import detect, ending_of, extractor_for, file_type

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00 \x00\x00\x00 \x08\x02"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
PAGE = b"<!doctype html><html><body><h1>Not found</h1><p>The page is gone.</p></body></html>"
NOISE = bytes((i * 7919 + i // 3) % 256 for i in range(20_000))


def kind(tmp_path: Path, data: bytes, name: str) -> str:
    path = tmp_path / "upload"
    path.write_bytes(data)
    return detect(path, name)


def zipped(tmp_path: Path, *members: str) -> bytes:
    path = tmp_path / "made.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for member in members:
            archive.writestr(member, "x")
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", MARKDOWN),
        ("A.MD", MARKDOWN),
        ("a.txt", PLAIN),
        ("notes", PLAIN),
        (".env.example", PLAIN),
        ("Makefile", PLAIN),
        ("a.py", PYTHON),
        ("data.json", PLAIN),
        ("two..dots...md", MARKDOWN),
        ("a.html", PLAIN),
    ],
)
def test_any_file_of_text_is_a_document(tmp_path: Path, name: str, expected: str) -> None:
    assert kind(tmp_path, b"# A title\n\nSome words of text.\n", name) == expected


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a", "a.txt"])
def test_a_pdf_is_a_pdf_whatever_its_name(tmp_path: Path, name: str) -> None:
    assert kind(tmp_path, b"%PDF-1.7\n%\xb5\xb6\n1 0 obj\n", name) == PDF


def test_junk_before_a_pdf_is_forgiven(tmp_path: Path) -> None:
    assert kind(tmp_path, b"HTTP/1.1 200 OK\r\n" * 40 + b"%PDF-1.7\n1 0 obj\n", "a.pdf") == PDF
    assert kind(tmp_path, b"HTTP/1.1 200 OK\r\n" * 40 + b"%PDF-1.7\n1 0 obj\n", "download") == PDF


def test_a_text_about_pdf_is_no_pdf(tmp_path: Path) -> None:
    assert kind(tmp_path, b"A file begins with `%PDF-1.7` and then comes the body.\n", "a.md") == MARKDOWN


@pytest.mark.parametrize("name", ["a.html", "a.htm", "a.pdf", "a.docx", "download", "a.txt"])
def test_a_web_page_is_found_by_its_content(tmp_path: Path, name: str) -> None:
    assert kind(tmp_path, PAGE, name) == HTML


def test_a_drawing_is_text_that_holds_one_under_its_ending(tmp_path: Path) -> None:
    drawn = b"<?xml version='1.0'?>\n<!-- by hand -->\n<svg xmlns='http://www.w3.org/2000/svg'><text>Quay</text></svg>\n"
    assert kind(tmp_path, drawn, "a.svg") == SVG
    assert kind(tmp_path, drawn, "a.txt") == PLAIN
    assert kind(tmp_path, b"Notes on how a drawing is made.\n", "a.svg") == PLAIN
    assert (extractor_for(SVG), file_type(SVG)) == (plain_text.extract, "svg")


def test_markdown_and_source_code_may_begin_with_html(tmp_path: Path) -> None:
    assert kind(tmp_path, PAGE, "a.md") == MARKDOWN
    assert kind(tmp_path, PAGE, "page.php") == PHP


def test_an_html_file_may_begin_with_anything(tmp_path: Path) -> None:
    assert kind(tmp_path, b"Hello <p>a fragment</p> of a page", "a.html") == HTML


def test_rich_text_is_found_whatever_its_name(tmp_path: Path) -> None:
    assert kind(tmp_path, b"{\\rtf1\\ansi text}", "a.doc") == RTF


def test_office_containers_are_told_apart(tmp_path: Path) -> None:
    assert kind(tmp_path, zipped(tmp_path, "[Content_Types].xml", "word/document.xml"), "a.pdf") == DOCX
    assert kind(tmp_path, zipped(tmp_path, "mimetype", "META-INF/container.xml"), "a.zip") == EPUB
    assert kind(tmp_path, zipped(tmp_path, "ppt/presentation.xml"), "a.docx") == PPTX
    for member in ("content.xml",):
        with pytest.raises(Unsupported, match="Export it as PDF"):
            kind(tmp_path, zipped(tmp_path, member), "a.docx")
    with pytest.raises(Unsupported, match="archive"):
        kind(tmp_path, zipped(tmp_path, "readme.txt"), "a.docx")


def test_a_broken_container_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(Damaged):
        kind(tmp_path, zipped(tmp_path, "word/document.xml")[:40], "a.docx")


def test_old_office_files_are_named_with_the_mend(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=r"Save it as \.docx"):
        kind(tmp_path, OLE, "a.doc")
    with pytest.raises(Unsupported, match=r"\.ppt is not supported"):
        kind(tmp_path, OLE, "a.ppt")


def test_an_encrypted_office_file_is_what_its_ending_says(tmp_path: Path) -> None:
    data = OLE + "EncryptedPackage".encode("utf-16-le")

    assert [kind(tmp_path, data, name) for name in ("a.docx", "a.xlsm", "a.pptx")] == [DOCX, XLSX, PPTX]


@pytest.mark.parametrize(
    ("data", "name", "error", "words"),
    [
        (b"", "a.pdf", EmptyFile, "empty"),
        (PNG, "a.pdf", Unsupported, "an image"),
        (PNG + NOISE, "a.txt", Unsupported, "an image"),
        (NOISE, "a.txt", Unsupported, r"binary data \(NUL bytes\)\. Save it as UTF-8"),
        (NOISE.replace(b"\0", b"\1"), "a.md", Unsupported, "bytes of no known encoding. Save it as UTF-8"),
        (NOISE, "a.xlsx", Damaged, "not a XLSX file"),
        (NOISE, "a.JPEG", Damaged, "not a JPEG file"),
        (NOISE, "a.dat", Unsupported, r"\.dat"),
        (NOISE, "noise", Unsupported, "binary data"),
        (bytes(100_000), "a.pdf", Damaged, "PDF"),
        (bytes(100_000), "a.txt", Unsupported, "NUL bytes"),
        (b"oops\n", "a.pdf", Damaged, "a few words"),
        (b"word " * 20_000 + NOISE * 4, "installer.run", Unsupported, r"\.run"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(
    tmp_path: Path, data: bytes, name: str, error: type[ExtractionError], words: str
) -> None:
    with pytest.raises(error, match=words):
        kind(tmp_path, data, name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.file_type)
def test_no_supported_ending_is_called_the_trouble(tmp_path: Path, form: Format) -> None:
    for ending in form.endings - {""} or {form.file_type}:
        with pytest.raises((Unsupported, Damaged)) as caught:
            kind(tmp_path, NOISE, f"a.{ending}")
        assert "Cannot read" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        "灯台は夜の海を照らす。船は岸へ進む。\n".encode("cp932") * 5_000,
        "灯台は夜の海を照らす。船は岸へ進む。\n".encode() * 5_000,
        "The lamp is lit.\n".encode("utf-16-le") * 9_000,
        "这是一份文件。萤火虫的光。\n".encode("utf-16-le") * 20,
        "这是一份文件。萤火虫的光。\n".encode("utf-16-be") * 9_000,
        "ﾐﾂﾋﾞｼUFJｷﾞﾝｺｳ\nﾐｽﾞﾎｷﾞﾝｺｳ\n".encode("cp932") * 5_000,
        "The lamp is lit.\n".encode("utf-16") * 9_000,
        b"Text with a NUL \x00 here and a form \x0c feed in between, and it goes on",
        "Маяк светит ночью над морем.\n".encode("koi8-r") * 5_000,
        b"# a\0b\n\ntext\0\n",
        "# lone \ud800 and \udfff surrogate\n\nline2 text".encode("utf-16-le", "surrogatepass"),
    ],
)
def test_text_in_any_encoding_is_text(tmp_path: Path, data: bytes) -> None:
    assert kind(tmp_path, data, "notes") == PLAIN


def test_a_long_text_under_a_binary_name_is_a_document(tmp_path: Path) -> None:
    assert kind(tmp_path, b"Just text, and more of it. " * 10, "a.pdf") == PLAIN


def test_short_names_and_endings() -> None:
    assert [file_type(t) for t in (PDF, DOCX, MARKDOWN, HTML, PLAIN)] == ["pdf", "docx", "md", "html", "txt"]
    assert [ending_of(n) for n in ("a.TXT", "a", ".hidden", "..%2f..%2fetc%2fpasswd.md", "a\\b.md")] == [
        "txt",
        "",
        "",
        "md",
        "md",
    ]


def test_extractors_are_imported_by_name() -> None:
    assert extractor_for(PLAIN) is plain_text.extract
    with pytest.raises(Unsupported, match="x/y"):
        extractor_for("x/y")
