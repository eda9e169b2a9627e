from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, NoTextLayer, PasswordNeeded, TooLarge
from ingest.domain.formats import ODT
from ingest.extract.odf.text import extract
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect
from tests.support.workbook_file import ODF, open_document_file

LISTS = (
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" '
    'style:num-suffix="."/><text:list-level-style-bullet text:level="2"/></text:list-style>'
)


def read(
    tmp_path: Path, body: str, *, styles: str = "", meta: str = "", parts: dict[str, str] | None = None
) -> Extraction:
    path = open_document_file(tmp_path / "a.odt", "text", body, styles=styles, meta=meta, parts=parts)
    assert detect(path, "a.odt") == ODT
    return extract(SourceFile(path, "a.odt", ""), limits=Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def h(text: str, level: int, style: str = "") -> str:
    return f'<text:h text:outline-level="{level}" text:style-name="{style}">{text}</text:h>'


def p(text: str, style: str = "") -> str:
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def items(*inside: str, style: str = "") -> str:
    written = "".join(f"<text:list-item>{item}</text:list-item>" for item in inside)
    return f'<text:list text:style-name="{style}">{written}</text:list>'


def test_headings_are_what_the_outline_says(tmp_path: Path) -> None:
    found = read(tmp_path, h("灯台", 1) + p("It shines.") + h("Oil", 2) + p("It burns."))

    assert [line.text for line in found.lines] == ["# 灯台", "", "It shines.", "", "## Oil", "", "It burns."]
    assert [(hint.line, hint.level, hint.title) for hint in found.hints.headings] == [
        (1, 1, "灯台"),
        (5, 2, "Oil"),
    ]


def test_a_paragraph_style_may_carry_an_outline_level(tmp_path: Path) -> None:
    styles = (
        '<style:style style:name="Kopf" style:family="paragraph" style:default-outline-level="2"/>'
        '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Kopf"/>'
    )

    assert shown(read(tmp_path, p("Oil", "P1") + p("text"), styles=styles)) == ["## Oil", "text"]


def test_headings_carry_their_automatic_numbers(tmp_path: Path) -> None:
    outline = (
        f"<office:document-styles {ODF}><office:styles><text:outline-style>"
        '<text:outline-level-style text:level="1" style:num-format="I" style:num-prefix="Part "/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="1"/>'
        "</text:outline-style></office:styles></office:document-styles>"
    )
    found = read(tmp_path, h("Oil", 1) + h("Wicks", 2) + h("Gas", 1), parts={"styles.xml": outline})

    assert shown(found) == ["# Part I Oil", "## 1 Wicks", "# Part II Gas"]


def test_lists_nest_and_count(tmp_path: Path) -> None:
    inner = items(p("c"), p("d"))
    body = items(p("a") + p("goes on"), p("b") + inner, f"{p('e')}", style="N")

    assert shown(read(tmp_path, body, styles=LISTS)) == [
        "1. a",
        "   goes on",
        "2. b",
        "   - c",
        "   - d",
        "3. e",
    ]


def test_tables_repeat_their_merged_cells(tmp_path: Path) -> None:
    def cell(text: str, attributes: str = "") -> str:
        return f"<table:table-cell {attributes}>{p(text)}</table:table-cell>"

    covered = "<table:covered-table-cell/>"
    body = (
        "<table:table><table:table-header-rows><table:table-row>"
        f"{cell('both', 'table:number-columns-spanned=' + chr(34) + '2' + chr(34))}{covered}</table:table-row>"
        "</table:table-header-rows><table:table-row>"
        f"{cell('tall', 'table:number-rows-spanned=' + chr(34) + '2' + chr(34))}{cell('b')}</table:table-row>"
        f"<table:table-row>{covered}{cell('c')}</table:table-row></table:table>"
    )

    assert shown(read(tmp_path, body)) == ["| both | both |", "|---|---|", "| tall | b |", "| tall | c |"]


def test_notes_stand_behind_the_block_that_mentions_them(tmp_path: Path) -> None:
    note = (
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        f"<text:note-body>{p('Of brass.')}</text:note-body></text:note>"
    )

    assert shown(read(tmp_path, p(f"A lamp{note} shines.") + p("End"))) == [
        "A lamp[^1] shines.",
        "[^1]: Of brass.",
        "End",
    ]


def test_deleted_text_comments_and_hidden_text_are_out(tmp_path: Path) -> None:
    hidden = '<style:text-properties text:display="none"/>'
    styles = f'<style:style style:name="T1" style:family="text">{hidden}</style:style>'
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion>"
        f"{p('DELETED')}</text:deletion></text:changed-region></text:tracked-changes>"
        + p(
            "Seen<text:change text:change-id='c'/> and "
            '<text:span text:style-name="T1">HIDDEN</text:span>'
            f"<office:annotation><dc:creator>X</dc:creator>{p('COMMENT')}</office:annotation>read"
        )
        + f'<text:section text:display="none">{p("SECTION")}</text:section>'
    )
    found = read(tmp_path, body, styles=styles)

    assert shown(found) == ["Seen and read"]
    assert found.coverage.hidden_text == len("HIDDEN") + len("SECTION")
    assert found.coverage.notes == ("1 comment left out.",)


