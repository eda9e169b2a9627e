from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, NoTextLayer, TooLarge, Unsupported
from ingest.domain.progress import Progress
from ingest.extract.epub import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.book_file import book_file, chapter, nav, nav_point, ncx

Read = Callable[..., Extraction]

TWO = {
    "one.xhtml": chapter("<h1>Oil</h1><p>Oil burns.</p><h2 id='wick'>The wick</h2><p>It draws oil.</p>"),
    "two.xhtml": chapter("<h1>Gas</h1><p>Gas burns brighter.</p>"),
}


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def headings(extraction: Extraction) -> list[tuple[int, str, str]]:
    return [(h.level, h.title, extraction.lines[h.line - 1].text) for h in extraction.hints.headings]


def test_a_book_of_version_3_is_read_in_order_under_its_navigation(read: Read) -> None:
    points = (
        '<li><a href="one.xhtml">Oil</a><ol><li><a href="one.xhtml#wick">The wick</a></li></ol></li>'
        '<li><a href="two.xhtml">Gas</a></li>'
    )
    found = read(TWO, navigation=nav(points))

    assert shown(found) == [
        "# Oil",
        "Oil burns.",
        "## The wick",
        "It draws oil.",
        "# Gas",
        "Gas burns brighter.",
    ]
    assert [(level, title) for level, title, _ in headings(found)] == [
        (1, "Oil"),
        (2, "The wick"),
        (1, "Gas"),
    ]
    assert {line.place.part for line in found.lines if line.place} == {"OEBPS/one.xhtml", "OEBPS/two.xhtml"}
    assert not found.native


def test_a_book_of_version_2_has_its_ncx(read: Read) -> None:
    contents = ncx(
        nav_point("Oil", "one.xhtml", nav_point("The wick", "one.xhtml#wick")) + nav_point("Gas", "two.xhtml")
    )
    found = read(TWO, contents=contents)

    assert [(level, title) for level, title, _ in headings(found)] == [
        (1, "Oil"),
        (2, "The wick"),
        (1, "Gas"),
    ]


def test_a_chapter_that_an_ordinary_page_would_call_navigation_is_kept(read: Read) -> None:
    body = (
        "<nav><p>Kept one</p></nav><header><p>Kept two</p></header><div class='sidebar menu'><a>Kept three</a>"
        "</div><footer>Kept four</footer>"
    )

    assert shown(read({"a.xhtml": chapter(body)})) == ["Kept one", "Kept two", "Kept three", "Kept four"]


def test_a_chapter_that_is_no_xml_is_read_all_the_same(read: Read) -> None:
    broken = "<html><body><p>First<p>Second &nbsp;&eacute; <br>line</body>"

    assert shown(read({"a.html": broken})) == ["First", "Second \xa0é", "line"]


def test_an_empty_title_does_not_swallow_the_book(read: Read) -> None:
    text = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>Here&nbsp;I am</p></body></html>'

    assert shown(read({"a.xhtml": text})) == ["Here\xa0I am"]


def test_what_the_book_says_about_itself_is_read(read: Read) -> None:
    metadata = (
        '<dc:title id="s">A second title</dc:title><dc:title id="m">Lamps of the coast</dc:title>'
        '<meta refines="#m" property="title-type">main</meta>'
        '<dc:creator opf:role="aut">First Writer</dc:creator><dc:creator id="t">A Translator</dc:creator>'
        '<meta refines="#t" property="role">trl</meta><dc:language>ja_JP</dc:language>'
        "<dc:subject>lamps</dc:subject><dc:subject>sea</dc:subject><dc:date>2019-05-01</dc:date>"
        '<meta property="dcterms:modified">2020-01-02T03:04:05Z</meta>'
    )
    found = read(TWO, metadata=metadata).metadata

    assert (found.title, found.authors, found.language) == ("Lamps of the coast", ("First Writer",), "ja-JP")
    assert (found.keywords, found.created) == (("lamps", "sea"), "2019-05-01")
    assert found.modified == "2020-01-02T03:04:05Z"


def test_a_protected_book_is_refused_in_words(read: Read) -> None:
    encryption = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
        'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
        '<enc:EncryptionMethod Algorithm="{}"/><enc:CipherData><enc:CipherReference URI="{}"/>'
        "</enc:CipherData></enc:EncryptedData></encryption>"
    )
    aes = encryption.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/one.xhtml")
    with pytest.raises(Unsupported, match="DRM"):
        read(TWO, parts={"META-INF/encryption.xml": aes})
    font = encryption.format("http://www.idpf.org/2008/embedding", "OEBPS/a.ttf")
    assert read(TWO, parts={"META-INF/encryption.xml": font}).lines


