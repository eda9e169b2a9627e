from lxml import etree

from ingest.extract.pptx.text import Paragraph, one_line, paragraphs
from tests.support.deck_file import NAMES, words


def body(*inner: str) -> etree._Element:
    return etree.fromstring(f"<p:txBody {NAMES}>{''.join(inner)}</p:txBody>")


def test_levels_nest_and_numbers_count_on_their_own_level() -> None:
    number = '<a:pPr lvl="{}"><a:buAutoNum type="arabicPeriod"/></a:pPr>'
    found = paragraphs(
        body(
            words("a", number.format(0)),
            words("b", number.format(1)),
            words("c", number.format(1)),
            words("d", number.format(0)),
            words("e", '<a:pPr lvl="1"/>'),
        ),
        (),
        listed=True,
    )

    assert [(p.level, p.marker, p.text) for p in found] == [
        (0, "1.", "a"),
        (1, "1.", "b"),
        (1, "2.", "c"),
        (0, "2.", "d"),
        (1, "-", "e"),
    ]


def test_equations_are_read_as_text() -> None:
    letter = "<m:r><m:t>{}</m:t></m:r>"
    power = f"<m:sSup><m:e>{letter.format('x')}</m:e><m:sup>{letter.format('2')}</m:sup></m:sSup>"
    fallback = "<mc:Fallback><a:r><a:t>no</a:t></a:r></mc:Fallback>"
    choice = f"<mc:AlternateContent><mc:Choice><m:oMath>{power}</m:oMath></mc:Choice>{fallback}"
    found = paragraphs(body(f"<a:p>{choice}</mc:AlternateContent></a:p>"), (), listed=False)

    assert [p.text for p in found] == ["x^2"]


def test_type_of_one_width_is_code() -> None:
    font = '<a:p><a:r><a:rPr><a:latin typeface="Courier New"/></a:rPr><a:t>{}</a:t></a:r></a:p>'
    found = list(paragraphs(body(font.format("if x:"), words("text")), (), listed=False))

    assert found == [Paragraph("if x:", code=True), Paragraph("text")]


def test_breaks_and_escapes_are_understood_and_slide_numbers_dropped() -> None:
    number = '<a:fld type="slidenum"><a:t>4</a:t></a:fld>'
    text = body(words("a\nb"), f"<a:p><a:r><a:t>c_x0041_</a:t></a:r>{number}</a:p>")

    assert [p.text for p in paragraphs(text, (), listed=False)] == ["a\nb", "cA"]
    assert one_line(text) == "a b cA"
    assert one_line(None) == ""
