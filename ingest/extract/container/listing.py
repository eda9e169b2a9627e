"""The text of an archive: what it holds, folder by folder, with sizes and what became of each file."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ingest.domain.cleaning import clean
from ingest.domain.document import Coverage, Extraction, HeadingHint, Hints, Line, Metadata, Place
from ingest.domain.outline import Provenance
from ingest.domain.parts import Part
from ingest.extract.container.names import base_name
from ingest.extract.container.unpacking import Unpacking

_NAMED = 5
_DEEPEST = 6


def size_text(size: int) -> str:
    """Return a size for people: `512 bytes`, `3.4 MB`."""
    if size < 1000:
        return f"{size} bytes" if size != 1 else "1 byte"
    value, unit = size / 1000, "kB"
    for larger in ("MB", "GB"):
        if value >= 999.5:
            value, unit = value / 1000, larger
    return f"{value:.1f} {unit}" if value < 9.95 else f"{value:.0f} {unit}"


def part_line(part: Part, name: str) -> str:
    """Return the line of a part. What becomes of it later is added at the end by whoever knows."""
    told = f"- {name} ({size_text(part.size)})"
    if not part.failure:
        return told
    return f"{told}: not read. {part.failure}"


def archive_extraction(unpacking: Unpacking, *, title: str, notes: tuple[str, ...] = ()) -> Extraction:
    """Return the listing of an archive as its text: a section for each folder, a line for each file."""
    parts = unpacking.parts
    lines = [Line(title), Line(""), Line(_summary(parts)), Line("")]
    headings = [HeadingHint(1, 1, title, Provenance.MARKUP)]
    noted: list[Part] = []
    folders = _by_folder(parts)
    for folder in sorted(folders, key=lambda folder: [step.casefold() for step in folder.split("/")]):
        if folder:
            level = min(folder.count("/") + 2, _DEEPEST)
            headings.append(HeadingHint(len(lines) + 1, level, folder, Provenance.MARKUP))
            lines += [Line(folder), Line("")]
        for part in sorted(folders[folder], key=lambda part: part.path.casefold()):
            lines.append(Line(part_line(part, base_name(part.path)), Place(part=part.path)))
            noted.append(replace(part, line=len(lines)))
        lines.append(Line(""))
    while lines and not lines[-1].text:
        lines.pop()
    return Extraction(
        lines=tuple(lines),
        hints=Hints(headings=tuple(headings)),
        metadata=Metadata(title=title),
        coverage=Coverage(notes=(*notes, *part_notes(unpacking))),
        parts=tuple(noted),
    )


def archive_title(name: str) -> str:
    """Return the name of an archive without its endings, as a title."""
    stem = clean(base_name(name.replace("\\", "/"))).text.strip()
    for ending in (".zip", ".zipx", ".tgz", ".tbz2", ".txz", ".gz", ".bz2", ".xz", ".tar"):
        if stem.lower().endswith(ending) and len(stem) > len(ending):
            stem = stem[: -len(ending)]
    return " ".join(stem.replace("_", " ").split()) or "Archive"


def _by_folder(parts: list[Part]) -> dict[str, list[Part]]:
    folders: dict[str, list[Part]] = {}
    for part in parts:
        folders.setdefault(part.path.rpartition("/")[0], []).append(part)
    return folders


def _summary(parts: list[Part]) -> str:
    folders = len({part.path.rpartition("/")[0] for part in parts} - {""})
    size = size_text(sum(part.size for part in parts))
    held = f"{len(parts):,} {'file' if len(parts) == 1 else 'files'}"
    where = f" in {folders:,} {'folder' if folders == 1 else 'folders'}" if folders else ""
    return f"An archive of {held}{where}, {size} unpacked."


def part_notes(unpacking: Unpacking) -> tuple[str, ...]:
    """Return what of a container is not read, in words for its card."""
    notes: list[str] = []
    unread = [part for part in unpacking.parts if part.failure]
    if unread:
        kinds = Counter(part.failure_code.replace("-", " ") for part in unread)
        told = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
        named = ", ".join(base_name(part.path) for part in unread[:_NAMED])
        more = ", …" if len(unread) > _NAMED else ""
        notes.append(
            f"{len(unread):,} of {len(unpacking.parts):,} files were not read ({told}): {named}{more}."
        )
    if unpacking.leftovers:
        notes.append(f"{unpacking.leftovers:,} files that systems or tools leave behind were left out.")
    if unpacking.links:
        notes.append(f"{unpacking.links:,} links and special files were left out.")
    return tuple(notes)
