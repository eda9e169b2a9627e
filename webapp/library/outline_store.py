"""Outlines in the database: a row for each section, rebuilt into the tree on reading."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from django.db import connection

from ingest.domain import codec
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section
from webapp.library.models import ExtractedOutline, Revision, SectionRow


def save_outline(revision_id: int, outline: Outline) -> None:
    """Store the sections of a revision, replacing what was there. Call inside a transaction."""
    SectionRow.objects.filter(revision_id=revision_id).delete()
    SectionRow.objects.bulk_create(
        (
            SectionRow(
                revision_id=revision_id,
                position=position,
                number=section.number,
                title=section.title,
                level=section.level,
                first_line=section.first_line,
                last_line=section.last_line,
                provenance=section.provenance.value,
                confidence=section.confidence,
                summary=section.summary,
                keywords=list(section.keywords),
            )
            for position, section in enumerate(outline.walk())
        ),
        batch_size=500,
    )


def read_outline(revision: Revision) -> Outline:
    """Return the tree of a revision."""
    quality = OutlineQuality(revision.card.get("outline_quality", OutlineQuality.NONE.value))
    rows = list(SectionRow.objects.filter(revision=revision).order_by("position"))
    children: dict[str, list[Section]] = {}
    for row in reversed(rows):
        section = Section(
            number=row.number,
            title=row.title,
            level=row.level,
            first_line=row.first_line,
            last_line=row.last_line,
            provenance=Provenance(row.provenance),
            confidence=row.confidence,
            summary=row.summary,
            keywords=tuple(row.keywords),
            children=tuple(reversed(children.pop(row.number, []))),
        )
        parent = row.number.rpartition(".")[0]
        children.setdefault(parent, []).append(section)
    return Outline(tuple(reversed(children.get("", []))), quality, revision.line_count)


def keep_extracted(revision_id: int, outline: Outline, *, lost: Sequence[str]) -> None:
    """Keep what was extracted beside an edit. lost: titles of edits whose place is not in this revision."""
    ExtractedOutline.objects.update_or_create(
        revision_id=revision_id,
        defaults={"outline": zlib.compress(codec.dumps(outline), 6), "lost": list(lost)},
    )


def read_extracted(revision: Revision) -> Outline:
    """Return the tree of a revision as it was extracted, whatever people made of it."""
    kept = ExtractedOutline.objects.filter(revision=revision).first()
    if kept is None:
        return read_outline(revision)
    return codec.loads(Outline, zlib.decompress(bytes(kept.outline)))


def section_row_at(revision_id: int, line: int) -> SectionRow | None:
    """Return the deepest section that holds a line, or None before the first heading."""
    return (
        SectionRow.objects.filter(revision_id=revision_id, first_line__lte=line, last_line__gte=line)
        .order_by("-level")
        .first()
    )


def sections_around(ranges: Sequence[tuple[int, int, int]]) -> list[tuple[str, str] | None]:
    """Return number and title of the deepest section that holds each (revision id, first line, last line).

    None before the first heading. One query, written out: many conditions are slow to build otherwise.
    """
    if not ranges:
        return []
    one = "(revision_id = %s AND first_line <= %s AND last_line >= %s)"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT revision_id, first_line, last_line, number, title"  # noqa: S608
            f" FROM {SectionRow._meta.db_table} WHERE {' OR '.join([one] * len(ranges))} ORDER BY level",
            [number for wanted in ranges for number in wanted],
        )
        rows = cursor.fetchall()
    deepest: list[tuple[str, str] | None] = []
    for revision_id, first, last in ranges:
        found = [
            (number, title)
            for held_by, start, end, number, title in rows
            if held_by == revision_id and start <= first and end >= last
        ]
        deepest.append(found[-1] if found else None)
    return deepest
