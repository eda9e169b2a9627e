from __future__ import annotations

from pathlib import Path

from ingest.domain.document import texts
from ingest.extract.org import extract, plain, scan
from ingest.extract.protocol import Limits, SourceFile

TEXT = """\
#+TITLE: Harbour notes
#+AUTHOR: Ada Byron
#+DATE: <2024-05-01 Wed>
#+LANGUAGE: en
#+KEYWORDS: lamps, ships

Opening words.
* TODO [#A] Lights of *the* pier :work:night:
  :PROPERTIES:
  :ID: 42
  :END:
  SCHEDULED: <2024-06-01 Sat>
The [[https://a.example/x][harbour]] is =lit=.
#+BEGIN_SRC org
* not a headline
#+END_SRC
** 灯台の光
#+BEGIN_QUOTE
Quoted.
#+END_QUOTE
*bold* begins this line
*** Deep
#+BEGIN_EXAMPLE
* A headline, for the block never ends
"""


def test_headlines_are_the_outline() -> None:
    headings = scan(TEXT.split("\n")).headings
    assert [(h.line, h.level, h.title) for h in headings] == [
        (8, 1, "TODO Lights of the pier"),
        (17, 2, "灯台の光"),
        (22, 3, "Deep"),
        (24, 1, "A headline, for the block never ends"),
    ]


def test_the_file_keeps_its_lines_and_tells_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(TEXT, encoding="utf-8")
    extraction = extract(SourceFile(path, "a.org", "text/org"), limits=Limits())
    assert "\n".join(texts(extraction.lines)) == TEXT.rstrip("\n")
    assert extraction.native
    said = extraction.metadata
    assert (said.title, said.authors, said.language) == ("Harbour notes", ("Ada Byron",), "en")
    assert (said.created, said.keywords) == ("2024-05-01", ("lamps", "ships"))


def test_only_words_are_read_out() -> None:
    prose = scan(TEXT.split("\n")).prose
    assert prose is not None
    assert [line for line in prose if line] == [
        "Opening words.",
        "The harbour is lit.",
        "Quoted.",
        "bold begins this line",
    ]


def test_marks_end_in_time() -> None:
    assert plain("[[" * 20_000)
    assert plain("*a" * 20_000)
