"""Make a folder for `fit_language_map.py` out of Debian packages: `gather_parallel_pages.py FOLDER`.

Needs apt-get, dpkg-deb and a Debian system with its sources of packages; no root. About 110 MB are
fetched. Three kinds of translated texts, so that the map is of languages and not of one subject:
descriptions of packages (their short line is the title), the GNOME help and the LibreOffice help. Texts
that were left in English are dropped. Only vectors of these texts are kept, and only their means by
language enter the map.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html

LIBREOFFICE = (
    "en-us ja zh-cn zh-tw ko de fr es it pt-br ru nl pl cs sv da fi hu el tr id vi ca"  # the model knows more
)
DESCRIPTIONS = "en ja zh_CN zh_TW ko de fr es it pt_BR ru nl pl cs sv da fi hu el tr uk id vi sk ca"
MALLARD = "{http://projectmallard.org/1.0/}"

ALWAYS = ("en", "ja", "zh-cn", "ko", "zh-tw")
"""Languages of which every chosen page is kept; of the others a few, by lot, so that all come up alike."""

OTHERS = 4
OFFICE_PAGES = 1_500
PAGES_WITH_CHINESE, PAGES_WITHOUT = 200, 60
LEAST_TEXT = 60
MOST_PARAGRAPHS = 12

SCRIPTS = {
    "ja": "[\u3040-\u30ff]",
    "zh": "[\u4e00-\u9fff]",
    "ko": "[\uac00-\ud7af]",
    "ru": "[\u0400-\u04ff]",
    "uk": "[\u0400-\u04ff]",
    "el": "[\u0370-\u03ff]",
}
"""Letters that a text in the language must have, a quarter of all; else it was not translated."""

Text = tuple[str, str]
Pages = dict[str, dict[str, Text]]
"""Name -> language -> (title, text)."""


def one_line(text: str | None) -> str:
    """Return a text with single blanks."""
    return " ".join((text or "").split())


def text_of(element: etree._Element) -> str:
    """Return all text below an element, in one line."""
    return one_line("".join(map(str, element.itertext())))


def unpack(packages: list[str], folder: Path) -> Iterator[Path]:
    """Fetch packages and yield the folders they were unpacked to."""
    subprocess.run(
        ["apt-get", "download", "-q", *packages], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    for archive in sorted(folder.glob("*.deb")):
        target = folder / archive.name.split("_")[0]
        subprocess.run(["dpkg-deb", "-x", archive, target], check=True)
        yield target


def gnome_help(folder: Path) -> Pages:
    """Return the pages of the GNOME help."""
    pages: Pages = defaultdict(dict)
    for path in sorted(folder.glob("usr/share/help/*/gnome-help/*.page")):
        root = etree.parse(str(path), etree.XMLParser(recover=True, resolve_entities=False)).getroot()
        title = root.find(f"{MALLARD}title")
        if title is None:
            continue
        for info in list(root.iter(f"{MALLARD}info")):
            if (parent := info.getparent()) is not None:
                parent.remove(info)
        found = [text_of(element) for element in root.iter(f"{MALLARD}p", f"{MALLARD}item")]
        language = {"C": "en"}.get(path.parents[1].name, path.parents[1].name)
        text = " ".join(found[:MOST_PARAGRAPHS])
        pages[f"gnome-{path.stem}"][language.replace("_", "-").lower()] = (
            text_of(title),
            text,
        )
    return pages


def libreoffice_help(folders: list[Path], lot: random.Random) -> Pages:
    """Return some pages of the LibreOffice help: it has thousands."""
    pages: Pages = defaultdict(dict)
    some: list[str] = []
    for folder in folders:
        language = folder.name.removeprefix("libreoffice-help-").replace("en-us", "en")
        root_folders = list(folder.glob("usr/share/libreoffice/help/*/text"))
        if not root_folders:
            continue
        if not some:
            names = sorted(str(path.relative_to(root_folders[0])) for path in root_folders[0].rglob("*.html"))
            some = lot.sample(names, OFFICE_PAGES)
        for path in (root_folders[0] / name for name in some):
            if not path.is_file():
                continue
            root = html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()
            areas = root.xpath("//div[@id='DisplayArea']")
            if not areas:
                continue
            text = " ".join(one_line(p.text_content()) for p in areas[0].findall(".//p")[:MOST_PARAGRAPHS])
            name = "-".join(path.with_suffix("").parts[-3:])
            pages[f"office-{name}"][language] = one_line(root.findtext(".//title")).split("|")[0], text
    return pages


def package_descriptions(folder: Path) -> Pages:
    """Return the descriptions of packages, read from lists that apt-get fetches into a folder of its own."""
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True)
    languages = ",".join(DESCRIPTIONS.split())
    options = [f"Dir::State::lists={lists}", f"Acquire::Languages={languages}", "Acquire::GzipIndexes=false"]
    flags = [part for option in options for part in ("-o", option)]
    subprocess.run(["apt-get", "-q", *flags, "update"], check=True, stdout=subprocess.DEVNULL)
    pages: Pages = defaultdict(dict)
    entry = re.compile(r"Package: (\S+)\nDescription-md5: (\S+)\nDescription-(\S+): (.*)\n((?: .*\n?)*)")
    for path in sorted(lists.glob("*_main_i18n_Translation-*")):
        for paragraph in path.read_text(encoding="utf-8", errors="replace").split("\n\n"):
            if match := entry.match(paragraph):
                package, digest, language, title, text = match.groups()
                name = f"package-{package}-{digest[:6]}"
                pages[name][language.replace("_", "-").lower()] = one_line(title), one_line(text)
    return pages


def translated(row: dict[str, Text]) -> dict[str, Text]:
    """Return what of a page is long enough and really in its language."""
    english = row.get("en")
    kept = {}
    for language, (title, text) in row.items():
        pattern = SCRIPTS.get(language[:2])
        letters = sum(map(str.isalpha, text))
        native = not pattern or (len(re.findall(pattern, text)) > letters / 4 and re.search(pattern, title))
        untouched = language != "en" and english is not None and (title == english[0] or text == english[1])
        if title and len(text) >= LEAST_TEXT and native and not untouched:
            kept[language] = (title, text)
    return kept


def chosen(pages: Pages, lot: random.Random) -> Iterator[tuple[str, str, Text]]:
    """Yield name, language and text of the pages to write."""
    rows = {name: translated(row) for name, row in sorted(pages.items())}
    with_chinese = [name for name, row in rows.items() if {"en", "ja", "zh-cn"} <= row.keys()]
    without = [name for name, row in rows.items() if {"en", "ja", "ko"} <= row.keys() and "zh-cn" not in row]
    lot.shuffle(with_chinese)
    lot.shuffle(without)
    for name in with_chinese[:PAGES_WITH_CHINESE] + without[:PAGES_WITHOUT]:
        row = rows[name]
        others = sorted(row.keys() - set(ALWAYS))
        for language in [*ALWAYS, *lot.sample(others, min(OTHERS, len(others)))]:
            if language in row:
                yield name, language, row[language]


def main() -> None:
    """Fetch, choose, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if folder.exists():
        sys.exit(f"{folder} exists already. Name a new folder.")
    lot = random.Random(3)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        names = ["gnome-user-docs", *(f"libreoffice-help-{language}" for language in LIBREOFFICE.split())]
        gnome, *office = sorted(unpack(names, work))
        pages = gnome_help(gnome) | libreoffice_help(office, lot) | package_descriptions(work)
    count = 0
    for name, language, (title, text) in chosen(pages, lot):
        target = folder / language / f"{name}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
        count += 1
    print(f"{folder}: {count} texts")


if __name__ == "__main__":
    main()
