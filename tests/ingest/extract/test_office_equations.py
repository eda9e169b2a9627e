import pytest
from lxml import etree

from ingest.extract.office_equations import linear

M = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def part(name: str, text: str) -> str:
    return f"<m:{name}><m:r><m:t>{text}</m:t></m:r></m:{name}>"


def written(inner: str) -> str:
    parser = etree.XMLParser(huge_tree=True)
    return linear(etree.fromstring(f'<m:oMath xmlns:m="{M}">{inner}</m:oMath>', parser))


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (f"<m:f>{part('num', 'a+b')}{part('den', '2')}</m:f>", "(a+b)/2"),
        (f"<m:sSup>{part('e', 'x')}{part('sup', '2')}</m:sSup>", "x^2"),
        (f"<m:sSub>{part('e', 'x')}{part('sub', 'i+1')}</m:sSub>", "x_(i+1)"),
        (f"<m:sSubSup>{part('e', 'x')}{part('sub', 'i')}{part('sup', '2')}</m:sSubSup>", "x_i^2"),
        (f"<m:rad><m:deg/>{part('e', 'x')}</m:rad>", "√(x)"),
        (f"<m:rad>{part('deg', '3')}{part('e', 'x')}</m:rad>", "3 √(x)"),
        (
            '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>'
            f"{part('sub', 'i=1')}{part('sup', 'n')}{part('e', 'i')}</m:nary>",
            "∑_(i=1)^n i",
        ),
        (f"<m:d>{part('e', 'x')}{part('e', 'y')}</m:d>", "(x|y)"),
        (f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>{part("e", "x")}</m:d>', "[x"),
        (f"<m:func>{part('fName', 'sin')}{part('e', 'x')}</m:func>", "sin(x)"),
        (f"<m:limLow>{part('e', 'lim')}{part('lim', 'n→∞')}</m:limLow>", "lim_(n→∞)"),
        (
            f"<m:m><m:mr>{part('e', '1')}{part('e', '2')}</m:mr>"
            f"<m:mr>{part('e', '3')}{part('e', '4')}</m:mr></m:m>",
            "[1, 2; 3, 4]",
        ),
        (f"<m:eqArr>{part('e', 'a')}{part('e', 'b')}</m:eqArr>", "a; b"),
        (f"<m:box>{part('e', 'kept')}</m:box>", "kept"),
    ],
)
def test_each_structure_has_a_linear_form(inner: str, text: str) -> None:
    assert written(inner) == text


def test_equations_nested_beyond_reason_keep_their_text() -> None:
    assert written("<m:e>" * 500 + "<m:r><m:t>x</m:t></m:r>" + "</m:e>" * 500) == "x"
