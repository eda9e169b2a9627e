"""The child process of the sandbox:

reads a request, prepares the file, writes the result; `python -m` this module.

The talk is described in ingest.extract.sandbox. The child ends when its parent does, also in the middle of
a file.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from ingest.domain import codec
from ingest.domain.errors import Crashed, Damaged, ExtractionError, OutOfMemory, TooLarge
from ingest.domain.parent_process import end_with_parent
from ingest.domain.progress import Progress, ProgressSink
from ingest.extract.protocol import Limits, SourceFile
from ingest.pipeline.prepare_document import prepare

Handler = Callable[[dict[str, Any], Limits, ProgressSink], bytes]

_NICENESS = 10
_RESULT_BYTES = 2_000_000_000
_SPARE_SECONDS = 5


def main() -> None:
    """Serve requests to prepare documents until standard input ends."""
    serve(prepare_request)


def prepare_request(request: dict[str, Any], limits: Limits, progress: ProgressSink) -> bytes:
    """Return an encoded PreparedDocument for {"path", "name", "media_type" and so on}."""
    folder = request.get("unpack_to")
    source = SourceFile(
        path=Path(request["path"]),
        name=request["name"],
        media_type=request.get("media_type") or "",
        password=request.get("password"),
        unpack_to=Path(folder) if folder else None,
        nesting=request.get("nesting") or 1,
        recognise=bool(request.get("recognise")),
    )
    if source.recognise:
        os.nice(_NICENESS)  # the most there is: such a child does nothing else
    return codec.dumps(prepare(source, limits=limits, progress=progress))


def serve(handler: Handler) -> None:
    """Answer requests on standard input with a handler, one after the other."""
    answers = _private_output()
    _settle()
    for line in sys.stdin:
        message = json.loads(line)
        limits = Limits(**message["limits"])
        _limit(limits)
        end_with_parent(True)
        answer = _answer(handler, message, limits, answers)
        end_with_parent(False)
        signal.alarm(0)
        print(json.dumps(answer), file=answers, flush=True)


def _answer(handler: Handler, message: dict[str, Any], limits: Limits, answers: TextIO) -> dict[str, Any]:
    def tell(progress: Progress) -> None:
        told = {"progress": [progress.done, progress.total, progress.unit]}
        print(json.dumps(told), file=answers, flush=True)

    try:
        Path(message["result"]).write_bytes(handler(message["request"], limits, tell))
    except BaseException as error:
        reason = _reason(error)
        return {"error": [reason.code, str(reason)]}
    return {"done": True}


def _reason(error: BaseException) -> ExtractionError:
    if isinstance(error, ExtractionError):
        return error
    if isinstance(error, MemoryError):
        return OutOfMemory()
    if isinstance(error, RecursionError):
        return Damaged("Nested too deeply to be read. Save it again in its program.")
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return TooLarge()
    return Crashed()


def _private_output() -> TextIO:
    """Keep the answers' pipe for this module: what a library prints must not reach it."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    return answers


def _settle() -> None:
    """Take a back seat, and leave nothing behind when dying."""
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_FSIZE, _RESULT_BYTES)


def _limit(limits: Limits) -> None:
    """Bind this process for one file: processor seconds, wall seconds, address space.

    The parent measures memory and time too; these limits hold where it does not look, or is no more.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime)
    _lower(resource.RLIMIT_CPU, spent + limits.seconds + _SPARE_SECONDS)
    signal.alarm(limits.seconds + _SPARE_SECONDS)
    if sys.platform.startswith("linux"):
        _lower(resource.RLIMIT_AS, _address_space() + (limits.memory_mb + limits.mapped_mb) * 1_000_000)


def _address_space() -> int:
    pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    return int(pages) * resource.getpagesize()


def _lower(kind: int, value: int) -> None:
    """Set a soft limit, within what the hard limit allows."""
    _, hard = resource.getrlimit(kind)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (soft, hard))


if __name__ == "__main__":
    main()
