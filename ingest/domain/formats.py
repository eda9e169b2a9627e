"""The formats that Mokuji reads: one row each. `registry` detects by this table and finds the reader in it.

Readers are named by dotted paths, so that a library is loaded when the first file of its kind comes.
"""

from __future__ import annotations

from dataclasses import dataclass

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
XLS = "application/vnd.ms-excel"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
CSV = "text/csv"
TSV = "text/tab-separated-values"
RTF = "application/rtf"
EPUB = "application/epub+zip"
MARKDOWN = "text/markdown"
HTML = "text/html"
PLAIN = "text/plain"
MP4 = "video/mp4"
MP4_AUDIO = "audio/mp4"
QUICKTIME = "video/quicktime"
MATROSKA = "video/x-matroska"
WEBM = "video/webm"
AVI = "video/x-msvideo"
ASF = "video/x-ms-asf"
MP3 = "audio/mpeg"
OGG = "audio/ogg"
FLAC = "audio/flac"
WAV = "audio/wav"
PYTHON = "text/x-python"
JAVASCRIPT = "text/javascript"
TYPESCRIPT = "text/x-typescript"
JAVA = "text/x-java"
C = "text/x-c"
CPP = "text/x-c++"
C_SHARP = "text/x-csharp"
GO = "text/x-go"
RUST = "text/x-rust"
RUBY = "text/x-ruby"
PHP = "text/x-php"
KOTLIN = "text/x-kotlin"
SWIFT = "text/x-swift"
SHELL = "text/x-shellscript"
CSS = "text/css"
SQL = "text/x-sql"
SRT = "application/x-subrip"
VTT = "text/vtt"
JSON = "application/json"
JSON_LINES = "application/jsonl"
YAML = "application/yaml"
TOML = "application/toml"
NOTEBOOK = "application/x-ipynb+json"
RST = "text/x-rst"
ORG = "text/org"
ASCIIDOC = "text/asciidoc"
LATEX = "text/x-tex"
DOCBOOK = "application/docbook+xml"
JATS = "application/jats+xml"
MEDIAWIKI = "text/x-mediawiki"
MAN = "text/troff"
TEXTILE = "text/x-textile"
TYPST = "text/x-typst"
ZIP = "application/zip"
TAR = "application/x-tar"
EML = "message/rfc822"
MBOX = "application/mbox"
MSG = "application/vnd.ms-outlook"
SVG = "image/svg+xml"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
WEBP = "image/webp"
BMP = "image/bmp"
GIF = "image/gif"


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file.

    media_type: what is stored and served. file_type: the short name that people filter by. reader: dotted path
    `package.module:function` of its Extractor. magic: first bytes of a file that is no text. members: beginnings
    of the names of zip members, one of which says that a zip is this. endings: under which a text is this.
    looks: regular expression that the first 64 KiB of a text must match, besides the ending, ignoring case;
    empty where the ending decides. container: it holds files that become documents of their own.
    """

    media_type: str
    file_type: str
    reader: str
    magic: tuple[bytes, ...] = ()
    members: tuple[str, ...] = ()
    endings: frozenset[str] = frozenset()
    looks: str = ""
    container: bool = False


_CODE = (
    (PYTHON, "py", "py pyi pyw"),
    (JAVASCRIPT, "js", "js jsx mjs cjs"),
    (JAVA, "java", "java"),
    (C, "c", "c h"),
    (CPP, "cpp", "cc cpp cxx c++ hh hpp hxx h++ ipp tpp cu cuh ino"),
    (C_SHARP, "cs", "cs"),
    (GO, "go", "go"),
    (RUST, "rs", "rs"),
    (RUBY, "rb", "rb rake gemspec"),
    (PHP, "php", "php php5 phtml inc"),
    (KOTLIN, "kt", "kt kts"),
    (SWIFT, "swift", "swift"),
    (SHELL, "sh", "sh bash zsh ksh"),
    (CSS, "css", "css"),
)

_RECORDINGS = (
    (MP4, "mp4"),
    (MP4_AUDIO, "m4a"),
    (QUICKTIME, "mov"),
    (MATROSKA, "mkv"),
    (WEBM, "webm"),
    (AVI, "avi"),
    (ASF, "wmv"),
    (MP3, "mp3"),
    (OGG, "ogg"),
    (FLAC, "flac"),
    (WAV, "wav"),
)
"""Told apart by timed.signatures."""

_PICTURES = (
    (PNG, "png", rb"\x89PNG\r\n\x1a\n"),
    (JPEG, "jpg", rb"\xff\xd8\xff"),
    (TIFF, "tif", rb"II\*\x00|MM\x00\*"),
    (WEBP, "webp", rb"RIFF....WEBP"),
    (BMP, "bmp", rb"BM.{8}....[\x0c\x28\x40\x6c\x7c]\x00\x00\x00"),
    (GIF, "gif", rb"GIF8[79]a"),
)
"""With the pattern of their first bytes."""

PICTURES = {media_type: pattern for media_type, _, pattern in _PICTURES}
"""Read by recognition only, so that `registry.detect` knows them when it is told to."""

FORMATS: tuple[Format, ...] = (
    Format(PDF, "pdf", "ingest.extract.pdf:extract", magic=(b"%PDF",)),
    Format(DOCX, "docx", "ingest.extract.docx:extract", members=("word/",)),
    Format(PPTX, "pptx", "ingest.extract.pptx:extract", members=("ppt/",)),
    Format(XLSX, "xlsx", "ingest.extract.spreadsheet.xlsx:extract", members=("xl/workbook.xml",)),
    Format(XLSB, "xlsb", "ingest.extract.spreadsheet.older:extract", members=("xl/workbook.bin",)),
    Format(XLS, "xls", "ingest.extract.spreadsheet.older:extract"),
    Format(ODT, "odt", "ingest.extract.odf.text:extract"),
    Format(ODP, "odp", "ingest.extract.odf.slides:extract"),
    Format(ODS, "ods", "ingest.extract.spreadsheet.ods:extract"),
    Format(RTF, "rtf", "ingest.extract.rtf:extract"),
    Format(EPUB, "epub", "ingest.extract.epub:extract", members=("META-INF/container.xml",)),
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
    Format(ZIP, "zip", "ingest.extract.container.zip_archive:extract", container=True),
    Format(TAR, "tar", "ingest.extract.container.tar_archive:extract", container=True),
    Format(
        EML,
        "eml",
        "ingest.extract.mail.eml:extract",
        endings=frozenset({"eml", "emlx", "mht", "mhtml"}),
        looks=r"\A\s*(?:\d+\s*\n)?(?:From [^\n]*\n)?(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?"
        r"(?:from|to|date|subject|received|return-path|message-id|mime-version|content-type):",
        container=True,
    ),
    Format(
        MBOX,
        "mbox",
        "ingest.extract.mail.mbox:extract",
        endings=frozenset({"mbox", "mbx", ""}),
        looks=r"\A\s*From \S{1,300} [^\n]{0,100}\d\d:\d\d[^\n]{0,60}\n[\w-]+:",
        container=True,
    ),
    Format(MSG, "msg", "ingest.extract.mail.msg:extract", container=True),
    Format(RST, "rst", "ingest.extract.restructuredtext:extract", endings=frozenset({"rst", "rest"})),
    Format(ORG, "org", "ingest.extract.org:extract", endings=frozenset({"org"})),
    Format(
        ASCIIDOC, "adoc", "ingest.extract.asciidoc:extract", endings=frozenset({"adoc", "asciidoc", "asc"})
    ),
    Format(
        LATEX,
        "tex",
        "ingest.extract.pandoc:extract",
        endings=frozenset({"tex", "latex", "ltx"}),
        looks=r"\\(?:documentclass|documentstyle|begin|input|include|title|part|chapter|(?:sub)*section|paragraph)\b",
    ),
    Format(
        DOCBOOK,
        "docbook",
        "ingest.extract.pandoc:extract",
        endings=frozenset({"xml", "dbk", "docbook"}),
        looks=r"docbook\.org/(?:ns|xml)|DTD (?:Simplified )?DocBook|\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
        r"<(?:chapter|sect1|refentry|bookinfo|preface|appendix)\b",
    ),
    Format(
        JATS,
        "jats",
        "ingest.extract.pandoc:extract",
        endings=frozenset({"xml", "nxml", "jats"}),
        looks=r"//(?:NLM|NISO)//DTD|jats\.nlm\.nih\.gov|<article\b[^>]*\bdtd-version",
    ),
    Format(
        MEDIAWIKI,
        "mediawiki",
        "ingest.extract.pandoc:extract",
        endings=frozenset({"mediawiki", "wiki", "wikitext"}),
        looks=r"(?m)^==+[^=\n].*==+\s*$|\[\[[^\]\n]+\]\]|\{\{[^{}\n]+|'''",
    ),
    Format(
        MAN,
        "man",
        "ingest.extract.pandoc:extract",
        endings=frozenset({*"12345678", "man", "mdoc"}),
        looks=r"(?m)^\.(?:TH|Dt)\s",
    ),
    Format(TEXTILE, "textile", "ingest.extract.pandoc:extract", endings=frozenset({"textile"})),
    Format(TYPST, "typ", "ingest.extract.pandoc:extract", endings=frozenset({"typ"})),
    Format(NOTEBOOK, "ipynb", "ingest.extract.notebook:extract", endings=frozenset({"ipynb"})),
    Format(
        JSON,
        "json",
        "ingest.extract.data_text.json_text:extract",
        endings=frozenset({"json", "jsonc", "json5", "geojson", "webmanifest", "har", "topojson"}),
        looks=r"\A\s*(?:(?://[^\n]*|/\*.*?\*/)\s*)*[\[{]",
    ),
    Format(
        JSON_LINES,
        "jsonl",
        "ingest.extract.data_text.json_text:extract_lines",
        endings=frozenset({"jsonl", "ndjson", "jsonlines"}),
    ),
    Format(YAML, "yaml", "ingest.extract.data_text.yaml_text:extract", endings=frozenset({"yaml", "yml"})),
    Format(TOML, "toml", "ingest.extract.data_text.toml_text:extract", endings=frozenset({"toml"})),
    Format(
        SRT,
        "srt",
        "ingest.extract.timed.subtitles:extract",
        endings=frozenset({"srt"}),
        looks=r"\d{1,2}:\d{1,2}:\d{1,2}[,.:]\d{1,3}\s*-+>",
    ),
    Format(
        VTT,
        "vtt",
        "ingest.extract.timed.subtitles:extract",
        endings=frozenset({"vtt"}),
        looks=r"\A\s*\ufeff?WEBVTT",
    ),
    Format(CSV, "csv", "ingest.extract.spreadsheet.delimited:extract", endings=frozenset({"csv"})),
    Format(TSV, "tsv", "ingest.extract.spreadsheet.delimited:extract", endings=frozenset({"tsv", "tab"})),
    *(
        Format(media_type, name, "ingest.extract.code.extraction:extract", endings=frozenset(endings.split()))
        for media_type, name, endings in _CODE
    ),
    Format(
        TYPESCRIPT,
        "ts",
        "ingest.extract.code.extraction:extract",
        endings=frozenset({"ts", "tsx", "mts", "cts"}),
        looks=r"\A(?!\s*<(?:\?xml|!doctype))",
    ),
    Format(SQL, "sql", "ingest.extract.code.sql:extract", endings=frozenset({"sql", "ddl", "pks", "pkb"})),
    *(Format(media_type, name, "ingest.extract.timed.recording:extract") for media_type, name in _RECORDINGS),
    *(Format(media_type, name, "ingest.extract.pictures:extract") for media_type, name, _ in _PICTURES),
    Format(
        SVG,
        "svg",
        "ingest.extract.plain_text:extract",
        endings=frozenset({"svg"}),
        looks=r"<(?:svg:)?svg[\s>]",
    ),
    Format(PLAIN, "txt", "ingest.extract.plain_text:extract"),
)
"""In the order in which they are tried."""

BY_MEDIA_TYPE = {form.media_type: form for form in FORMATS}

RECOGNISED = frozenset({PDF, *PICTURES})
"""Kinds of files whose pictures of text can be recognised."""

CONTAINERS = frozenset(form.media_type for form in FORMATS if form.container)
