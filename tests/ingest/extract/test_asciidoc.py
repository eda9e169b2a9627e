from __future__ import annotations

from pathlib import Path

from ingest.domain.document import texts
from ingest.extract.asciidoc import extract, plain, scan
from ingest.extract.protocol import Limits, SourceFile

TEXT = """\
= Harbour Guide
Ada Byron <ada@example.org>; Karl Marx
v1.2, 2024-05-01
:product: Beacon
:lang: en
:keywords: lamps, ships

Words of the preamble.

[[lights]]
== Lights of {product}

----
== code, no title
----

.A caption
[source,java]
----
int x;
----

=== 灯塔 `code` [[anchor]]

* item with https://a.example[a link]

====
An example.

== no title in an example
====

|===
| a | b
|===

Old style
---------

== Closed ==

A paragraph
== goes on
"""


def test_section_titles_are_found_outside_of_blocks() -> None:
    assert [(h.line, h.level, h.title) for h in scan(TEXT.split("\n")).headings] == [
        (1, 1, "Harbour Guide"),
        (11, 2, "Lights of Beacon"),
        (23, 3, "灯塔 code"),
        (37, 2, "Old style"),
        (40, 2, "Closed"),
    ]


def test_the_file_keeps_its_lines_and_tells_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(TEXT, encoding="utf-8")
    extraction = extract(SourceFile(path, "a.adoc", "text/asciidoc"), limits=Limits())
    assert "\n".join(texts(extraction.lines)) == TEXT.rstrip("\n")
    assert extraction.native
    said = extraction.metadata
    assert said.authors == ("Ada Byron", "Karl Marx")
    assert (said.created, said.language, said.keywords) == ("2024-05-01", "en", ("lamps", "ships"))


def test_code_tables_and_attributes_are_not_read_out() -> None:
    prose = scan(TEXT.split("\n")).prose
    assert prose is not None
    said = [line for line in prose if line]
    assert "Words of the preamble." in said
    assert "An example." in said
    assert not [line for line in said if "int x" in line or "keywords" in line or line.startswith("|")]


def test_a_block_that_never_ends_is_no_block() -> None:
    headings = scan(["= T", "", "----", "", "== Part", "", "text"]).headings
    assert [h.title for h in headings] == ["T", "Part"]


def test_built_in_attributes_are_known() -> None:
    assert [h.title for h in scan(["== C{plus}{plus} & {own}", "", ":own: x"]).headings] == ["C++ & {own}"]


def test_marks_are_taken_off() -> None:
    assert plain("*bold* _it_ `code` <<x,see there>> https://a.example[site] link:b.html[here]") == (
        "bold it code see there site here"
    )
    assert plain("<<" * 20_000)
    assert plain("*a" * 20_000)
