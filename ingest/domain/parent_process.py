"""A child process that ends when the one that started it does."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import sys


def end_with_parent(watch: bool) -> None:
    """Have the kernel end this process when standard input ends, even inside a library's long call.

    watch: False ends that again, for a loop that reads standard input and sees its end itself.
    """
    if not hasattr(fcntl, "F_SETOWN"):
        return
    if not sys.platform.startswith("linux"):
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    if not watch:
        fcntl.fcntl(0, fcntl.F_SETFL, flags & ~os.O_ASYNC)
        return
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([0], [], [], 0)[0]:
        os._exit(1)
