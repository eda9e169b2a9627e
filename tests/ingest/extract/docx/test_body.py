from collections.abc import Callable

from ingest.domain.document import Extraction
from tests.support.word_file import NAMESPACES, in_list, paragraph, run

Read = Callable[..., Extraction]
Lines = Callable[..., list[str]]


def test_blocks_follow_in_order_with_blank_lines_between(read: Read) -> None:
    found = read(paragraph("one") + paragraph() + paragraph("two"))

    assert [line.text for line in found.lines] == ["one", "", "two"]


def test_blocks_of_every_wrapper_are_read(lines: Lines) -> None:
    body = (
        f"<w:customXml>{paragraph('custom')}</w:customXml>"
        f"<w:ins>{paragraph('inserted')}</w:ins>"
        f'<mc:AlternateContent><mc:Choice Requires="x">{paragraph("choice")}</mc:Choice>'
        f"<mc:Fallback>{paragraph('fallback')}</mc:Fallback></mc:AlternateContent>"
        f"<m:oMathPara {NAMESPACES}><m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath></m:oMathPara>"
    )

    assert lines(body) == ["custom", "inserted", "choice", "a=b"]


def test_text_after_the_last_deleted_mark_is_not_lost(lines: Lines) -> None:
    assert lines(paragraph(run("end"), properties="<w:rPr><w:del/></w:rPr>")) == ["end"]


def test_empty_paragraphs_of_a_list_count_as_word_counts_them(lines: Lines) -> None:
    parts = {
        "numbering": '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    }
    body = paragraph("a", properties=in_list(1)) + paragraph("", properties=in_list(1))

    assert lines(body + paragraph("b", properties=in_list(1)), parts=parts) == ["1. a", "3. b"]


def test_headings_keep_their_order_in_a_long_document(read: Read) -> None:
    found = read("".join(paragraph(f"Part {n}", "H1") + paragraph("text " * 30) for n in range(300)))

    assert [hint.title for hint in found.hints.headings] == [f"Part {n}" for n in range(300)]
    assert all(found.lines[hint.line - 1].text == f"# {hint.title}" for hint in found.hints.headings)
