from __future__ import annotations

from ingest.extract.html.blocks import BlockWriter, find_block_holders
from ingest.extract.html.inline import InlineWriter, find_footnotes
from tests.support.html import body_of


def written(html: str) -> list[str]:
    body = body_of(html)
    writer = BlockWriter(InlineWriter(find_footnotes(body), set()), find_block_holders(body))
    writer.write(body)
    return writer.lines


def test_paragraphs_stand_apart_and_line_breaks_end_lines() -> None:
    assert written("<p>one<br>two</p><p>three</p>") == ["one", "two", "", "three"]


def test_bare_text_between_blocks_is_a_paragraph() -> None:
    assert written("before<p>inside</p>after <b>bold</b>") == ["before", "", "inside", "", "after bold"]


def test_blocks_inside_inline_elements_are_blocks() -> None:
    assert written("<a href=x><div>one</div><div>two</div></a>") == ["one", "", "two"]


def test_lists_are_numbered_and_nested() -> None:
    html = "<ol start=3><li>three<li>four<ul><li>inner</ul><li><p>five</p><p>more</p></ol><p>after"
    assert written(html) == ["3. three", "4. four", "   - inner", "5. five", "", "   more", "", "after"]


def test_definitions_follow_their_terms() -> None:
    assert written("<dl><dt>lamp<dd>a light<dt>ship<dd>a vessel</dl>") == [
        "lamp",
        ": a light",
        "ship",
        ": a vessel",
    ]


def test_quotes_and_code_are_marked() -> None:
    assert written("<blockquote><p>said</p><p>again</p></blockquote>") == ["> said", "", "> again"]
    assert written("<pre>a\n\n  b ``` c</pre>") == ["````", "a", "", "  b ``` c", "````"]


def test_code_names_its_language() -> None:
    assert written("<div class='highlight-python'><pre>x</pre></div>")[0] == "```python"
    assert written("<pre class='brush: sh'>x</pre>")[0] == "```sh"
    assert written("<pre class=language-none>x</pre>")[0] == "```"


def test_headings_inside_lists_and_quotes_stand_by_themselves() -> None:
    assert written("<ul><li><h3>Title</h3>text</li></ul>") == ["### Title", "", "- text"]


def test_headings_without_words_are_none() -> None:
    body = body_of("<h1></h1><h2><img src=x></h2><h3>Real <sup><a href='#n'>1</a></sup></h3><p id=n>1 note")
    writer = BlockWriter(InlineWriter(find_footnotes(body), set()), find_block_holders(body))
    writer.write(body)
    assert [(h.level, h.title) for h in writer.headings] == [(3, "Real")]


def test_tables_are_pipe_tables_under_their_caption() -> None:
    html = "<table><caption>Lamps</caption><tr><th>a<th>b</tr><tr><td>1<td>x | y</tr></table>"
    assert written(html) == ["Lamps", "", "| a | b |", "| --- | --- |", "| 1 | x \\| y |"]


def test_tables_that_only_arrange_are_taken_apart() -> None:
    html = "<table><tr><td><h2>Left</h2>one</td><td><p>two</p></td></tr></table>"
    assert written(html) == ["## Left", "", "one", "", "two"]


def test_footnotes_are_marked_at_both_ends() -> None:
    html = "<p>Text<sup><a href='#fn1'>1</a></sup></p>"
    html += "<ol><li id=fn1>The note. <a href='#r' role=doc-backlink>↩</a></li></ol>"
    assert written(html) == ["Text[^1]", "", "[^1]: The note."]


def test_pictures_give_their_description_and_caption() -> None:
    html = "<figure><img src=x alt='A lamp'><figcaption>Lamp at night</figcaption></figure>"
    assert written(html) == ["![A lamp]", "", "Lamp at night"]


def test_marks_count_as_a_part_of_the_line() -> None:
    sentence = "This sentence is here. "
    lines = written(
        "<ul><li>a<ul><li>b<blockquote>" + sentence * 100 + "</blockquote></ul></ul><h2>" + "word " * 200
    )
    assert max(map(len, lines)) <= 400
    assert len(lines) > 8
