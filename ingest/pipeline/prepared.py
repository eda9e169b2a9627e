"""What the child process hands back: everything about a file that needs no index and no model."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.domain.document import Card, Line
from ingest.domain.outline import Outline
from ingest.domain.parts import Part


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """Lines as agents will read them, the outline with summaries and keywords, the card, the kind of file,
    and the files inside a container."""

    lines: tuple[Line, ...]
    outline: Outline
    card: Card
    media_type: str = ""
    parts: tuple[Part, ...] = ()
