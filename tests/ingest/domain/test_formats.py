from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from ingest.domain.formats import BY_MEDIA_TYPE, FORMATS, Format
from ingest.extract.registry import detect, file_type


def test_no_two_formats_share_a_media_type() -> None:
    assert len(BY_MEDIA_TYPE) == len(FORMATS)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.media_type)
def test_every_reader_exists(form: Format) -> None:
    module, _, attribute = form.reader.partition(":")
    assert callable(getattr(importlib.import_module(module), attribute))


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.media_type)
def test_short_names_are_short_and_lower(form: Format) -> None:
    assert form.file_type.isalnum()
    assert form.file_type == form.file_type.lower()
    assert len(form.file_type) <= 16


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.rst", "Title\n=====\n", "rst"),
        ("a.org", "* Title\n", "org"),
        ("a.adoc", "= Title\n", "adoc"),
        ("a.tex", "\\documentclass{article}\n", "tex"),
        ("a.tex", "words alone\n", "txt"),
        ("a.xml", '<?xml version="1.0"?>\n<book xmlns="http://docbook.org/ns/docbook"/>', "docbook"),
        ("a.xml", '<article dtd-version="1.2"><body/></article>', "jats"),
        ("a.xml", "<note><to>words</to></note>", "txt"),
        ("a.wiki", "== History ==\ntext\n", "mediawiki"),
        ("a.wiki", "words alone\n", "txt"),
        ("lamp.1", '.\\" a comment\n.TH LAMP 1\n', "man"),
        ("release.1", "words alone\n", "txt"),
        ("a.textile", "h1. Title\n", "textile"),
        ("a.typ", "= Title\n", "typ"),
        ("a.ipynb", '{"cells": []}', "ipynb"),
        ("a.json", '{"a": 1}', "json"),
        ("a.json", "words alone", "txt"),
        ("a.jsonl", '{"a": 1}', "jsonl"),
        ("a.yml", "a: 1", "yaml"),
        ("a.toml", "a = 1", "toml"),
        ("a.py", "x = 1", "py"),
        ("a.tsx", "const x = 1", "ts"),
        ("a.ts", '<?xml version="1.0"?>\n<TS/>', "txt"),
        ("a.h", "int x;", "c"),
        ("a.kt", "fun f() {}", "kt"),
        ("a.sql", "select 1", "sql"),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nx\n", "srt"),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n", "vtt"),
        ("a.srt", "words alone", "txt"),
    ],
)
def test_texts_are_told_apart_by_ending_and_look(tmp_path: Path, name: str, text: str, expected: str) -> None:
    path = tmp_path / "upload"
    path.write_text(text, encoding="utf-8")
    assert file_type(detect(path, name)) == expected
