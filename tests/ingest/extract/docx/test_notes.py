from collections.abc import Callable

from ingest.domain.document import Extraction
from tests.support.word_file import in_list, paragraph, run

Read = Callable[..., Extraction]
Lines = Callable[..., list[str]]

MARK = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
END_MARK = '<w:r><w:endnoteReference w:id="{}"/></w:r>'
FOOTNOTES = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    f'<w:footnote w:id="5">{paragraph("<w:r><w:footnoteRef/></w:r>" + run("Built in 1823."))}</w:footnote>'
    f'<w:footnote w:id="7">{paragraph("See")}{paragraph(run("there") + MARK.format(5))}</w:footnote>'
)
PARTS = {
    "footnotes": FOOTNOTES,
    "endnotes": f'<w:endnote w:id="5">{paragraph("At the end.")}</w:endnote>',
}


def test_a_note_stands_after_the_paragraph_that_mentions_it(lines: Lines) -> None:
    body = paragraph(run("The lamp") + MARK.format(5) + run(" shines.")) + paragraph("Next.")

    assert lines(body, parts=PARTS) == ["The lamp[^1] shines.", "[^1]: Built in 1823.", "Next."]


def test_foot_and_endnotes_are_numbered_together_as_they_come(lines: Lines) -> None:
    body = paragraph(run("a") + END_MARK.format(5) + run("b") + MARK.format(5))

    assert lines(body, parts=PARTS) == ["a[^1]b[^2]", "[^1]: At the end.", "[^2]: Built in 1823."]


def test_a_note_mentioned_twice_is_written_once(lines: Lines) -> None:
    body = paragraph(run("a") + MARK.format(5)) + paragraph(run("b") + MARK.format(5))

    assert lines(body, parts=PARTS) == ["a[^1]", "[^1]: Built in 1823.", "b[^1]"]


def test_a_note_that_mentions_a_note_owes_both(lines: Lines) -> None:
    assert lines(paragraph(run("a") + MARK.format(7)), parts=PARTS) == [
        "a[^1]",
        "[^1]: See there[^2]",
        "[^2]: Built in 1823.",
    ]


def test_notes_of_a_list_do_not_lose_its_items(lines: Lines) -> None:
    parts = PARTS | {
        "numbering": '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl>'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    }
    body = paragraph(run("one") + MARK.format(5), properties=in_list(1)) + paragraph(
        "two", properties=in_list(1)
    )

    assert lines(body, parts=parts) == ["- one[^1]", "[^1]: Built in 1823.", "- two"]


def test_the_mark_of_a_note_stays_out_of_the_title(read: Read) -> None:
    found = read(paragraph(run("Lamps") + MARK.format(5), "H1"), parts=PARTS)

    assert found.hints.headings[0].title == "Lamps"
    assert found.lines[0].text == "# Lamps[^1]"


def test_a_mention_of_a_note_that_does_not_exist_leaves_nothing(lines: Lines) -> None:
    assert lines(paragraph(run("a") + MARK.format(99)), parts=PARTS) == ["a"]


def test_broken_notes_do_not_cost_the_document_and_are_told(read: Read) -> None:
    found = read(paragraph(run("a") + MARK.format(5)), parts={"footnotes": "<w:footnote"})

    assert found.lines[0].text == "a"
    assert found.coverage.notes == ("The notes could not be read. Save the file again in Word.",)
