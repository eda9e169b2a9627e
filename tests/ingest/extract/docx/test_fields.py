import pytest

from ingest.extract.docx.fields import FieldStack, shown_by_instruction


def test_text_is_an_instruction_until_the_result_begins() -> None:
    fields = FieldStack()
    fields.mark("begin")
    assert fields.in_instruction
    fields.mark("separate")
    assert not fields.in_instruction
    fields.mark("end")
    assert not fields.in_instruction


def test_a_field_inside_an_instruction_is_part_of_it() -> None:
    fields = FieldStack()
    for mark in ("begin", "begin", "separate"):
        fields.mark(mark)

    assert fields.in_instruction


@pytest.mark.parametrize("kind", ["TOC", "INDEX", "TOA"])
def test_generated_lists_are_contents(kind: str) -> None:
    fields = FieldStack()
    fields.mark("begin")
    fields.instruct(f' {kind} \\o "1-3" ')
    fields.mark("separate")

    assert fields.in_contents


def test_marks_without_a_beginning_do_no_harm() -> None:
    fields = FieldStack()

    assert [fields.mark(kind) for kind in ("end", "separate", None, "end")] == [""] * 4
    assert not fields.in_instruction


@pytest.mark.parametrize(
    ("instruction", "shown"),
    [
        (r" EQ \* jc2 \* hps10 \o\ad(\s\up 9(もくじ),目次) ", "目次（もくじ）"),
        (r"EQ \f(1,2)", "1/2"),
        ("MACROBUTTON AcceptAll Click here", "Click here"),
        ('HYPERLINK "http://example.org"', ""),
        ("PAGE", ""),
        ("", ""),
    ],
)
def test_some_fields_keep_their_text_in_the_instruction(instruction: str, shown: str) -> None:
    assert shown_by_instruction(instruction) == shown


def test_the_instruction_is_shown_only_without_a_result() -> None:
    fields = FieldStack()
    fields.mark("begin")
    fields.instruct(r"EQ \f(1,2)")
    fields.mark("separate")
    fields.show()

    assert fields.mark("end") == ""
