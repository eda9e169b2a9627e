from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, NoTextLayer, TooLarge
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.rtf import extract

FONTS = (
    r"{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fnil\fcharset128 MS Mincho;}{\f2\fmodern Courier New;}"
    r"{\f3\fcharset204{\*\falt Other}Arial Cyr;}{\f4\fcharset134 SimSun;}}"
)
STYLES = (
    r"{\stylesheet{\ql Normal;}{\s1\outlinelevel0 Kopf 1;}{\s2\sbasedon1 Mine;}{\s3 heading 2;}{\s9 toc 1;}"
    r"{\s8 Title;}{\*\cs10\additive Default;}}"
)


def read(
    tmp_path: Path, body: str | bytes, *, limits: Limits | None = None, head: str = FONTS + STYLES
) -> Extraction:
    path = tmp_path / "a.rtf"
    inside = body if isinstance(body, bytes) else body.encode("ascii")
    path.write_bytes(rb"{\rtf1\ansi\ansicpg1252\deff0 " + head.encode("ascii") + inside + b"}")
    return extract(SourceFile(path, "a.rtf", ""), limits=limits or Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def test_headings_come_from_outline_levels_of_paragraphs_and_styles(tmp_path: Path) -> None:
    body = (
        r"\pard\s1 One\par\pard text\par\pard\s2 Inherited\par\pard\s3 Named\par"
        r"{\pard\outlinelevel2 Direct\par}\pard\s1\outlinelevel9 Body\par"
    )
    found = read(tmp_path, body)

    assert [(hint.level, hint.title) for hint in found.hints.headings] == [
        (1, "One"),
        (1, "Inherited"),
        (2, "Named"),
        (3, "Direct"),
    ]
    assert shown(found) == ["# One", "text", "# Inherited", "## Named", "### Direct", "Body"]


def test_characters_of_all_code_pages_are_decoded(tmp_path: Path) -> None:
    japanese = "".join(f"\\'{byte:02x}" for byte in "灯台の表".encode("cp932"))
    russian = "".join(f"\\'{byte:02x}" for byte in "Маяк".encode("cp1251"))
    body = rf"\f0 Gr\'fc\'dfe\par\f1 {japanese}\par\f3 {russian}\par\loch\f0\dbch\af4 \'b5\'c6\par"

    assert shown(read(tmp_path, body)) == ["Grüße", "灯台の表", "Маяк", "灯"]


def test_second_bytes_that_look_like_signs_belong_to_their_character(tmp_path: Path) -> None:
    assert shown(read(tmp_path, rb"\f1 \'83\\\'83\{\'95\'5c\par")) == ["ソボ表"]


def test_unicode_replaces_what_stands_for_it(tmp_path: Path) -> None:
    body = r"\uc1 \u28783 ?\u21488\'3f{\uc2 \u-10187 ??\u-8960 ??} \u8217\'92s\par\uc0\u28783\u21488 x\par"

    assert shown(read(tmp_path, body)) == ["灯台\U0001d500 ’s", "灯台x"]


def test_signs_and_breaks_are_characters(tmp_path: Path) -> None:
    body = r"a\~b\_c\-d \{e\} \\ f\emdash g\line h\tab i\rquote\par"

    assert shown(read(tmp_path, body)) == ["a b-cd {e} \\ f—g", "h i’"]


def test_lists_have_their_markers_and_levels(tmp_path: Path) -> None:
    body = (
        r"\pard{\listtext\'b7\tab}\ilvl0 a\par{\listtext 1.\tab}\ilvl1 b\par"
        r"\pard\li360 \bullet\tab c\par\pard\li720 2.\tab d\par\pard Note:\tab e\par"
    )

    assert shown(read(tmp_path, body)) == ["- a", "   1. b", "- c", "   2. d", "Note: e"]


def test_tables_repeat_their_merged_cells(tmp_path: Path) -> None:
    row = r"\trowd{}\cellx1000{}\cellx2000\pard\intbl {}\cell {}\cell\row"
    body = (
        row.format("", r"\clmrg", "both", "")
        + row.format(r"\clvmgf", "", "tall", r"b\par c")
        + row.format(r"\clvmrg", "", "", "d")
        + r"\pard after\par"
    )

    assert shown(read(tmp_path, body)) == [
        "| both | both |",
        "|---|---|",
        "| tall | b c |",
        "| tall | d |",
        "after",
    ]


def test_notes_stand_behind_their_paragraph(tmp_path: Path) -> None:
    body = r"A lamp{\super\chftn}{\footnote\pard\chftn Of {\i brass}.} shines.\par End\par"

    assert shown(read(tmp_path, body)) == ["A lamp[^1] shines.", "[^1]: Of brass.", "End"]


def test_what_is_no_text_stays_out(tmp_path: Path) -> None:
    body = (
        r"{\header HEAD\par}{\*\unknown NO}{\field{\*\fldinst HYPERLINK x}{\fldrslt link}} {\v HIDDEN}"
        r"{\deleted GONE}{\*\bkmkstart b}{\*\annotation COMMENT}{\pict\pngblip 00ff}seen\par{\footer FOOT}"
    )
    found = read(tmp_path, body)

    assert shown(found) == ["link seen"]
    assert found.coverage.hidden_text == len("HIDDEN")
    assert found.coverage.notes == ("1 comment left out.",)


def test_boxes_and_the_contents_page_are_read(tmp_path: Path) -> None:
    body = r"\pard\s9 One\tab 3\par\pard{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt\pard In a box\par}}}After\par"

    assert shown(read(tmp_path, body)) == ["One … 3", "In a box", "After"]


def test_type_of_one_width_is_code(tmp_path: Path) -> None:
    assert shown(read(tmp_path, r"\pard{\f2 if x:\line   y()}\par\f0 text\par")) == [
        "```",
        "if x:",
        "  y()",
        "```",
        "text",
    ]


def test_what_the_file_says_about_itself_is_read(tmp_path: Path) -> None:
    info = (
        r"{\info{\title Lamps \'e9}{\author Ada; Ben}{\keywords oil, gas}{\creatim\yr2020\mo1\dy2\hr3\min4}"
        r"{\revtim\yr0\mo0\dy0}{\nofpages7}}"
    )
    found = read(tmp_path, r"text\par", head=FONTS + info).metadata

    assert (found.title, found.authors, found.keywords) == ("Lamps é", ("Ada", "Ben"), ("oil", "gas"))
    assert (found.created, found.modified) == ("2020-01-02T03:04", None)
    assert read(tmp_path, r"\pard\s8 Real name\par").metadata.title == "Real name"


def test_files_without_text_end_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        read(tmp_path, r"\par")
    with pytest.raises(NoTextLayer):
        read(tmp_path, r"{\pict\pngblip 00}")
    path = tmp_path / "b.rtf"
    path.write_bytes(b"no rich text")
    with pytest.raises(Damaged):
        extract(SourceFile(path, "b.rtf", ""), limits=Limits())
    with pytest.raises(TooLarge):
        read(tmp_path, r"some text\par", limits=Limits(text_bytes=3))
    with pytest.raises(TooLarge):
        read(tmp_path, r"some text\par", limits=Limits(unpacked_bytes=30))


def test_a_file_that_breaks_off_gives_what_it_has_and_says_so(tmp_path: Path) -> None:
    found = read(tmp_path, r"One\par{\b{\i Two")

    assert shown(found) == ["One", "Two"]
    assert "breaks off" in found.coverage.notes[0]


def test_binary_data_and_endless_groups_do_no_harm(tmp_path: Path) -> None:
    body = rb"{\pict\bin9 {{{{\\\\\'}" + b"}" + b"{" * 30_000 + b"MARK"

    assert shown(read(tmp_path, body)) == ["MARK"]


PIECES = [
    "{",
    "}",
    "\\par ",
    "\\'83",
    "\\'",
    "\\u123 ",
    "\\u-1 ",
    "\\uc9 ",
    "text",
    "\\intbl ",
    "\\cell ",
    "\\row ",
]
PIECES += [
    "\\trowd ",
    "\\*",
    "\\footnote ",
    "\\listtext ",
    "\\f1 ",
    "\\s1 ",
    "\\bin4 ",
    "\\\\",
    "\\stylesheet ",
    "\n",
]


@settings(max_examples=150)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=30))
def test_any_soup_of_words_is_read(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    try:
        found = read(tmp_path_factory.mktemp("soup"), "".join(pieces))
    except ExtractionError:
        return
    for hint in found.hints.headings:
        assert found.lines[hint.line - 1].text.startswith("#")
    assert all("\n" not in line.text for line in found.lines)
