"""The parts of an OpenDocument file that its text needs: content, styles, and the equations beside it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from ingest.domain.document import Line, Metadata
from ingest.domain.errors import Damaged
from ingest.domain.titles import is_junk_title
from ingest.extract.odf.styles import Styles
from ingest.extract.odf.text_look import Script, scripts_of
from ingest.extract.office_xml import Element, descendants, short
from ingest.extract.opc import Package
from ingest.extract.open_document import language_of, read_metadata, refuse_encrypted

_CJK = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_EQUATIONS = 5_000
_MOST_LOOKED_AT = 2_000


class Parts:
    """What was read of a file. Raises PasswordNeeded or Damaged."""

    def __init__(self, package: Package, kind: str) -> None:
        """kind: the element of the body that must be there, such as `office:text`."""
        refuse_encrypted(package)
        self.content = package.read("content.xml")
        body = next(descendants(self.content, kind), None)
        if body is None:
            raise Damaged
        self.body = body
        self._document = _optional(package, "styles.xml")
        self.styles = Styles(self.content, self._document)
        self.equations = _equations(package)
        self._metadata = read_metadata(package)

    @property
    def script(self) -> Script:
        """The kind of writing that most of the text is in, as far as its beginning tells."""
        counts = {script: 0 for script in Script}
        for text in islice(self.body.itertext(), _MOST_LOOKED_AT):
            for script, count in scripts_of(str(text), None):
                counts[script] += count
        return max(counts, key=counts.__getitem__)

    def metadata(self, lines: list[Line], title: str) -> Metadata:
        """Return what the file says about itself; title: of the text, in place of a placeholder."""
        found = self._metadata
        if title and (not found.title or is_junk_title(found.title)):
            found = replace(found, title=title)
        if not found.language and self._document is not None:
            text = "".join(line.text for line in lines[:400])
            east_asian = len(_CJK.findall(text)) * 3 > len(_LETTER.findall(text))
            found = replace(found, language=language_of(self._document, east_asian=east_asian))
        return found


def _optional(package: Package, part: str) -> Element | None:
    try:
        return package.read(part) if package.has(part) else None
    except Damaged:
        return None


def _equations(package: Package) -> dict[str, str]:
    """Return the texts of embedded equations by the folder they lie in."""
    found: dict[str, str] = {}
    for name in package.names:
        folder, _, file = name.rpartition("/")
        if file != "content.xml" or not folder or len(found) >= _MOST_EQUATIONS:
            continue
        root = _optional(package, name)
        if root is not None and short(root) == "math:math":
            said = next((note.text for note in descendants(root, "math:annotation") if note.text), None)
            words = said or " ".join(str(text) for text in root.itertext())
            found[folder] = f"`{' '.join(words.split())}`" if words.strip() else ""
    return found
