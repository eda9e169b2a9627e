"""Malformed requests and files, made from a seed: what hostile and broken clients send."""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.book_file import book_file, chapter
from tests.support.containers import locked, mail, nested, tarred, zipped
from tests.support.deck_file import deck_file, shape, words
from tests.support.files import html, markdown, pdf, word
from tests.support.outlook import outlook_mail
from tests.support.workbook_file import SheetXml, rows, workbook_file

TEXTS = (
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "\udfff\ud800",
        "\u202e",
        "\ufeff",
        "😀" * 50,
        "日本語",
        "'",
        '"',
        "%",
        "%s%n",
    ),
    *(
        "../..",
        "..\\",
        "'; DROP TABLE x; --",
        "${jndi:ldap://127.0.0.1/x}",
        "{{7*7}}",
        "<script>",
        "\r\nX: y",
        "NaN",
    ),
    *(
        "null",
        "1e309",
        "-0",
        "a" * 70_000,
        "(a+)+$",
        "[",
        "*",
        "\\",
        "AND OR NOT",
        '"unfinished',
        "title:",
        "9" * 400,
    ),
    *("0x10", "٣", "2024-13-45", "mok_x"),
)
NUMBERS = (0, -1, 1, 2, 3, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**400, 1.5, -0.0, 1e308)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get")
MEDIA_TYPES = (
    *("application/json", "application/json; charset=utf-7", "text/plain", "multipart/form-data"),
    *(
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ),
    *("application/offset+octet-stream", "", "é/ü", "a" * 3000),
)


FORMS = (
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=é",
    "multipart/mixed; boundary=x",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-7",
)
"""What a form says it is; also where none is wanted."""


@dataclass
class Request:
    """A request as it is sent: the target is bytes that may be no address at all."""

    method: str
    target: str
    headers: dict[str, bytes] = field(default_factory=dict)
    body: bytes = b""


