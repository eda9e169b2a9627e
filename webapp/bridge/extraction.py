"""Reading files in killable children, as the pipeline's preparer."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.conf import settings

from ingest.domain import codec
from ingest.domain.errors import Cancelled
from ingest.domain.progress import ProgressSink
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.sandbox import Sandbox
from ingest.pipeline.prepared import PreparedDocument

CHILD = "ingest.pipeline.child"


class _Children:
    """The sandbox of this process, made when it is first needed and after it was closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sandbox: Sandbox | None = None
        self._shut = False

    def sandbox(self) -> Sandbox:
        with self._lock:
            if self._shut:
                raise Cancelled("The server stops. The document is taken up at the next start.")
            if self._sandbox is None:
                self._sandbox = Sandbox(CHILD)
            return self._sandbox

    def close(self, *, shut: bool) -> None:
        with self._lock:
            sandbox, self._sandbox = self._sandbox, None
            self._shut = shut
        if sandbox is not None:
            sandbox.close()


_children = _Children()
_recognising = _Children()
"""Apart from the others: they hold a model of half a gigabyte, and step further back."""


def limits() -> Limits:
    """Return the limits that the settings give to one file."""
    return Limits(
        seconds=settings.MOKUJI["extract_seconds"],
        memory_mb=settings.MOKUJI["extract_memory_mb"],
    )


def prepare_in_child(
    source: SourceFile,
    *,
    progress: ProgressSink,
    cancelled: Callable[[], bool],
    allowed: Limits | None = None,
) -> PreparedDocument:
    """Extract, outline and describe a file in a child. Raises the errors of ingest.domain.errors.

    allowed: what it may use, if not what the settings give to every file.
    """
    children = _recognising if source.recognise else _children
    answer = children.sandbox().run(
        {
            "path": str(source.path),
            "name": source.name.encode("utf-8", "replace").decode(),
            "media_type": source.media_type,
            "password": source.password,
            "unpack_to": str(source.unpack_to) if source.unpack_to else None,
            "nesting": source.nesting,
            "recognise": source.recognise,
        },
        limits=allowed or limits(),
        progress=progress,
        cancelled=cancelled,
    )
    return codec.loads(PreparedDocument, answer)


def forget_model() -> None:
    """End the child that recognises: its model takes half a gigabyte, which nothing that waits needs now."""
    _recognising.close(shut=False)


def close_children(*, for_good: bool = False) -> None:
    """Kill the children, also those at work. for_good: no later file starts a new one, as at shutdown."""
    _children.close(shut=for_good)
    _recognising.close(shut=for_good)


def reopen_children() -> None:
    """Allow children again, at start."""
    _children.close(shut=False)
    _recognising.close(shut=False)
