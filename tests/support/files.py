"""Files that tests build: real ones of each format, in three languages."""

from __future__ import annotations

import io

import docx
import pymupdf


def markdown(title: str, *sections: tuple[str, str]) -> str:
    """A Markdown file with a title and sections."""
    parts = [f"# {title}", "", f"About {title}.", ""]
    for heading, body in sections:
        parts += [f"## {heading}", "", body, ""]
    return "\n".join(parts)


def pdf(title: str, *sections: tuple[str, str], bookmarks: bool = True, font: str = "helv") -> bytes:
    """A PDF with a page for each section; fonts: `helv`, `japan`, `china-s`."""
    document = pymupdf.open()
    toc = []
    for number, (heading, body) in enumerate(sections, start=1):
        page = document.new_page()
        page.insert_text((72, 90), f"{number} {heading}", fontsize=20, fontname=font)
        page.insert_textbox((72, 120, 520, 780), body, fontsize=11, fontname=font)
        toc.append([1, f"{number} {heading}", number])
    document.set_metadata({"title": title})
    if bookmarks:
        document.set_toc(toc)
    return bytes(document.tobytes())


def word(title: str, *sections: tuple[str, str]) -> bytes:
    """A Word file with headings by style."""
    document = docx.Document()
    document.core_properties.title = title
    for heading, body in sections:
        document.add_heading(heading, level=1)
        document.add_paragraph(body)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def html(title: str, *sections: tuple[str, str]) -> str:
    """A page with navigation around its content."""
    body = "".join(f"<h2>{heading}</h2><p>{text}</p>" for heading, text in sections)
    return (
        f"<!doctype html><html><head><title>{title}</title></head><body><nav><a href='/'>Home</a></nav>"
        f"<main><h1>{title}</h1>{body}</main><footer>Imprint</footer></body></html>"
    )
