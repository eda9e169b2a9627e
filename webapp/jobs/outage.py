"""A database that goes away in the middle of work: whoever holds a lease gives it back as soon as it answers again.

Otherwise the documents would wait until the lease ends, and the outage would be called their fault.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from django.db import InterfaceError, OperationalError, close_old_connections

AWAY = (OperationalError, InterfaceError)
"""What Django raises when a database does not answer, is locked or shuts down: no document's fault."""

PATIENCE_SECONDS = 60.0
"""Well below what is left of any lease: nobody else can have taken the work meanwhile."""

PAUSE_SECONDS = 0.5

log = logging.getLogger(__name__)


def when_it_answers(undo: Callable[[], None], *, stopping: threading.Event) -> bool:
    """Call `undo` until the database takes it, for PATIENCE_SECONDS or until the process stops.

    Returns whether it was done; if not, the lease ends by itself.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        close_old_connections()
        try:
            undo()
        except AWAY as error:
            if time.monotonic() > deadline or stopping.wait(PAUSE_SECONDS):
                log.warning("a claim could not be given back, so its lease has to end: %s", error)
                return False
        else:
            return True
