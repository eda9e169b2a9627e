from pathlib import Path

from ingest.extract.pptx import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.deck_file import NAMES, SlideXml, deck_file, frame, shape, table, words


def lines(
    tmp_path: Path, slide: str | SlideXml, parts: dict[str, str] | None = None, layout: str = ""
) -> list[str]:
    """Return the lines of one slide with the title `T`, without the title and the blank lines."""
    given = slide if isinstance(slide, SlideXml) else SlideXml(slide)
    full = SlideXml(shape("T", kind="title") + given.shapes, given.notes, given.show, given.links)
    path = deck_file(tmp_path / "a.pptx", full, parts=parts, layout=layout)
    found = extract(SourceFile(path, "a.pptx", ""), limits=Limits())
    return [line.text for line in found.lines if line.text][1:]


def test_groups_are_opened_in_their_place(tmp_path: Path) -> None:
    inner = f"<p:grpSp><p:nvGrpSpPr/>{shape('b')}<p:grpSp>{shape('c')}</p:grpSp></p:grpSp>"

    assert lines(tmp_path, shape("a") + inner + shape("d")) == ["a", "b", "c", "d"]


def test_date_footer_and_number_are_left_out(tmp_path: Path) -> None:
    furniture = "".join(shape("x", kind=kind, index="9") for kind in ("dt", "ftr", "sldNum"))

    assert lines(tmp_path, furniture + shape("text")) == ["text"]


def test_a_table_repeats_its_merged_cells(tmp_path: Path) -> None:
    made = table(['gridSpan="2"|both', 'hMerge="1"|'], ['rowSpan="2"|tall', "b"], ['vMerge="1"|', "c"])

    assert lines(tmp_path, made) == ["| both | both |", "|---|---|", "| tall | b |", "| tall | c |"]


def test_a_chart_becomes_a_table(tmp_path: Path) -> None:
    point = '<c:pt idx="{}"><c:v>{}</c:v></c:pt>'
    chart = (
        f"<c:chartSpace {NAMES}><c:chart><c:title><c:tx><a:t>Lamps</a:t></c:tx></c:title><c:ser>"
        f"<c:tx><c:v>Oil</c:v></c:tx><c:cat>{point.format(0, 'May')}{point.format(1, 'June')}</c:cat>"
        f"<c:val>{point.format(0, 3)}{point.format(1, 4)}</c:val></c:ser></c:chart></c:chartSpace>"
    )
    slide = SlideXml(frame('<c:chart r:id="rId5"/>'), links={"rId5": ("chart", "../charts/chart1.xml")})

    assert lines(tmp_path, slide, {"ppt/charts/chart1.xml": chart}) == [
        "Lamps",
        "|  | Oil |",
        "|---|---|",
        "| May | 3 |",
        "| June | 4 |",
    ]


def test_a_diagram_is_a_nested_list(tmp_path: Path) -> None:
    points = "".join(
        f'<dgm:pt modelId="{n}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'
        for n, text in ((2, "Child"), (1, "Parent"), (3, "Second"))
    )
    links = (
        '<dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="0" destId="3" srcOrd="1"/>'
        '<dgm:cxn srcId="1" destId="2" srcOrd="0"/><dgm:cxn type="presOf" srcId="2" destId="0"/>'
    )
    data = (
        f'<dgm:dataModel {NAMES}><dgm:ptLst><dgm:pt modelId="0"/>{points}</dgm:ptLst>{links}</dgm:dataModel>'
    )
    slide = SlideXml(frame('<dgm:relIds r:dm="rId5"/>'), links={"rId5": ("diagramData", "../diagrams/d.xml")})

    assert lines(tmp_path, slide, {"ppt/diagrams/d.xml": data}) == ["- Parent", "   - Child", "- Second"]


def test_pictures_show_their_description(tmp_path: Path) -> None:
    picture = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="p" descr="A brass [old] lamp"/></p:nvPicPr></p:pic>'

    assert lines(tmp_path, picture) == ["![A brass (old) lamp]"]


def test_of_alternatives_only_the_first_is_read(tmp_path: Path) -> None:
    both = (
        f"<mc:AlternateContent><mc:Choice>{shape('new')}</mc:Choice><mc:Fallback>{shape('old')}</mc:Fallback>"
        "</mc:AlternateContent>"
    )

    assert lines(tmp_path, both) == ["new"]


def test_bullets_come_from_the_layout_unless_the_slide_says_otherwise(tmp_path: Path) -> None:
    layout = shape("x", kind="body", index="7", style="<a:lvl1pPr><a:buNone/></a:lvl1pPr>")
    plain = shape("plain", words("marked", '<a:pPr><a:buChar char="•"/></a:pPr>'), kind="body", index="7")

    assert lines(tmp_path, plain + shape("item", kind="body", index="8"), layout=layout) == [
        "plain",
        "- marked",
        "- item",
    ]
