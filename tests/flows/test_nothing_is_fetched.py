"""A document that names addresses has none of them visited, neither while it is read nor when it is opened."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.book_file import book_file, chapter
from tests.support.containers import mail
from tests.support.server import Server
from tests.support.word_file import add_parts, paragraph, run, word_file


@dataclass
class Listener:
    """A socket that notes who comes."""

    url: str
    visits: list[bytes] = field(default_factory=list)


@pytest.fixture
def listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        noted = Listener(f"http://127.0.0.1:{server.getsockname()[1]}")

        def note() -> None:
            while True:
                try:
                    visitor, _ = server.accept()
                except OSError:
                    return
                with visitor:
                    noted.visits.append(visitor.recv(1000))

        thread = threading.Thread(target=note, daemon=True)
        thread.start()
        yield noted
        server.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def page(url: str, _: Path) -> bytes:
    return (
        f'<!doctype html><html><head><base href="{url}/"><link rel="stylesheet" href="{url}/a.css">'
        f'<meta http-equiv="refresh" content="0;url={url}/r"><title>Trap</title></head><body><h1>Trap</h1>'
        f'<img src="{url}/a.png"><iframe src="{url}/f"></iframe><script src="{url}/s.js"></script>'
        "<p>Bait words.</p></body></html>"
    ).encode()


def entities(url: str) -> str:
    outside = f'<!ENTITY e SYSTEM "{url}/e"><!ENTITY f SYSTEM "file:///etc/passwd">'
    return f'<!DOCTYPE r [<!ENTITY % d SYSTEM "{url}/d.dtd"> %d; {outside}]>'


def picture(url: str, _: Path) -> bytes:
    return (
        f'<?xml version="1.0"?>{entities(url)}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f'<image xlink:href="{url}/a.png"/><text>Bait &e; &f;</text></svg>'
    ).encode()


def markup(url: str, _: Path) -> bytes:
    return (
        f'<?xml version="1.0"?><?xml-stylesheet href="{url}/a.xsl" type="text/xsl"?>{entities(url)}'
        f'<article xmlns:xi="http://www.w3.org/2001/XInclude"><title>Bait</title><para>&e; &f;</para>'
        f'<xi:include href="{url}/x"/></article>'
    ).encode()


def letter(url: str, folder: Path) -> bytes:
    made = word_file(folder / "a.docx", paragraph(run("Bait words.")))
    link = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" '
        f'Target="{url}/t.dotm" TargetMode="External"/></Relationships>'
    )
    outside = f"<?xml version='1.0'?>{entities(url)}<r>&e;</r>"
    return add_parts(made, {"word/_rels/settings.xml.rels": link, "word/glossary.xml": outside}).read_bytes()


def book(url: str, folder: Path) -> bytes:
    plain = chapter(f'<h1>One</h1><p>Bait words.</p><img src="{url}/a.png"/>', "One")
    text = plain.replace("<html", entities(url) + "<html", 1)
    return book_file(folder / "a.epub", {"one.xhtml": text}).read_bytes()


def post(url: str, _: Path) -> bytes:
    return mail(
        "Bait", f'<html><body><img src="{url}/a.png"><p>Bait words.</p></body></html>', page_html=page(url, _)
    )


def text(url: str, _: Path) -> bytes:
    return f"# Bait\n\n![picture]({url}/a.png)\n\n<img src='{url}/b.png'>\n\n[link]({url}/l)\n".encode()


def directive(url: str, _: Path) -> bytes:
    included = f".. include:: {url}/i\n.. include:: /etc/passwd\n\n.. image:: {url}/a.png"
    return f"Bait\n====\n\n{included}\n\nWords.\n".encode()


def formula(url: str, _: Path) -> bytes:
    return (
        "\\documentclass{article}\\begin{document}\\section{Bait}Words."
        f"\\input{{/etc/passwd}}\\includegraphics{{{url}/a.png}}\\end{{document}}"
    ).encode()


TRAPS: dict[str, Callable[[str, Path], bytes]] = {
    "page.html": page,
    "picture.svg": picture,
    "markup.xml": markup,
    "article.dbk": markup,
    "letter.docx": letter,
    "book.epub": book,
    "post.eml": post,
    "text.md": text,
    "directive.rst": directive,
    "formula.tex": formula,
}


def test_no_address_in_a_document_is_visited_and_no_file_of_the_server_gets_into_it(
    server: Server, listener: Listener, tmp_path: Path
) -> None:
    read = 0
    for name, make in TRAPS.items():
        document = server.add(name, make(listener.url, tmp_path))
        for path in ("lines", "original"):
            answer = server.get(f"/documents/{document['id']}/{path}")
            assert "root:x:0:0" not in answer.text, name
        read += document["state"] == "complete"
    assert listener.visits == []
    assert read >= len(TRAPS) - 3
