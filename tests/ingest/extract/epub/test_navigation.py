from pathlib import Path

from ingest.extract.epub.book import open_book
from ingest.extract.epub.navigation import Entry, read_navigation
from ingest.extract.opc import Package
from tests.support.book_file import book_file, chapter, nav, nav_point, ncx

CHAPTERS = {"text/ä b.xhtml": chapter("<p>a</p>"), "two.xhtml": chapter("<p>b</p>")}


def entries(tmp_path: Path, **kwargs: str) -> list[Entry]:
    path = book_file(
        tmp_path / "a.epub", CHAPTERS, navigation=kwargs.get("nav", ""), contents=kwargs.get("ncx", "")
    )
    with Package(path, unpacked_bytes=1_000_000) as package:
        return read_navigation(package, open_book(package))


def test_links_are_unquoted_and_resolved(tmp_path: Path) -> None:
    points = '<li><a href="text/%C3%A4%20b.xhtml#p%201">A <b>bold</b> title</a></li>'

    assert entries(tmp_path, nav=nav(points)) == [Entry("A bold title", 1, "OEBPS/text/ä b.xhtml", "p 1")]


def test_a_heading_without_a_link_leads_where_its_first_child_does(tmp_path: Path) -> None:
    points = '<li><span>Part</span><ol><li><a href="two.xhtml">Two</a></li></ol></li>'

    assert [(e.title, e.level, e.path) for e in entries(tmp_path, nav=nav(points))] == [
        ("Part", 1, "OEBPS/two.xhtml"),
        ("Two", 2, "OEBPS/two.xhtml"),
    ]


def test_a_nav_that_leads_nowhere_gives_way_to_the_ncx(tmp_path: Path) -> None:
    lost = nav('<li><a href="gone.xhtml">Gone</a></li>')

    assert [e.title for e in entries(tmp_path, nav=lost, ncx=ncx(nav_point("Two", "two.xhtml")))] == ["Two"]


def test_readings_stay_out_of_titles(tmp_path: Path) -> None:
    points = '<li><a href="two.xhtml"><ruby>目次<rt>もくじ</rt></ruby></a></li>'

    assert [e.title for e in entries(tmp_path, nav=nav(points))] == ["目次"]