def test_nothing_of_a_document_type_is_expanded_or_fetched(read: Read) -> None:
    text = (
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "boom">]>'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Text &x;&y; on</p></body></html>'
    )
    words = " ".join(shown(read({"a.xhtml": text})))

    assert "root:" not in words
    assert words.startswith("Text")


def test_a_file_outside_of_the_container_is_missing(read: Read) -> None:
    found = read({**TWO, "three.xhtml": chapter("<p>Never read</p>")}, unread=frozenset({"three.xhtml"}))

    assert "Never read" not in " ".join(shown(found))
    assert found.coverage.notes == ("1 file outside the reading order left out.",)


def test_pages_of_pictures_are_reported(read: Read) -> None:
    art = chapter("<img src='a.png'/>")
    found = read({**TWO, "three.xhtml": art, "four.xhtml": art})

    assert found.coverage.notes == ("2 pages of pictures only: no text there.",)
    with pytest.raises(NoTextLayer):
        read({"a.xhtml": art})
    with pytest.raises(EmptyFile):
        read({"a.xhtml": chapter("<p> </p>")})


def test_hidden_and_invisible_text_is_kept_out_and_counted(read: Read) -> None:
    found = read({"a.xhtml": chapter("<p>Se\u200ben</p><p style='display:none'>SECRET</p>")})

    assert shown(found) == ["Seen"]
    assert (found.coverage.invisible_characters, found.coverage.hidden_text) == (1, 6)


def test_what_the_style_sheets_of_a_book_hide_is_left_out_and_counted(read: Read) -> None:
    body = "<p>Seen <ruby>灯<rt>あかり</rt></ruby></p><p class='x'>SECRET</p><p class='y'>white</p>"
    page = chapter(body).replace("<head>", '<head><link rel="stylesheet" href="css/a%20b.css"/>')
    sheet = ".x, .z { display: none } .y { color: #fff }"

    found = read({"a.xhtml": page, "b.xhtml": page}, parts={"OEBPS/css/a b.css": sheet})
    assert shown(found) == ["Seen 灯（あかり）"] * 2
    assert found.coverage.hidden_text == 2 * len("SECRETwhite")

    missing = read({"a.xhtml": page})
    assert shown(missing) == ["Seen 灯（あかり）", "SECRET", "white"]


def test_readings_and_drawings_that_a_book_hides_are_left_out(read: Read) -> None:
    body = (
        "<p>Seen<ruby>灯<rt style='display:none'>SECRET</rt></ruby></p>"
        "<svg style='display:none'><text>SECRET</text></svg>"
    )
    found = read({"a.xhtml": chapter(body)})
    assert shown(found) == ["Seen灯"]
    assert found.coverage.hidden_text >= len("SECRET")


def test_progress_counts_the_chapters(tmp_path: Path) -> None:
    seen: list[Progress] = []
    path = book_file(tmp_path / "a.epub", TWO)
    extract(SourceFile(path, "a.epub", ""), limits=Limits(), progress=seen.append)

    assert seen == [Progress(1, 2, "chapter"), Progress(2, 2, "chapter")]


@pytest.mark.parametrize(
    ("limits", "words"),
    [(Limits(pages=1), "chapters"), (Limits(text_bytes=10), "larger"), (Limits(unpacked_bytes=100), "MB")],
)
def test_a_book_over_a_limit_is_refused(tmp_path: Path, limits: Limits, words: str) -> None:
    path = book_file(tmp_path / "a.epub", TWO)
    with pytest.raises(TooLarge, match=words):
        extract(SourceFile(path, "a.epub", ""), limits=limits)


@pytest.mark.parametrize("size", [0, 40, 400, 900])
def test_a_cut_off_file_ends_with_a_reason(tmp_path: Path, size: int) -> None:
    path = book_file(tmp_path / "a.epub", TWO)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ExtractionError):
        extract(SourceFile(path, "a.epub", ""), limits=Limits())


def test_a_container_without_a_book_is_damaged(tmp_path: Path) -> None:
    path = book_file(tmp_path / "a.epub", {})
    with pytest.raises(Damaged, match="no e-book"):
        extract(SourceFile(path, "a.epub", ""), limits=Limits())
