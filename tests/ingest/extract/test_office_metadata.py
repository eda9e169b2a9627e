from pathlib import Path

from ingest.domain.document import Metadata
from ingest.extract.docx import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.word_file import add_parts, paragraph, word_file

CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>Lamps</dc:title><dc:creator>Ada Keeper; B. Mate</dc:creator><dc:language>de-DE</dc:language>"
    "<cp:keywords>lamp, light；灯台</cp:keywords><dcterms:created>2020-01-02T03:04:05Z</dcterms:created>"
    "<dcterms:modified>1601-01-01T00:00:00Z</dcterms:modified></cp:coreProperties>"
)
APP = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    "<Pages>7</Pages></Properties>"
)


def metadata_of(path: Path) -> Metadata:
    return extract(SourceFile(path, path.name, ""), limits=Limits()).metadata


def test_metadata_comes_from_the_properties(tmp_path: Path) -> None:
    path = add_parts(
        word_file(tmp_path / "a.docx", paragraph("text")),
        {"docProps/core.xml": CORE, "docProps/app.xml": APP},
    )
    metadata = metadata_of(path)

    assert (metadata.title, metadata.authors) == ("Lamps", ("Ada Keeper", "B. Mate"))
    assert (metadata.language, metadata.keywords) == ("de-DE", ("lamp", "light", "灯台"))
    assert (metadata.created, metadata.modified) == ("2020-01-02T03:04:05Z", None)
    assert metadata.page_count == 7


def test_broken_properties_say_nothing(tmp_path: Path) -> None:
    path = add_parts(word_file(tmp_path / "a.docx", paragraph("text")), {"docProps/core.xml": "<cp:core"})

    assert metadata_of(path).title is None
