from ingest.domain.document import HeadingHint, Line
from ingest.domain.outline import Provenance
from ingest.extract.epub.navigation import Entry
from ingest.extract.epub.placing import BookText, letters, place


def book(*chapters: list[str]) -> BookText:
    """A book of chapters `0`, `1` and so on; an anchor `aN` stands before the Nth line of each."""
    text = BookText()
    for number, lines in enumerate(chapters):
        path = str(number)
        text.starts[path] = len(text.lines)
        for at, line in enumerate(lines):
            text.anchors[(path, f"a{at}")] = len(text.lines)
            text.lines.append(Line(line))
            if line.startswith("#"):
                level = line.index(" ")
                hint = HeadingHint(len(text.lines), level, line[level + 1 :], Provenance.MARKUP)
                text.headings.append(hint)
        text.ends[path] = len(text.lines)
    return text


def placed(text: BookText, entries: list[Entry], title: str = "") -> list[tuple[int, int, str]]:
    lines, hints = place(text, entries, title)
    for hint in hints:
        assert letters(lines[hint.line - 1].text) in letters(hint.title) + letters(lines[hint.line - 1].text)
    return [(hint.line, hint.level, hint.title) for hint in hints]


def test_an_entry_stands_on_its_heading_not_on_the_top_of_its_file() -> None:
    text = book(["A motto", "# Oil", "text"], ["# Gas", "text"])

    assert placed(text, [Entry("Oil", 1, "0"), Entry("Gas", 1, "1")]) == [(2, 1, "Oil"), (4, 1, "Gas")]


def test_a_heading_in_two_pieces_is_one_entry() -> None:
    text = book(["# Chapter 1", "## Oil", "text", "## Wicks"], ["# Gas"])

    assert placed(text, [Entry("Chapter 1: Oil", 1, "0"), Entry("Gas", 1, "1")]) == [
        (1, 1, "Chapter 1: Oil"),
        (4, 2, "Wicks"),
        (5, 1, "Gas"),
    ]


def test_a_title_without_a_line_gets_one() -> None:
    lines, hints = place(book(["text"], ["more"]), [Entry("Oil", 1, "0"), Entry("Gas", 1, "1")], "")

    assert [line.text for line in lines] == ["# Oil", "", "text", "", "# Gas", "", "more"]
    assert [hint.line for hint in hints] == [1, 5]


def test_two_entries_at_one_place_are_two_sections() -> None:
    text = book(["# Oil", "text"], ["# Gas"])
    entries = [Entry("Part One", 1, "0"), Entry("Oil", 2, "0"), Entry("Gas", 2, "1")]

    assert [(level, title) for _, level, title in placed(text, entries)] == [
        (1, "Part One"),
        (2, "Oil"),
        (2, "Gas"),
    ]


def test_anchors_tell_equal_titles_apart() -> None:
    text = book(["# Oil", "## Notes", "a", "## Notes", "b"])
    entries = [Entry("Oil", 1, "0"), Entry("Notes", 2, "0", "a1"), Entry("Notes", 2, "0", "a3")]

    assert placed(text, entries) == [(1, 1, "Oil"), (2, 2, "Notes"), (4, 2, "Notes")]


def test_a_flat_navigation_gets_the_headings_inside_its_chapters() -> None:
    text = book(["# Oil", "## Wicks", "### Cotton", "text"], ["# Gas", "# Pipes"])

    assert placed(text, [Entry("Oil", 1, "0"), Entry("Gas", 1, "1")]) == [
        (1, 1, "Oil"),
        (2, 2, "Wicks"),
        (3, 3, "Cotton"),
        (5, 1, "Gas"),
        (6, 2, "Pipes"),
    ]


def test_a_deep_navigation_is_believed() -> None:
    text = book(["# Oil", "## Wicks", "## Left out"])

    assert placed(text, [Entry("Oil", 1, "0"), Entry("Wicks", 2, "0", "a1")]) == [
        (1, 1, "Oil"),
        (2, 2, "Wicks"),
    ]


def test_a_navigation_that_leads_nowhere_leaves_the_headings() -> None:
    text = book(["# Oil", "## Wicks"])

    assert placed(text, [Entry("Start", 1, "0"), Entry("Gone", 1, "9")]) == [(1, 1, "Oil"), (2, 2, "Wicks")]


def test_the_titles_of_the_files_are_better_than_nothing() -> None:
    text = book(["text"], ["more"], ["end"])
    text.titles = {"0": "Lamps", "1": "Oil", "2": "Gas"}

    assert [title for _, _, title in placed(text, [], "Lamps")] == ["Oil", "Gas"]
