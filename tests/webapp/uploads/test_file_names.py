from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.library.errors import BadRequest
from webapp.uploads.file_names import MAX_LENGTH, UNNAMED, clean_file_name, clean_source, short_type

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("/\\.\0\n\r\t\u202e\u2066\u200b\u200d\ufeff😀ｱé\"'%;:*?<>|"),
        st.characters(categories=["Cs"]),
    ),
    max_size=400,
)


@given(HOSTILE)
def test_any_name_becomes_one_that_is_safe_to_show_and_store(name: str) -> None:
    cleaned = clean_file_name(name)
    assert 1 <= len(cleaned) <= MAX_LENGTH
    assert not set(cleaned) & set("/\\\0\n\r\u202e\u2066")
    assert cleaned.strip(". ")
    assert cleaned == cleaned.strip()
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    cleaned.encode("utf-8")
    assert clean_file_name(cleaned) == cleaned


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\2024 summary (final).docx", "2024 summary (final).docx"),
        ("back\\slash.md", "back_slash.md"),
        ("folder/back\\slash.md", "back_slash.md"),
        ("\\\\host\\share\\a.md", "a.md"),
        ("..\\..\\a.md", "a.md"),
        ("a\0b.pdf", "ab.pdf"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("👩‍👩‍👧 family.md", "👩‍👩‍👧 family.md"),
        ("報告書.pdf", "報告書.pdf"),
        ("می\u200cخواهم.txt", "می\u200cخواهم.txt"),
        ("pay\u200cpal\u200d.md", "paypal.md"),
        ("to\u3164tal\U000e0141.md", "total.md"),
        ("cafe\u0301.txt", "café.txt"),
        ("bad\ud800name.txt", "badname.txt"),
        (".env.example", ".env.example"),
        ("folder/", "folder"),
        ("", UNNAMED),
        ("...", UNNAMED),
        ("..", UNNAMED),
        ("/", UNNAMED),
        ("\u200d", UNNAMED),
        (" two \n lines ", "two lines"),
    ],
)
def test_names_people_and_attackers_send(name: str, shown: str) -> None:
    assert clean_file_name(name) == shown


def test_a_long_name_keeps_its_extension() -> None:
    cleaned = clean_file_name("x" * 300 + ".markdown")
    assert cleaned.endswith("….markdown")
    assert len(cleaned) == MAX_LENGTH


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.DWG", "dwg"), ("noext", "bin"), ("a.部署", "bin"), (".hidden", "hidden"), ("a.", "bin")],
)
def test_an_unrecognised_file_is_typed_by_its_extension(name: str, kind: str) -> None:
    assert short_type(name) == kind


def test_sources_that_differ_stay_different() -> None:
    assert clean_source(" /a/b\0.md\ud800 ") == "/a/b.md"
    assert clean_source("/A.md") != clean_source("/a.md")
    assert clean_source("/a\u202eb.md") == "/a\\u{202E}b.md"
    assert clean_source("/報告書/می\u200cخواهم.md") == "/報告書/می\u200cخواهم.md"
    with pytest.raises(BadRequest, match="4,000"):
        clean_source("x" * 4_001)
