"""The formats that Mokuji reads: one row each. `registry` detects by this table and finds the reader in it.

Readers are named by dotted paths, so that a library is loaded when the first file of its kind comes.
"""

from __future__ import annotations

from dataclasses import dataclass

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
MARKDOWN = "text/markdown"
HTML = "text/html"
PLAIN = "text/plain"


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file.

    media_type: what is stored and served. file_type: the short name that people filter by. reader: dotted path
    `package.module:function` of its Extractor. magic: first bytes of a file that is no text. members: beginnings
    of the names of zip members, one of which says that a zip is this. endings: under which a text is this.
    looks: regular expression that the first 64 KiB of a text must match, besides the ending, ignoring case;
    empty where the ending decides.
    """

    media_type: str
    file_type: str
    reader: str
    magic: tuple[bytes, ...] = ()
    members: tuple[str, ...] = ()
    endings: frozenset[str] = frozenset()
    looks: str = ""


FORMATS: tuple[Format, ...] = (
    Format(PDF, "pdf", "ingest.extract.pdf:extract", magic=(b"%PDF",)),
    Format(DOCX, "docx", "ingest.extract.docx:extract", members=("word/",)),
    Format(
        MARKDOWN,
        "md",
        "ingest.extract.markdown:extract",
        endings=frozenset({"md", "markdown", "mdown", "mkd", "mkdn", "mdx", "qmd", "rmd"}),
    ),
    Format(
        HTML,
        "html",
        "ingest.extract.html.extraction:extract",
        endings=frozenset({"html", "htm", "xhtml", "xht"}),
        looks=r"<(?:!doctype|html|head|body|title|meta|div|p|h[1-6]|table|ul|a)[\s>/]",
    ),
    Format(PLAIN, "txt", "ingest.extract.plain_text:extract"),
)
"""In the order in which they are tried."""

BY_MEDIA_TYPE = {form.media_type: form for form in FORMATS}
