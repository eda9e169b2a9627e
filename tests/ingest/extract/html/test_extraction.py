from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.domain.document import Extraction, texts
from ingest.domain.errors import EmptyFile, ExtractionError, TooLarge
from ingest.extract.html.extraction import declared_charset, extract
from ingest.extract.protocol import Limits, SourceFile


def read_bytes(tmp_path: Path, data: bytes, limits: Limits | None = None) -> Extraction:
    path = tmp_path / "page"
    path.write_bytes(data)
    return extract(SourceFile(path, "page.html", "text/html"), limits=limits or Limits())


def read(tmp_path: Path, html: str) -> Extraction:
    return read_bytes(tmp_path, html.encode())


def test_a_page_becomes_markdown(tmp_path: Path) -> None:
    extraction = read(
        tmp_path,
        "<html lang='en'><head><title>Light | Site</title></head><body><h1>Light</h1><p>One\n paragraph.</p>"
        "<h2 id=a>Lamps<a class=headerlink href='#a'>¶</a></h2>"
        "<ul><li>red<ul><li>dark</li></ul></li><li>green</li></ul>"
        "<pre><code class='language-py'>if x:\n    y()</code></pre></body></html>",
    )
    assert texts(extraction.lines) == [
        "# Light",
        "",
        "One paragraph.",
        "",
        "## Lamps",
        "",
        "- red",
        "  - dark",
        "- green",
        "",
        "```py",
        "if x:",
        "    y()",
        "```",
    ]
    assert [(h.line, h.level, h.title) for h in extraction.hints.headings] == [
        (1, 1, "Light"),
        (5, 2, "Lamps"),
    ]
    assert extraction.metadata.title == "Light | Site"
    assert extraction.metadata.language == "en"
    assert not extraction.native


def test_what_the_page_hides_is_kept_out_and_counted(tmp_path: Path) -> None:
    extraction = read(
        tmp_path,
        "<body><h1>Shown</h1><p>Seen</p><p style='display: none'>SECRET1</p><p hidden>SECRET2</p>"
        "<script>SECRET3</script>"
        "<style>SECRET4</style><noscript>SECRET5</noscript><!-- SECRET6 --><template>SECRET7</template>"
        "<span style='font-size:0px'>SECRET8</span><span style='opacity:0'>SECRET9</span></body>",
    )
    assert texts(extraction.lines) == ["# Shown", "", "Seen"]
    assert extraction.coverage.hidden_text == 4 * len("SECRET1")
    assert extraction.coverage.notes == ("28 characters that the page hides were left out.",)


def test_metadata_comes_from_the_head(tmp_path: Path) -> None:
    metadata = read(
        tmp_path,
        "<html lang=ja_JP><head><title> A \n title </title><meta name=author content='First Writer'>"
        "<meta name=keywords content='lamp, oil'>"
        "<meta property='article:published_time' content='2026-01-02T03:04:05Z'>"
        "<meta name=date content=nonsense></head><body><p>text</body>",
    ).metadata
    assert (metadata.title, metadata.authors, metadata.language) == ("A title", ("First Writer",), "ja-JP")
    assert (metadata.keywords, metadata.created) == (("lamp", "oil"), "2026-01-02T03:04:05Z")


@pytest.mark.parametrize("charset", ["shift_jis", "euc-jp", "utf-8", "iso-2022-jp"])
def test_the_charset_of_the_head_is_followed(tmp_path: Path, charset: str) -> None:
    html = f"<html><head><meta charset='{charset}'></head><body><p>灯台の光</p></body></html>"
    assert texts(read_bytes(tmp_path, html.encode(charset)).lines) == ["灯台の光"]


def test_a_charset_that_lies_is_not(tmp_path: Path) -> None:
    html = "<meta http-equiv='Content-Type' content='text/html; charset=iso-8859-1'><p>灯塔的光在夜里照亮大海"
    assert texts(read(tmp_path, html).lines) == ["灯塔的光在夜里照亮大海"]
    assert declared_charset(html.encode()) == "iso-8859-1"
    assert declared_charset(b"<?xml version='1.0' encoding='euc-jp'?><html>") == "euc-jp"
    assert declared_charset(b"<html>") is None