def value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON value, and some that JSON has not."""
    kind = dice.randrange(10 if depth < 3 else 6)
    if kind < 3:
        return dice.choice(TEXTS)
    if kind < 5:
        return dice.choice(NUMBERS)
    if kind == 5:
        return dice.choice([None, True, False, float("nan"), float("inf")])
    if kind < 8:
        return [value(dice, depth + 1) for _ in range(dice.randrange(5))]
    return {dice.choice(TEXTS)[:100]: value(dice, depth + 1) for _ in range(dice.randrange(5))}


def encoded(dice: random.Random, what: Any) -> bytes:
    """A value as JSON, sometimes cut, mangled, or nested deeper than anybody reads."""
    text = json.dumps(what, ensure_ascii=dice.random() < 0.7).encode("utf-8", "surrogatepass")
    fate = dice.randrange(12)
    if fate == 0:
        return text[: dice.randrange(len(text) + 1)]
    if fate == 1:
        return mutated(dice, text)
    if fate == 2:
        return b"[" * 100_000
    if fate == 3:
        return b'{"a":' * 5_000 + b"1" + b"}" * 5_000
    return text


def mutated(dice: random.Random, data: bytes) -> bytes:
    """Bytes with a few flips, cuts, repeats or foreign pieces."""
    out = bytearray(data)
    for _ in range(dice.choice([1, 1, 2, 5, 30])):
        if not out:
            break
        at = dice.randrange(len(out))
        fate = dice.randrange(6)
        if fate < 2:
            out[at] = dice.randrange(256)
        elif fate == 2:
            del out[at : at + dice.randrange(1, 200)]
        elif fate == 3:
            out[at:at] = out[at : at + dice.randrange(1, 200)]
        elif fate == 4:
            out[at : at + 4] = dice.choice(
                [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\x80\0\0\0"]
            )
        else:
            del out[at:]
    return bytes(out)


def files() -> dict[str, bytes]:
    """A good file of each family, by name."""
    sections = [("One", "Words of the first. " * 20), ("二", "第二章の本文。" * 10)]
    made = {
        "a.md": markdown("A", *sections).encode(),
        "a.html": html("A", *sections).encode(),
        "a.txt": "1. One\n\nText.\n\n2. Two\n\nText.\n".encode("utf-16"),
        "a.pdf": pdf("A", ("One", "Words. " * 40), ("Two", "More. " * 40)),
        "a.docx": word("A", *sections),
        "a.zip": zipped({"in/a.md": "# In\n\nText.\n", "b.txt": "Text."}),
        "deep.zip": nested(3, {"a.txt": "Text."}),
        "locked.zip": locked({"a.txt": b"Text."}, "password"),
        "a.tar.gz": tarred({"a.md": b"# In\n\nText.\n"}),
        "a.eml": mail("Subject", "Body.", report_md=b"# Report\n\nText.\n"),
        "a.msg": outlook_mail("Subject", "Body."),
        "a.mbox": b"From a@example.org Mon Jan  1 00:00:00 2024\nSubject: One\n\nBody.\n",
        "a.rtf": rb"{\rtf1\ansi{\b Title}\par Text with \u26085? signs.\par}",
        "a.csv": b"name,count\n" + b"tide,3\n" * 50,
        "a.json": json.dumps({"a": [1, {"b": "text"}]}).encode(),
        "a.yaml": b"a: &x\n  b: 1\nc: *x\n",
        "a.toml": b"[a]\nb = 1\n",
        "a.srt": b"1\n00:00:01,000 --> 00:00:02,000\nWords.\n",
        "a.vtt": b"WEBVTT\n\n00:01.000 --> 00:02.000\nWords.\n",
        "a.py": b'"""Docs."""\n\ndef one():\n    """Doc."""\n    return 1\n',
        "a.rst": b"Title\n=====\n\nText.\n",
        "a.org": b"* Title\nText.\n",
        "a.adoc": b"= Title\n\n== Part\n\nText.\n",
        "a.tex": b"\\documentclass{article}\\begin{document}\\section{One}Text.\\end{document}",
        "a.ipynb": json.dumps({"cells": [{"cell_type": "markdown", "source": ["# A"]}], "nbformat": 4}).encode(),
        "a.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><text>Words</text></svg>',
        "a.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0",
    }  # fmt: skip
    with TemporaryDirectory() as folder:
        for name, make in _ON_DISK.items():
            path = Path(folder) / name
            make(path)
            made[name] = path.read_bytes()
    return made


_ON_DISK: dict[str, Callable[[Path], object]] = {
    "a.epub": lambda path: book_file(path, {"one.xhtml": chapter("<h1>One</h1><p>Text.</p>", "One")}),
    "a.pptx": lambda path: deck_file(path, shape(words("One"))),
    "a.xlsx": lambda path: workbook_file(path, SheetXml("Sheet", rows(["name", "count"], ["tide", "3"]))),
}


def mutated_file(dice: random.Random, good: Mapping[str, bytes]) -> tuple[str, bytes]:
    """A broken file: its bytes, a member of it, or its name."""
    name = dice.choice(sorted(good))
    data = good[name]
    if data[:4] == b"PK\x03\x04" and dice.random() < 0.6:
        data = _with_broken_member(dice, data)
    elif dice.random() < 0.9:
        data = mutated(dice, data)
    if dice.random() < 0.2:
        name = dice.choice(TEXTS)[:300] + dice.choice(sorted(good))
    return name, data


def _with_broken_member(dice: random.Random, data: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        broken = dice.choice(source.namelist())
        for info in source.infolist():
            if info.flag_bits & 1:
                return mutated(dice, data)
            content = source.read(info)
            target.writestr(info.filename, mutated(dice, content) if info.filename == broken else content)
    return out.getvalue()


def rpc(dice: random.Random, tools: Sequence[str]) -> Any:
    """A JSON-RPC message, or nearly one."""
    arguments = {
        name: value(dice)
        for name in (
            "query",
            "doc_id",
            "doc_ids",
            "limit",
            "offset",
            "section",
            "budget",
            "expand",
            "pattern",
        )
        if dice.random() < 0.5
    }
    message: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": dice.choice([1, "x", None, -1, 1.5]),
        "method": dice.choice(
            ["tools/call", "tools/call", "tools/list", "initialize", "resources/read", "ping"]
        ),
        "params": {"name": dice.choice(tools), "arguments": arguments},
    }
    fate = dice.randrange(8)
    if fate == 0:
        return value(dice)
    if fate == 1:
        return [message, message]
    if fate < 4:
        message[dice.choice(list(message))] = value(dice)
    if fate == 4:
        message["params"] = {dice.choice(["name", "arguments", "uri", "_meta"]): value(dice)}
    return message
