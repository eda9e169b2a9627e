from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from ingest.domain.document import Extraction, texts
from ingest.domain.errors import EmptyFile
from ingest.domain.formats import DOCBOOK, JATS, LATEX, MAN, MEDIAWIKI, TEXTILE, TYPST
from ingest.extract.pandoc import extract, pandoc_program
from ingest.extract.protocol import Limits, SourceFile

LATEX_TEXT = r"""
\documentclass{book}
\title{On Harbours}
\author{Ada Byron \and Karl Marx}
\newcommand{\lamp}{\emph{lamp}}
\begin{document}
\maketitle
\chapter{Lights}
The \lamp{} burns\footnote{At night.}, says \cite{knuth}: $a^2$.
\section*{Without a number}
\begin{tabular}{lcr} a & b & c\\ \multicolumn{2}{c}{wide} & 3\\ \end{tabular}
\begin{itemize}\item one \begin{itemize}\item deep\end{itemize}\end{itemize}
\begin{lstlisting}[language=Python]
def f(x):
    return x
\end{lstlisting}
\subsection{灯塔}
\includegraphics{tower.png}
\input{OTHER}

Last words.
\end{document}
"""


def read(tmp_path: Path, text: str, media_type: str, limits: Limits | None = None) -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    return extract(SourceFile(path, "a", media_type), limits=limits or Limits())


def headings(extraction: Extraction) -> list[tuple[int, str]]:
    return [(hint.level, hint.title) for hint in extraction.hints.headings]


def test_the_program_is_in_its_package() -> None:
    assert pandoc_program().is_file()


def test_latex_becomes_markdown(tmp_path: Path) -> None:
    extraction = read(tmp_path, LATEX_TEXT, LATEX)
    lines = texts(extraction.lines)
    assert headings(extraction) == [(1, "Lights"), (2, "Without a number"), (3, "灯塔")]
    assert "The lamp burns[^1], says [knuth]: \\(a^2\\)." in lines
    assert "[^1]: At night." in lines
    assert "| wide | wide | 3 |" in lines
    assert lines[lines.index("```python") + 1 :][:2] == ["def f(x):", "    return x"]
    assert "![tower.png]" in lines
    assert "Last words." in lines
    assert not extraction.native
    assert (extraction.metadata.title, extraction.metadata.authors) == (
        "On Harbours",
        ("Ada Byron", "Karl Marx"),
    )


@pytest.mark.parametrize(
    "command", [r"\input{%s}", r"\include{%s}", r"\lstinputlisting{%s}", r"\verbatiminput{%s}"]
)
def test_latex_reads_no_other_file(tmp_path: Path, command: str) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text("very secret words", encoding="utf-8")
    text = r"\documentclass{article}\begin{document}Words. " + command % secret + r"\end{document}"
    extraction = read(tmp_path, text, LATEX)
    assert "very secret" not in "\n".join(texts(extraction.lines))


def test_a_file_that_was_not_read_is_named(tmp_path: Path) -> None:
    notes = read(tmp_path, LATEX_TEXT, LATEX).coverage.notes
    assert [note for note in notes if "OTHER" in note and "Add those files" in note]


def test_broken_latex_stays_text_with_its_headings_and_a_note(tmp_path: Path) -> None:
    extraction = read(tmp_path, LATEX_TEXT[: LATEX_TEXT.index("\\end{itemize}")], LATEX)
    assert headings(extraction) == [(2, "Lights"), (3, "Without a number")]
    assert extraction.native
    assert any("Could not be read as LaTeX" in note for note in extraction.coverage.notes)


def test_a_macro_that_never_ends_stays_text(tmp_path: Path) -> None:
    loop = r"\documentclass{article}\begin{document}\newcommand{\a}{\a\a}\a words\end{document}"
    assert read(tmp_path, loop, LATEX).native


def test_macros_that_multiply_end_at_the_time_limit(tmp_path: Path) -> None:
    letters = "abcdefghi"
    bomb = r"\newcommand{\qa}{x}"
    for before, after in itertools.pairwise(letters):
        bomb += rf"\newcommand{{\q{after}}}{{" + rf"\q{before}" * 12 + "}"
    text = r"\documentclass{article}\begin{document}" + bomb + r"\qi words\end{document}"
    extraction = read(tmp_path, text, LATEX, Limits(seconds=2))
    assert extraction.native
    assert extraction.coverage.notes


