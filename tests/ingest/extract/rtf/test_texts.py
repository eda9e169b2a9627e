"""Paragraphs without a heading style that are made to look like headings, in RTF files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.rtf import extract
from ingest.outline.build import build
from tests.support.by_hand import LIGHTHOUSE

BODY = "The lamp is lit at dusk and put out at dawn, and the keeper writes down the weather in between. " * 3
FONTS = r"{\fonttbl{\f0\fswiss Arial;}{\f1\fmodern Courier New;}}"
PARTS = ["Part A", "Part B", "Part C", "Part D"]
Read = Callable[..., Extraction]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Build an RTF file from its body and its style sheet, and read it."""

    def built(body: str, *, styles: str = "", head: str = "") -> Extraction:
        path = tmp_path / "a.rtf"
        path.write_bytes(rf"{{\rtf1\ansi\deff0 {FONTS}{head}{{\stylesheet{styles}}}{body}}}".encode("ascii"))
        return extract(SourceFile(path, "a.rtf", ""), limits=Limits())

    return built


def p(text: str, looks: str = "", *, before: str = "") -> str:
    return rf"{before}\pard\plain{looks} {text}\par" + "\n"


def parts(make: Callable[[str], str], *, body: str = p(BODY)) -> str:
    return "".join(make(title) + body for title in PARTS)


def large(title: str) -> str:
    return p(title, r"\b\fs28")


def outline(extraction: Extraction) -> list[tuple[str, str]]:
    return [(section.number, section.title) for section in build(extraction).walk()]


def titles(extraction: Extraction) -> list[str]:
    return [title for _, title in outline(extraction)]


def test_bold_and_large_paragraphs_are_headings_by_their_size(read: Read) -> None:
    body = p("The Lighthouse", r"\b\fs40")
    for title in ("Building", "Keeping"):
        body += large(title) + p(BODY) + p(f"{title} at night", r"\b") + p(BODY)
    assert outline(read(body)) == LIGHTHOUSE


def test_what_looks_like_a_heading_is_never_of_high_quality(read: Read) -> None:
    found = build(read(parts(large)))
    assert ([section.title for section in found.walk()], found.quality) == (PARTS, "medium")


def test_text_of_which_nothing_is_said_has_twelve_points(read: Read) -> None:
    (first, *_) = read(parts(lambda title: p(title, r"\fs36"))).hints.layout
    assert (first.title, first.relative_size, first.bold) == ("Part A", 1.5, False)


@pytest.mark.parametrize(
    "heading",
    [
        lambda title: rf"\pard\b {title}\b0\par ",
        lambda title: rf"\pard {{\b {title}}}\par ",
        lambda title: rf"{{\pard\fs30 {title}\par}}",
        lambda title: rf"\pard\b1\fs24 {title}\plain\par ",
    ],
)
def test_looks_end_where_they_are_ended_or_with_their_group(
    read: Read, heading: Callable[[str], str]
) -> None:
    assert titles(read(parts(heading, body=rf"\pard {BODY}\par"))) == PARTS


@pytest.mark.parametrize(
    "looks", [r"\b0", r"\fs24", r"\fs", r"\fs0", r"\fs-28", r"\ab\afs40", r"\b\fs28\plain", r"\b\b0"]
)
def test_what_says_nothing_loud_makes_no_heading(read: Read, looks: str) -> None:
    assert read(parts(lambda title: p(title, looks))).hints.layout == ()


def test_looks_come_through_styles_and_what_they_are_based_on(read: Read) -> None:
    styles = (
        r"{\fs20 Normal;}{\s5\sbasedon0\b Strong;}{\s6\sbasedon5\fs30 Stronger;}{\s7\sbasedon6\b0 Light;}"
    )
    found = read(
        parts(lambda title: p(title, r"\s6")) + p("By day", r"\s7") + p("By night", r"\s5"), styles=styles
    )
    assert [(hint.title, hint.relative_size, hint.bold) for hint in found.hints.layout] == [
        *((title, 1.5, True) for title in PARTS),
        ("By day", 1.5, False),
        ("By night", 1.0, True),
    ]


def test_styles_of_characters_and_tables_are_no_styles_of_paragraphs(read: Read) -> None:
    styles = r"{\fs20 Normal;}{\*\cs10\additive\b\fs40 Loud;}{\*\ts11\fs40 Table;}{\*\ds12\b Section;}"
    (first, *_) = read(parts(lambda title: p(title, r"\b")), styles=styles).hints.layout
    assert (first.title, first.relative_size, first.bold) == ("Part A", 1.0, True)


def test_what_is_said_of_all_text_counts_where_nothing_else_is_said(read: Read) -> None:
    (first, *_) = read(parts(lambda title: p(title, r"\fs30")), head=r"{\*\defchp\fs20}").hints.layout
    assert first.relative_size == 1.5