@pytest.mark.parametrize(
    "document_type",
    [
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        "<?xml version='1.0'?>\n<!-- a > b -->\n<!doctype html PUBLIC '-//X [' \"u\" [<!-- don't ]> -->\n"
        "<!ENTITY y ']>'><?p ]> ?>\n] >\n",
    ],
)
def test_declarations_of_a_document_type_are_no_text(tmp_path: Path, document_type: str) -> None:
    page = f"{document_type}<html><body><p>The lamp [is] lit.</p></body></html>"
    assert texts(read(tmp_path, page).lines) == ["The lamp [is] lit."]


def test_a_document_type_that_does_not_end_takes_no_text_away(tmp_path: Path) -> None:
    page = "<!DOCTYPE html [<!ENTITY x 'y'><html><body><p>The lamp</p></body></html>"
    assert "The lamp" in " ".join(texts(read(tmp_path, page).lines))


def test_entities_of_a_document_type_are_not_expanded(tmp_path: Path) -> None:
    html = "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
    html += "<html><body><p>Text &x; &amp; more</p></body></html>"
    text = " ".join(texts(read(tmp_path, html).lines))
    assert "root:" not in text
    assert "Text" in text
    assert "& more" in text


@pytest.mark.parametrize(
    "tag", ["div", "b", "ul><li", "table><tr><td", "blockquote", "span", "section", "font"]
)
def test_endless_nesting_is_read_without_its_structure(tmp_path: Path, tag: str) -> None:
    extraction = read(tmp_path, "<h1>Deep</h1>" + f"<{tag}>" * 30_000 + "MARK")
    assert "MARK" in " ".join(texts(extraction.lines))
    assert extraction.hints.headings[0].title == "Deep"
    assert "nested too deeply" in extraction.coverage.notes[0]


def test_deep_but_sane_nesting_keeps_its_structure(tmp_path: Path) -> None:
    extraction = read(tmp_path, "<div>" * 200 + "<h2>Inside</h2><p>text</p>")
    assert texts(extraction.lines) == ["## Inside", "", "text"]
    assert extraction.coverage.notes == ()


def test_long_paragraphs_are_wrapped_at_sentence_ends(tmp_path: Path) -> None:
    lines = texts(read(tmp_path, "<p>" + "This sentence is here. " * 60 + "</p>").lines)
    assert len(lines) > 1
    assert all(len(line) <= 400 and line.endswith(".") for line in lines)


def test_invisible_characters_are_removed_also_from_entities(tmp_path: Path) -> None:
    extraction = read(tmp_path, "<p>a&#x200b;b\u202ec&shy;d</p>")
    assert texts(extraction.lines) == ["abcd"]
    assert extraction.coverage.invisible_characters == 3


@pytest.mark.parametrize(
    "html", ["", "   ", "<html><head><title>Only a title</title></head></html>", "<!-- -->"]
)
def test_a_page_without_text_has_no_lines_or_says_so(tmp_path: Path, html: str) -> None:
    try:
        extraction = read(tmp_path, html)
    except EmptyFile:
        return
    assert not [line for line in texts(extraction.lines) if line.strip()]


def test_a_page_over_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        read_bytes(tmp_path, b"<p>x</p>" * 100, Limits(text_bytes=100))


SOUP = [
    "<p>",
    "</p>",
    "<li>",
    "<ul>",
    "</ul>",
    "<h1>",
    "</h2>",
    "<table>",
    "<td>",
    "<tr rowspan=3>",
    "<td colspan=4>",
    "</table>",
]
SOUP += [
    "word ",
    "<br>",
    "<pre>",
    "<blockquote>",
    "<dl><dt>",
    "<dd>",
    "<a href=#x>",
    "<sup>1</sup>",
    "<nav>",
    "<main>",
    "<b>",
    "&amp;",
]
SOUP += [
    "<footer>",
    "</main>",
    "<ruby>字<rt>じ</rt></ruby>",
    "<math>",
    "<img alt='a lamp'>",
    "<q>",
    "<code>`</code>",
    "<li id=x>",
]


@settings(max_examples=150)
@given(pieces=st.lists(st.sampled_from(SOUP), max_size=25))
def test_any_soup_of_tags_is_read(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    try:
        extraction = read(tmp_path_factory.mktemp("soup"), "".join(pieces))
    except ExtractionError:
        return
    for heading in extraction.hints.headings:
        assert extraction.lines[heading.line - 1].text.startswith("#" * heading.level)
    assert all("\n" not in line.text for line in extraction.lines)
