from __future__ import annotations

from ingest.extract.front_matter import FrontMatter, read_front_matter


def read(text: str) -> FrontMatter:
    return read_front_matter(text.split("\n"))


def test_yaml_tells_title_authors_dates_language_and_tags() -> None:
    front = read(
        "---\ntitle: 'A ''quoted'' title'\nauthor: First Writer\n"
        "authors:\n  - Second Writer\nlang: en-GB\n"
        "date: 2026-01-02\nlastmod: 2026-02-03 10:00:00\n"
        'tags: [alpha, "beta"]\nkeywords:\n- gamma\n---\n# Text'
    )
    assert front == FrontMatter(
        last_line=12,
        title="A 'quoted' title",
        authors=("First Writer", "Second Writer"),
        language="en-GB",
        keywords=("gamma", "alpha", "beta"),
        created="2026-01-02",
        modified="2026-02-03T10:00:00",
    )


def test_toml_is_read_too() -> None:
    front = read('+++\ntitle = "Light"\ndate = 2026-01-02\ntags = ["a", "b"]\n+++\ntext')
    assert (front.last_line, front.title, front.created, front.keywords) == (
        5,
        "Light",
        "2026-01-02",
        ("a", "b"),
    )


def test_keys_that_are_not_known_are_skipped_with_what_is_in_them() -> None:
    front = read(
        "---\n# a comment\ncSpell:ignore: Guten\nmenu:\n  main:\n    weight: 3\n\ntitle: T # note\n---"
    )
    assert (front.last_line, front.title) == (9, "T")


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert read("---\nProse between two rules.\n---\n") == FrontMatter()
    assert read("---\ntitle: never closed\n") == FrontMatter()
    assert read("# Title\n---\na: b\n---") == FrontMatter()
    assert read("+++\nnot = = toml\n+++") == FrontMatter()
    assert read_front_matter([]) == FrontMatter()


def test_wrong_values_are_ignored() -> None:
    front = read("---\nlang: not a language\ndate: yesterday\ntitle: >\n---")
    assert (front.language, front.created, front.title, front.last_line) == (None, None, None, 5)