def test_automatic_and_typed_numbers_belong_to_what_looks_like_a_heading(read: Read) -> None:
    names = ("Lamp", "Lens", "Log")
    automatic = "".join(
        p(name, r"\b", before=rf"{{\listtext {at}.\tab}}") + p(BODY) for at, name in enumerate(names, 1)
    )
    typed = "".join(p(rf"{at}.\tab {name}", r"\b") + p(BODY) for at, name in enumerate(names, 1))
    expected = [("1", "1. Lamp"), ("2", "2. Lens"), ("3", "3. Log")]
    assert (outline(read(automatic)), outline(read(typed))) == (expected, expected)


@pytest.mark.parametrize(
    "said",
    [
        p("Nobody may enter the lamp room; the glass is hot and the gas burns.", r"\b"),
        p("Figure 3: the lamp room", r"\b"),
        rf"\pard\plain{{\b Note}} {BODY}\par ",
        p("https://example.org/lamp", r"\b"),
        p("Oil", r"\b", before=r"{\listtext\'b7\tab}"),
        p(r"\bullet\tab Gas", r"\b"),
        r"\trowd\cellx100\cellx200\pard\plain\intbl\b Name\cell Use\cell\row ",
        r"\pard\plain Text{\shp{\*\shpinst{\shptxt\pard\plain\b In a box\par}}}\par ",
        p("Lamps", r"\s9\b"),
        p("lamp()", r"\f1\b"),
        p("Out of sight", r"\v\b"),
    ],
)
def test_loud_text_that_is_something_else_is_no_heading(read: Read, said: str) -> None:
    styles = r"{\s9 toc 1;}"
    assert titles(read(parts(lambda title: large(title) + said), styles=styles)) == PARTS


def test_a_text_that_is_bold_throughout_has_no_headings(read: Read) -> None:
    assert titles(read("".join(p(text, r"\b") for text in ("Dusk", BODY, "Dawn", BODY)))) == []


def test_a_file_with_heading_styles_is_not_judged_by_its_looks(read: Read) -> None:
    found = read(p("Real", r"\s1") + p(BODY) + p("Loud", r"\b") + p(BODY), styles=r"{\s1 heading 1;}")
    assert (titles(found), found.hints.layout) == (["Real"], ())


def test_where_only_the_title_has_a_style_the_headings_made_by_hand_count(read: Read) -> None:
    names = ("Ash", "Bay", "Cove", "Dune", "Eel", "Fjord", "Gull", "Haven")
    body = p("The Lighthouse", r"\s1\b\fs40") + "".join(large(name) + p(BODY) for name in names)
    assert titles(read(body, styles=r"{\s1 heading 1;}")) == ["The Lighthouse", *names]


def coded(text: str) -> str:
    return "".join(f"\\'{byte:02x}" for byte in text.encode("cp932"))


@pytest.mark.parametrize(
    ("looks", "size", "bold"),
    [
        (r"\dbch\afs36\ab", 1.5, True),
        (r"\loch\fs24\dbch\afs36", 1.5, False),
        (r"\rtlch\ab\afs18 \ltrch\loch\fs36\b", 1.5, True),
        (r"\s5", 1.5, True),
        (r"\dbch\rtlch\ab\afs18 \ltrch\fs36", 1.5, False),
    ],
)
def test_east_asian_text_may_have_weight_and_size_of_its_own(
    read: Read, looks: str, size: float, bold: bool
) -> None:
    styles = r"{\s5\sbasedon6 Heading;}{\s6\fs20\dbch\afs36\ab Base;}"
    heading = "".join(f"\\u{ord(letter)}?" for letter in "灯台")
    body = p(heading, looks) + p("".join(f"\\u{ord(letter)}?" for letter in "番人の仕事") * 20)
    (hint,) = read(body, styles=styles).hints.layout
    assert (hint.title, hint.relative_size, hint.bold) == ("灯台", size, bold)


@pytest.mark.parametrize(("looks", "stands_out"), [(r"\f2", True), (r"\dbch\af2", True), (r"\f3", False)])
def test_a_gothic_over_a_text_in_ming_is_as_bold_type(read: Read, looks: str, stands_out: bool) -> None:
    fonts = (
        rf"{{\fonttbl{{\f2\fcharset128 {coded('ＭＳ ゴシック')};}}{{\f3\fcharset128 {coded('ＭＳ 明朝')};}}}}"
    )
    names = ["灯台の建設", "番人の仕事", "夜の見回り"]
    body = "".join(
        p(coded(name), looks) + p(coded("灯台の明かりは日暮れにともされる。" * 50), r"\f3") for name in names
    )
    assert titles(read(body, head=fonts)) == (names if stands_out else [])