def test_a_printed_contents_page_is_no_heading(tmp_path: Path) -> None:
    body = (
        f"<text:table-of-content><text:index-body><text:index-title>{p('Contents')}</text:index-title>"
        f"{p('Oil<text:tab/>3')}</text:index-body></text:table-of-content>" + h("Oil", 1)
    )

    assert shown(read(tmp_path, body)) == ["Contents", "Oil … 3", "# Oil"]


def test_ruby_spaces_breaks_and_pictures_are_understood(tmp_path: Path) -> None:
    ruby = (
        "<text:ruby><text:ruby-base>目次</text:ruby-base><text:ruby-text>もくじ</text:ruby-text></text:ruby>"
    )
    picture = "<draw:frame><draw:image/><svg:desc>A brass lamp</svg:desc></draw:frame>"

    assert shown(read(tmp_path, p(f"{ruby} a<text:s text:c='3'/>b<text:line-break/>c{picture}"))) == [
        "目次（もくじ） a b",
        "c![A brass lamp]",
    ]


def test_boxes_are_read_after_their_paragraph(tmp_path: Path) -> None:
    box = f"<draw:frame><draw:text-box>{p('Inside')}{h('Too', 1)}</draw:text-box></draw:frame>"
    shape = f"<draw:custom-shape>{p('A shape')}</draw:custom-shape>"

    assert shown(read(tmp_path, p(f"Text{box}") + p(f"More{shape}"))) == [
        "Text",
        "Inside",
        "Too",
        "More",
        "A shape",
    ]


def test_code_keeps_its_lines_and_its_indent(tmp_path: Path) -> None:
    body = (
        p("if x:", "Preformatted_20_Text") + p("<text:s text:c='4'/>y()", "Preformatted_20_Text") + p("text")
    )

    assert shown(read(tmp_path, body)) == ["```", "if x:", "    y()", "```", "text"]


def test_equations_are_read_from_their_object(tmp_path: Path) -> None:
    math = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi>'
        '<annotation encoding="StarMath 5.0">x over 2</annotation></semantics></math>'
    )
    body = p('So <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>.')

    assert shown(read(tmp_path, body, parts={"Object 1/content.xml": math})) == ["So `x over 2`."]


def test_what_the_file_says_about_itself_is_read(tmp_path: Path) -> None:
    meta = (
        "<dc:title>Lamps</dc:title><meta:initial-creator>Ada</meta:initial-creator><meta:keyword>oil</meta:keyword>"
        "<meta:creation-date>2020-01-02T03:04:05</meta:creation-date><dc:date>2021-01-02T03:04:05.123</dc:date>"
        '<meta:document-statistic meta:page-count="7"/>'
    )
    styles = (
        f'<office:document-styles {ODF}><style:default-style style:family="paragraph"><style:text-properties '
        'fo:language="de" fo:country="DE" style:language-asian="ja" style:country-asian="JP"/></style:default-style>'
        "</office:document-styles>"
    )
    found = read(tmp_path, p("灯台の光"), meta=meta, parts={"styles.xml": styles}).metadata

    assert (found.title, found.authors, found.keywords, found.page_count) == ("Lamps", ("Ada",), ("oil",), 7)
    assert (found.created, found.modified) == ("2020-01-02T03:04:05", "2021-01-02T03:04:05.123")
    assert found.language == "ja-JP"
    assert read(tmp_path, p("Die Lampe"), parts={"styles.xml": styles}).metadata.language == "de-DE"


def test_files_without_text_end_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        read(tmp_path, p(" "))
    with pytest.raises(NoTextLayer):
        read(tmp_path, p("<draw:frame><draw:image/></draw:frame>"))
    with pytest.raises(Damaged):
        read(tmp_path, "<text:p>")
    manifest = (
        f'<manifest:manifest {ODF}><manifest:file-entry manifest:full-path="content.xml">'
        "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
    )
    with pytest.raises(PasswordNeeded):
        read(tmp_path, p("a"), parts={"META-INF/manifest.xml": manifest})


def test_deep_nesting_is_flattened_not_lost(tmp_path: Path) -> None:
    body = "<text:section>" * 200 + p("MARK") + "</text:section>" * 200

    assert shown(read(tmp_path, body)) == ["MARK"]


@pytest.mark.parametrize("limits", [Limits(text_bytes=5), Limits(unpacked_bytes=100)])
def test_a_text_over_a_limit_is_refused(tmp_path: Path, limits: Limits) -> None:
    path = open_document_file(tmp_path / "a.odt", "text", p("some text"))
    with pytest.raises(TooLarge):
        extract(SourceFile(path, "a.odt", ""), limits=limits)


@pytest.mark.parametrize("size", [0, 50, 400])
def test_a_cut_off_file_ends_with_a_reason(tmp_path: Path, size: int) -> None:
    path = open_document_file(tmp_path / "a.odt", "text", p("some text"))
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ExtractionError):
        extract(SourceFile(path, "a.odt", ""), limits=Limits())
