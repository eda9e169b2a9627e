from __future__ import annotations

from pathlib import Path

from ingest.domain.document import texts
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.restructuredtext import extract, plain, scan

TEXT = """\
.. _guide:

==========
The Guide
==========

:Author: Ada Byron and Karl Marx
:Date: 2024-05-01

Lamps shine, see :ref:`the lights <lights>` and ``code``::

    Not a title
    ===========

.. code-block:: python

   # code
   ----

.. note:: Mind the *gap*.
   It is wide.

First part
----------
.. comment
Second part
===========

Sub *part*
~~~~~~~~~~

A paragraph goes on
----- and on

Transition below.

----

一、灯塔
--------
End.
"""


def found(text: str) -> list[tuple[int, int, str]]:
    return [(h.line, h.level, h.title) for h in scan(text.split("\n")).headings]


def test_titles_are_found_with_levels_in_order_of_their_styles() -> None:
    assert found(TEXT) == [
        (4, 1, "The Guide"),
        (23, 2, "First part"),
        (26, 3, "Second part"),
        (29, 4, "Sub part"),
        (39, 2, "一、灯塔"),
    ]


def test_an_overline_is_another_style_than_an_underline() -> None:
    assert found("=====\nTitle\n=====\n\nPart\n====\n\nx\n") == [(2, 1, "Title"), (5, 2, "Part")]


def test_a_rule_that_is_too_short_makes_no_title() -> None:
    assert found("A long line of text\n--\n\nmore") == []
    assert found("A long line of text\n----\n\nmore") == [(1, 1, "A long line of text")]
    assert found("Ab\n--\n\nmore") == [(1, 1, "Ab")]


def test_tables_transitions_and_paragraphs_are_no_titles() -> None:
    assert found("=====  =====\nA      B\n=====  =====\n1      2\n=====  =====\n") == []
    assert found("text\n\n----\n\ntext") == []
    assert found("one line\nanother\n-------\n") == []
    assert found("- item\n------\n") == []


def test_a_numbered_title_is_one() -> None:
    assert found("1. Start\n========\n\ntext") == [(1, 1, "1. Start")]


def test_the_file_keeps_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(TEXT, encoding="utf-8")
    extraction = extract(SourceFile(path, "a.rst", "text/x-rst"), limits=Limits())
    assert "\n".join(texts(extraction.lines)) == TEXT.rstrip("\n")
    assert extraction.native
    assert not extraction.wrapped
    assert extraction.metadata.authors == ("Ada Byron and Karl Marx",)
    assert extraction.metadata.created == "2024-05-01"


def test_only_words_are_read_out() -> None:
    prose = scan(TEXT.split("\n")).prose
    assert prose is not None
    said = [line for line in prose if line]
    assert said == [
        "Lamps shine, see the lights and code:",
        "Mind the gap.",
        "It is wide.",
        "A paragraph goes on",
        "----- and on",
        "Transition below.",
        "End.",
    ]


def test_marks_of_text_are_taken_off() -> None:
    assert plain("The ``x*y`` of *this* and **that** |name|, `Site <http://a.b>`_ [1]_ a\\*b ref_") == (
        "The x*y of this and that name, Site a*b ref"
    )


def test_a_file_of_rules_ends_in_time() -> None:
    assert len(found("====\n" * 200_000)) == 0
    assert plain("`" * 100_000)
    assert plain("*" * 100_000)
