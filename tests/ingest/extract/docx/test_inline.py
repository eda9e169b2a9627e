from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from tests.support.word_file import HEADINGS, paragraph, run, style

Read = Callable[..., Extraction]
Lines = Callable[..., list[str]]

TEXT_BOX = (
    "<w:r><mc:AlternateContent>"
    '<mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1" name="Text Box 1"/>'
    "<a:graphic><a:graphicData>"
    "<wps:wsp><wps:txbx><w:txbxContent>{0}</w:txbxContent></wps:txbx></wps:wsp>"
    "</a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>"
    "<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>{0}</w:txbxContent></v:textbox></v:shape></w:pict>"
    "</mc:Fallback></mc:AlternateContent></w:r>"
)
PICTURE = (
    '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="{}"/>'
    '<a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId9"/></pic:blipFill></pic:pic>'
    "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
)


def field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def instruction(text: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'


def test_deletions_are_out_and_insertions_in(lines: Lines) -> None:
    body = paragraph(
        run("The ")
        + "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
        + f"<w:ins>{run('new')}</w:ins>"
        + run(" lamp")
    )

    assert lines(body) == ["The new lamp"]


def test_moved_text_appears_once_at_its_new_place(lines: Lines) -> None:
    body = paragraph(f"<w:moveFrom>{run('wanderer')}</w:moveFrom>{run('here')}") + paragraph(
        f"<w:moveTo>{run('wanderer')}</w:moveTo>"
    )

    assert lines(body) == ["here", "wanderer"]


def test_a_deleted_paragraph_mark_joins_two_paragraphs(lines: Lines) -> None:
    body = (
        paragraph(run("one "), properties="<w:rPr><w:del/></w:rPr>") + paragraph("two") + paragraph("three")
    )

    assert lines(body) == ["one two", "three"]


@pytest.mark.parametrize(
    "properties",
    [
        "<w:vanish/>",
        '<w:vanish w:val="1"/>',
        '<w:color w:val="FFFFFF"/>',
        '<w:color w:val="FEFEFE"/>',
        '<w:color w:val="f8fafc"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FDFDFD"/>',
        '<w:sz w:val="2"/>',
    ],
)
def test_hidden_text_is_kept_out_and_counted(read: Read, properties: str) -> None:
    found = read(paragraph(run("seen ") + run("secret", properties) + run("again")))

    assert [line.text for line in found.lines] == ["seen again"]
    assert found.coverage.hidden_text == len("secret")


@pytest.mark.parametrize(
    "properties",
    [
        '<w:vanish w:val="0"/>',
        "<w:webHidden/>",
        '<w:color w:val="D9D9D9"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000000"/>',
        '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
    ],
)
def test_text_that_can_be_seen_stays(read: Read, properties: str) -> None:
    found = read(paragraph(run("plain", properties)))

    assert [line.text for line in found.lines] == ["plain"]
    assert found.coverage.hidden_text == 0


def test_text_is_hidden_by_character_and_paragraph_styles_too(read: Read) -> None:
    styles = (
        HEADINGS
        + '<w:style w:type="character" w:styleId="C"><w:name w:val="C"/><w:rPr><w:vanish/></w:rPr></w:style>'
        + '<w:style w:type="character" w:styleId="D"><w:name w:val="D"/><w:basedOn w:val="C"/></w:style>'
        + style("P", "P", run="<w:vanish/>")
    )
    body = (
        paragraph(run("a") + run("b", '<w:rStyle w:val="D"/>'))
        + paragraph("hidden", "P")
        + paragraph(run("shown", '<w:vanish w:val="0"/>'), "P")
    )
    found = read(body, styles=styles)

    assert [line.text for line in found.lines if line.text] == ["a", "shown"]
    assert found.coverage.hidden_text == 1 + len("hidden")


def test_white_text_on_a_dark_page_or_paragraph_is_seen(lines: Lines) -> None:
    white = run("white", '<w:color w:val="FFFFFF"/>')
    shaded = paragraph(white, properties='<w:shd w:val="clear" w:fill="1F3864"/>')

    assert lines(shaded) == ["white"]
    assert lines(paragraph(white), document='<w:background w:color="000000"/>') == ["white"]


def test_a_field_shows_its_result_and_not_its_instruction(lines: Lines) -> None:
    body = paragraph(
        run("See ")
        + field("begin")
        + instruction(' HYPERLINK "http://example.org/secret" ')
        + field("separate")
        + run("the guide")
        + field("end")
    )

    assert lines(body) == ["See the guide"]


def test_fields_may_lie_in_one_another_and_span_paragraphs(lines: Lines) -> None:
    body = (
        paragraph(
            field("begin")
            + instruction("TOC")
            + field("separate")
            + run("One")
            + "<w:r><w:tab/></w:r>"
            + run("1")
        )
        + paragraph(
            run("Two")
            + "<w:r><w:tab/></w:r>"
            + field("begin")
            + instruction("PAGEREF x")
            + field("separate")
            + run("2")
            + field("end")
        )
        + paragraph(field("end"))
        + paragraph("One", "H1")
    )

    assert lines(body) == ["One … 1", "Two … 2", "# One"]


def test_the_first_heading_may_close_the_contents_field(read: Read) -> None:
    body = paragraph(field("begin") + instruction("TOC") + field("separate") + run("One"), "H1") + paragraph(
        field("end") + run("One"), "H1"
    )

    assert [(hint.line, hint.title) for hint in read(body).hints.headings] == [(3, "One")]


def test_a_simple_field_shows_its_result(lines: Lines) -> None:
    assert lines(
        paragraph(f'<w:fldSimple w:instr=" SEQ Figure ">{run("4")}</w:fldSimple>{run(" Lamp")}')
    ) == ["4 Lamp"]


def test_a_ruby_reading_follows_its_base_in_brackets(lines: Lines) -> None:
    base = f"<w:rubyBase>{run('目次')}</w:rubyBase>"
    ruby = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('もくじ')}</w:rt>{base}</w:ruby></w:r>"

    assert lines(paragraph(ruby + run("を見る"))) == ["目次（もくじ）を見る"]