def test_docbook_becomes_markdown(tmp_path: Path) -> None:
    text = """<?xml version="1.0"?>
<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.2//EN" "http://x.example/docbookx.dtd" [
<!ENTITY product "Beacon"><!ENTITY hosts SYSTEM "file:///etc/hosts">]>
<book lang="en"><title>The &product;</title><chapter><title>Lights</title>
<para>It burns&hosts;.<footnote><para>At night.</para></footnote></para>
<sect1><title>Tower</title><programlisting language="java">int x;</programlisting></sect1></chapter></book>"""
    extraction = read(tmp_path, text, DOCBOOK)
    lines = texts(extraction.lines)
    assert headings(extraction) == [(1, "Lights"), (2, "Tower")]
    assert "It burns.[^1]" in lines
    assert lines[lines.index("```java") + 1] == "int x;"
    assert extraction.metadata.title == "The Beacon"
    assert any("/etc/hosts" in note for note in extraction.coverage.notes)


def test_broken_docbook_is_repaired_and_says_so(tmp_path: Path) -> None:
    text = (
        '<article xmlns="http://docbook.org/ns/docbook"><section><title>One</title><para>It burns & shines.</para>'
        "</section><section><title>Two</title><para a=b>Words.</para></section></article>"
    )
    extraction = read(tmp_path, text, DOCBOOK)
    assert headings(extraction) == [(1, "One"), (1, "Two")]
    assert any("repaired" in note for note in extraction.coverage.notes)
    assert read(tmp_path, "<<<<", DOCBOOK).native


def test_docbook_5_and_jats_are_read(tmp_path: Path) -> None:
    book = (
        '<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>T</title>'
        "<section><title>S</title><para>x</para></section></article>"
    )
    assert headings(read(tmp_path, book, DOCBOOK)) == [(1, "S")]
    article = (
        '<article dtd-version="1.2"><front><article-meta><title-group><article-title>Paper</article-title>'
        "</title-group></article-meta></front>"
        "<body><sec><title>Methods</title><p>We measured.</p></sec></body></article>"
    )
    extraction = read(tmp_path, article, JATS)
    assert headings(extraction) == [(1, "Methods")]
    assert extraction.metadata.title == "Paper"


def test_a_wiki_page_keeps_its_templates(tmp_path: Path) -> None:
    text = """{{Infobox|name=Foo}}
'''The [[lamp|light]]''' shines.<ref>A source</ref>
== History ==
{| class="wikitext"
! a !! b
|-
| colspan=2 | wide
|}
=== Early ===
<nowiki>x</nowiki> {{cite|a}}
"""
    extraction = read(tmp_path, text, MEDIAWIKI)
    lines = texts(extraction.lines)
    assert headings(extraction) == [(2, "History"), (3, "Early")]
    assert "{{Infobox|name=Foo}}" in lines
    assert "The light shines.[^1]" in lines
    assert "| wide | wide |" in lines
    assert "x `{{cite|a}}`" in lines
    assert extraction.metadata.title == "The light"


def test_manual_pages_are_read_in_both_dialects(tmp_path: Path) -> None:
    page = '.TH LAMP 1 "May 2024"\n.SH NAME\nlamp \\- a light\n.SH OPTIONS\n.TP\n.B \\-\\-on\nLight it.\n.SS More\nx\n'
    extraction = read(tmp_path, page, MAN)
    assert headings(extraction) == [(1, "NAME"), (1, "OPTIONS"), (2, "More")]
    assert any("--on" in line for line in texts(extraction.lines))
    page = ".Dd May 1, 2024\n.Dt LAMP 1\n.Os\n.Sh NAME\n.Nm lamp\n.Nd a light\n.Sh DESCRIPTION\nIt shines.\n"
    assert headings(read(tmp_path, page, MAN)) == [(1, "NAME"), (1, "DESCRIPTION")]


def test_textile_and_typst_are_read(tmp_path: Path) -> None:
    assert headings(read(tmp_path, "h1. A\n\ntext\n\nh2. B\n\n* x\n", TEXTILE)) == [(1, "A"), (2, "B")]
    assert headings(read(tmp_path, "= A\ntext\n== B\n#let x = 1\n", TYPST)) == [(1, "A"), (2, "B")]


def test_a_file_of_blanks_is_empty(tmp_path: Path) -> None:
    with pytest.raises(EmptyFile):
        read(tmp_path, " \n\n", LATEX)
