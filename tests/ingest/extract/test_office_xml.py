import pytest
from lxml import etree

from ingest.extract.office_xml import attribute, child, descendants, full_names, short

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


@pytest.mark.parametrize("space", [W, STRICT])
def test_both_dialects_have_the_same_short_names(space: str) -> None:
    root = etree.fromstring(f'<w:d xmlns:w="{space}"><w:p w:val="7"><w:r/><w:r/></w:p></w:d>')
    found = child(root, "w:p")

    assert short(root) == "w:d"
    assert found is not None
    assert attribute(found, "w:val") == "7"
    assert len(list(descendants(root, "w:r"))) == 2


def test_what_is_not_there_is_none() -> None:
    root = etree.fromstring("<a><!-- comment --><b/></a>")

    assert child(root, "w:p") is None
    assert child(None, "w:p") is None
    assert attribute(root, "w:val") is None
    assert [short(inner) for inner in root] == ["", "b"]


def test_a_prefixed_name_stands_for_one_in_each_dialect() -> None:
    assert set(full_names("w:p")) == {f"{{{W}}}p", f"{{{STRICT}}}p"}
    assert full_names("descr") == ("descr",)