def test_an_old_ruby_field_keeps_its_text(lines: Lines) -> None:
    body = paragraph(
        field("begin")
        + instruction(r"EQ \* jc2 \* hps10 \o\ad(\s\up 9(もくじ),目次)")
        + field("end")
        + run("を見る")
    )

    assert lines(body) == ["目次（もくじ）を見る"]


def test_text_boxes_are_read_once_after_their_paragraph(lines: Lines) -> None:
    box = TEXT_BOX.format(paragraph("inside") + paragraph("In the box", "H1"))

    assert lines(paragraph(run("before ") + box + run("after"))) == ["before after", "inside", "In the box"]


def test_headings_inside_text_boxes_are_no_sections(read: Read) -> None:
    assert read(paragraph(TEXT_BOX.format(paragraph("In the box", "H1")))).hints.headings == ()


def test_text_boxes_may_lie_in_one_another(lines: Lines) -> None:
    inner = paragraph("deep")
    for _ in range(60):
        inner = paragraph(
            TEXT_BOX.split("<mc:Fallback>", 1)[0].format(inner) + "</mc:AlternateContent></w:r>"
        )

    assert lines(paragraph("top") + inner)[0] == "top"


def test_a_picture_leaves_its_alternative_text(lines: Lines) -> None:
    assert lines(paragraph(run("See") + PICTURE.format("A lighthouse [at night]"))) == [
        "See ![A lighthouse (at night)]"
    ]


def test_a_picture_without_a_description_leaves_nothing(lines: Lines) -> None:
    assert lines(paragraph(run("See") + PICTURE.format(""))) == ["See"]


def test_content_controls_and_links_are_transparent(lines: Lines) -> None:
    body = (
        f"<w:sdt><w:sdtPr><w:alias w:val='x'/></w:sdtPr><w:sdtContent>{paragraph('one')}"
        f"<w:sdt><w:sdtContent>{paragraph('two')}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>"
        + paragraph(
            f'<w:hyperlink r:id="rId7">{run("link")}</w:hyperlink>'
            f"<w:sdt><w:sdtContent>{run(' inline')}</w:sdtContent></w:sdt>"
            f"<w:smartTag>{run(' tag')}</w:smartTag>"
        )
    )

    assert lines(body) == ["one", "two", "link inline tag"]


def test_comments_and_bookmarks_leave_no_trace(lines: Lines) -> None:
    body = paragraph(
        '<w:commentRangeStart w:id="0"/>'
        + run("text")
        + '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:bookmarkStart w:id="1"/>'
    )

    assert lines(body) == ["text"]


def test_manual_breaks_end_lines_and_page_breaks_do_not_count(lines: Lines) -> None:
    body = paragraph(run("one") + "<w:r><w:br/></w:r>" + run("two")) + paragraph(
        '<w:r><w:br w:type="page"/></w:r>' + run("three")
    )

    assert lines(body) == ["one", "two", "three"]


def test_a_heading_is_one_line_whatever_breaks_it_holds(read: Read) -> None:
    found = read(paragraph(run("Part") + "<w:r><w:br/></w:r>" + run("One"), "H1"))

    assert found.hints.headings[0].title == "Part One"
    assert found.lines[0].text == "# Part One"


def test_hyphens_and_tabs_keep_words_apart_or_together(lines: Lines) -> None:
    body = paragraph(
        run("e")
        + "<w:r><w:noBreakHyphen/></w:r>"
        + run("mail")
        + "<w:r><w:softHyphen/></w:r>"
        + run("er")
        + "<w:r><w:tab/></w:r>"
        + run("end")
    )

    assert lines(body) == ["e-mailer end"]


def test_symbol_fonts_become_readable(lines: Lines) -> None:
    body = paragraph(
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'
        + run(" done ")
        + '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>'
        + run("\uf0b3", '<w:rFonts w:ascii="Symbol"/>')
    )

    assert lines(body) == ["✓ done α≥"]


def test_equations_are_linear_text(lines: Lines) -> None:
    body = paragraph(
        run("E =") + "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num>"
        "<m:den><m:r><m:t>c</m:t></m:r></m:den></m:f></m:oMath>"
    )

    assert lines(body) == ["E =(a+b)/c"]


def test_invisible_characters_are_removed_and_counted(read: Read) -> None:
    found = read(paragraph("Zero\u200bwidth \u202etext"))

    assert found.lines[0].text == "Zerowidth text"
    assert found.coverage.invisible_characters == 2


def test_a_long_paragraph_is_wrapped_at_sentence_ends(read: Read) -> None:
    found = read(paragraph("灯台は海を照らす。" * 100))

    assert all(len(line.text) <= 400 and line.text.endswith("。") for line in found.lines)
    assert "".join(line.text for line in found.lines) == "灯台は海を照らす。" * 100


def test_elements_nested_beyond_reason_keep_their_text(lines: Lines) -> None:
    deep = "<w:smartTag>" * 400 + run("bottom") + "</w:smartTag>" * 400

    assert lines(paragraph(deep)) == ["bottom"]
