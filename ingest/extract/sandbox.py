"""Extraction in a child process that can be killed: limits of time and memory, progress, cancel.

A crash costs one document. The child is `python -m MODULE` in a session of its own with a clean
environment; it is kept for a bounded number of files. The talk is lines of JSON:

to the child's standard input    {"request": {...}, "result": PATH, "limits": {...}} from its standard
output         {"progress": [done, total, unit]}, then {"done": true} or {"error": [code, sentence]}

The result travels in the file at PATH. When its standard input ends, the child ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.domain.errors import (
    EXTRACTION_ERRORS,
    Cancelled,
    Crashed,
    ExtractionError,
    OutOfMemory,
    TimedOut,
)
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.protocol import Limits

FILES_PER_CHILD = 50
"""A child that read this many files makes room for a fresh one, so that no leak grows for ever."""

_KEEP_BELOW = 0.5
"""A child that grew past this share of its memory limit is not kept."""

_TICK = 0.05
_GRACE = 5.0
_STOPPED = "Stopped: the server shuts down. The work goes on at the next start."
_MESSAGE_LIMIT = 1_000_000
_PROJECT = Path(__file__).resolve().parents[2]


def never_cancelled() -> bool:
    """Answer for callers that do not cancel."""
    return False


class Sandbox:
    """Runs requests in children, one at a time in each; safe to call from several threads."""

    def __init__(self, module: str, *, files_per_child: int = FILES_PER_CHILD, import_path: str = "") -> None:
        """Prepare to run `python -m module`.

        Import_path: a folder to import from, beside the project's own.
        """
        self._module = module
        self._files_per_child = files_per_child
        self._import_path = os.pathsep.join(filter(None, [str(_PROJECT), import_path]))
        self._folder = tempfile.TemporaryDirectory(prefix="mokuji-extract-", ignore_cleanup_errors=True)
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._lock = threading.Lock()
        self._closed = False

    def run(
        self,
        request: dict[str, Any],
        *,
        limits: Limits,
        progress: ProgressSink = ignore_progress,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> bytes:
        """Return what the child wrote for a request.

        Raises the ExtractionError that the child reports, or TimedOut, OutOfMemory, Crashed or Cancelled.
        `cancelled` is asked several times a second and must be cheap.
        """
        with self._child() as child, self._result_file() as result:
            child.ask({"request": request, "result": str(result), "limits": asdict(limits)})
            child.watch(limits, progress, cancelled)
            return result.read_bytes()

    def close(self) -> None:
        """Kill every child, also those at work, and remove what they left."""
        with self._lock:
            self._closed = True
            idle, busy = [*self._idle], [*self._busy]
            self._idle.clear()
        for child in idle:
            child.kill()
        for child in busy:
            child.stop()
        self._folder.cleanup()

    @contextlib.contextmanager
    def _child(self) -> Iterator[_Child]:
        child = self._borrow()
        try:
            yield child
        except ExtractionError:
            self._give_back(child)
            raise
        except BaseException:
            child.kill()
            self._give_back(child)
            raise
        self._give_back(child)

    def _borrow(self) -> _Child:
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if child.alive:
                    self._busy.add(child)
                    return child
            if self._closed:
                raise Cancelled(_STOPPED)
        child = _Child(self._module, self._import_path, self._folder.name)
        with self._lock:
            self._busy.add(child)
        return child

    def _give_back(self, child: _Child) -> None:
        with self._lock:
            self._busy.discard(child)
            keep = (
                child.alive and child.files < self._files_per_child and not child.grown and not self._closed
            )
            if keep:
                self._idle.append(child)
        if not keep:
            child.kill()

    @contextlib.contextmanager
    def _result_file(self) -> Iterator[Path]:
        handle, name = tempfile.mkstemp(dir=self._folder.name, suffix=".result")
        os.close(handle)
        try:
            yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)


class _Child:
    """One child process and the talk with it."""

    def __init__(self, module: str, import_path: str, folder: str) -> None:
        self.files = 0
        self.grown = False
        self._stopped = False
        self._peak = 0
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=_clean_environment(import_path, folder),
            start_new_session=True,
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        self.files += 1
        try:
            self._process.stdin.write(json.dumps(message).encode("ascii") + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            self.kill()
            raise Crashed() from error

    def watch(self, limits: Limits, progress: ProgressSink, cancelled: Callable[[], bool]) -> None:
        """Follow the child until it is done; kill it and raise when it may not go on."""
        deadline = time.monotonic() + limits.seconds
        memory = limits.memory_mb * 1_000_000
        for message in self._messages():
            if message is None:
                self._check(deadline, memory, cancelled)
            elif "progress" in message:
                progress(Progress(*message["progress"]))
            elif "error" in message:
                code, sentence = message["error"]
                if code == OutOfMemory.code:
                    self.kill()
                raise EXTRACTION_ERRORS.get(code, ExtractionError)(sentence)
            else:
                self.grown = resident_bytes(self._process.pid) > memory * _KEEP_BELOW
                return
        self.kill()
        raise self._reason_of_death(memory)

    def _check(self, deadline: float, memory: int, cancelled: Callable[[], bool]) -> None:
        self._peak = max(self._peak, resident_bytes(self._process.pid))
        reason: ExtractionError | None = None
        if self._peak > memory:
            reason = OutOfMemory()
        elif time.monotonic() > deadline:
            reason = TimedOut()
        elif self._stopped:
            reason = Cancelled(_STOPPED)
        elif cancelled():
            reason = Cancelled()
        if reason:
            self.kill()
            raise reason

    def _reason_of_death(self, memory: int) -> ExtractionError:
        code = self._process.returncode
        if self._stopped:
            return Cancelled(_STOPPED)
        if code == -signal.SIGKILL or self._peak > memory * 0.8:
            return OutOfMemory()
        if code in (-signal.SIGXCPU, -signal.SIGALRM):
            return TimedOut()
        return Crashed()

    def _messages(self) -> Iterator[dict[str, Any] | None]:
        """Yield what the child says, and None at every tick; end when it closes its output."""
        assert self._process.stdout
        pipe = self._process.stdout.fileno()
        buffered = b""
        tick = time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while len(buffered) < _MESSAGE_LIMIT:
                ready = selector.select(_TICK)
                if time.monotonic() - tick >= _TICK:
                    tick = time.monotonic()
                    yield None
                if not ready:
                    continue
                data = os.read(pipe, 65_536)
                if not data:
                    return
                *complete, buffered = (buffered + data).split(b"\n")
                yield from map(_parsed, complete)

    def stop(self) -> None:
        """End the child because the sandbox closes; the thread that waits for it learns why.

        That thread closes the pipes: closed here, it would never hear of the end, or read from another file.
        """
        self._stopped = True
        self._end()

    def kill(self) -> None:
        """End the child and all it started; it is gone when this returns."""
        self._end()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _end(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError as error:
        raise Crashed() from error
    return message if isinstance(message, dict) else {}


def _clean_environment(import_path: str, folder: str) -> dict[str, str]:
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": folder,
        "TMPDIR": folder,
        "PYTHONPATH": import_path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
    }


def resident_bytes(pid: int) -> int:
    """Return the memory a process holds; 0 where it cannot be told."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    except (OSError, IndexError):
        return _resident_by_ps(pid)
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _resident_by_ps(pid: int) -> int:
    """Ask ps, where there is no /proc (macOS)."""
    if sys.platform.startswith("linux"):
        return 0
    found = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False, timeout=_GRACE
    )
    return int(found.stdout.strip() or 0) * 1024
