from pathlib import Path

from ingest.extract.docx import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.word_file import R, add_parts, paragraph, word_file

STYLES = f'<Relationship Id="rId1" Type="{R}/styles"'
CHART = '<Relationship Id="rId9" Type="x/chart" Target="/word/c.xml"/>'


def test_texts_of_diagrams_and_charts_are_read(tmp_path: Path) -> None:
    body = paragraph(
        '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="D"/><a:graphic><a:graphicData>'
        '<dgm:relIds r:dm="rId8"/><c:chart r:id="rId9"/></a:graphicData></a:graphic></wp:inline>'
        "</w:drawing></w:r>"
    )
    names = (
        'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    )
    path = word_file(
        tmp_path / "a.docx",
        body,
        replace=(STYLES, f'<Relationship Id="rId8" Type="x/diagramData" Target="d.xml"/>{CHART}{STYLES}'),
    )
    add_parts(
        path,
        {
            "word/d.xml": f"<dgm:dataModel {names}><dgm:pt><a:t>Keep</a:t></dgm:pt>"
            "<dgm:pt><a:t>Light</a:t></dgm:pt></dgm:dataModel>",
            "word/c.xml": f"<c:chartSpace {names}><c:title><a:t>Lamps a year</a:t></c:title>"
            "<c:cat><c:v>2001</c:v><c:v>2002</c:v></c:cat></c:chartSpace>",
        },
    )

    assert [
        line.text for line in extract(SourceFile(path, "a.docx", ""), limits=Limits()).lines if line.text
    ] == ["- Keep", "- Light", "- Lamps a year", "- 2001, 2002"]
