from ingest.extract.epub.chapters import ChapterReader
from tests.support.book_file import chapter


def read(*bodies: str) -> list[list[str]]:
    """Return the lines of chapters `0.xhtml`, `1.xhtml` and so on."""
    reader = ChapterReader(frozenset(f"{n}.xhtml" for n in range(len(bodies))))
    found = [reader.read(f"{n}.xhtml", chapter(body).encode()) for n, body in enumerate(bodies)]
    return [[line for line in one.lines if line] for one in found]


def test_the_reading_of_ruby_stands_in_brackets_behind_its_word() -> None:
    whole = "<p><ruby>目<rt>もく</rt>次<rt>じ</rt></ruby>を読む</p>"
    grouped = "<p><ruby><rb>目次</rb><rp>(</rp><rt>もくじ</rt><rp>)</rp></ruby>を読む</p>"

    assert read(whole, grouped) == [["目次（もくじ）を読む"], ["目次（もくじ）を読む"]]


def test_a_pop_up_note_is_tied_to_its_mark() -> None:
    body = (
        '<p>A lamp<a epub:type="noteref" href="#n1">[1]</a> shines.</p>'
        '<aside epub:type="footnote" id="n1"><p>Of brass.</p></aside>'
    )

    assert read(body) == [["A lamp[^1] shines.", "[^1]: Of brass."]]


def test_notes_in_a_file_of_their_own_are_tied_to_their_marks() -> None:
    mark = '<p>A lamp<sup><a id="r{0}" href="2.xhtml#n{0}">1</a></sup></p>'
    notes = (
        '<ol><li id="n0">Of brass. <a href="0.xhtml#r0">back</a></li></ol>'
        '<p><sup><a id="n1" href="1.xhtml#r1">1</a></sup> Of tin.</p>'
    )

    assert read(mark.format(0), mark.format(1), notes) == [
        ["A lamp[^1]"],
        ["A lamp[^1-2]"],
        ["[^1]: Of brass. back", "[^1-2]: 1 Of tin."],
    ]


def test_a_link_into_another_chapter_is_no_note() -> None:
    assert read('<p>See <a href="1.xhtml#x">2</a>.</p>', '<h1 id="x">Two</h1>') == [["See 2."], ["# Two"]]


def test_characters_drawn_as_pictures_are_characters() -> None:
    assert read('<p>夏目<img alt="漱" src="g.png"/>石</p>') == [["夏目漱石"]]


def test_words_in_drawings_are_read() -> None:
    art = '<svg xmlns="http://www.w3.org/2000/svg"><title>Cover</title><g><text>Lamps <tspan>I</tspan></text></g></svg>'

    assert read(art) == [["Lamps I"]]


def test_ids_are_known_by_the_lines_before_them() -> None:
    body = '<p>One</p><p>Two <a id="in"/>here</p><div id="box"><h2 id="head">Head</h2></div><hr id="rule"/><p>End</p>'
    found = ChapterReader(frozenset()).read("a", chapter(body).encode())

    assert found.lines == ["One", "", "Two here", "", "## Head", "", "End"]
    assert {name: found.lines[at:][:2] for name, at in found.anchors.items()} == {
        "in": ["", "Two here"],
        "box": ["", "## Head"],
        "head": ["", "## Head"],
        "rule": ["", "End"],
    }


def test_a_chapter_in_another_encoding_is_decoded() -> None:
    text = '<?xml version="1.0" encoding="shift_jis"?><html><body><p>灯台の光</p></body></html>'

    assert ChapterReader(frozenset()).read("a", text.encode("shift_jis")).lines == ["灯台の光"]
