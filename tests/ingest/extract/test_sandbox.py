from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from ingest.domain.errors import Cancelled, Crashed, ExtractionError, OutOfMemory, PasswordNeeded, TimedOut
from ingest.domain.progress import Progress
from ingest.extract.protocol import Limits
from ingest.extract.sandbox import Sandbox, resident_bytes

PROJECT = Path(__file__).resolve().parents[3]

HOSTILE = """
import ctypes, json, os, signal, subprocess, sys, time
from ingest.domain.errors import PasswordNeeded
from ingest.domain.progress import Progress
from ingest.pipeline.child import serve

def handle(request, limits, progress):
    what = request["do"]
    if what == "pid":
        return str(os.getpid()).encode()
    if what == "environment":
        return json.dumps(dict(os.environ)).encode()
    if what == "noise":
        print("noise on standard output")
        sys.stderr.write("noise on standard error" * 50_000)
        os.system("echo noise of a grandchild")
        return b"quiet"
    if what == "progress":
        for done in range(3):
            progress(Progress(done, 3, "page"))
        return b"done"
    if what == "password":
        raise PasswordNeeded()
    if what == "bug":
        raise ZeroDivisionError("an inner matter")
    if what == "deep":
        return handle(request, limits, progress)
    if what == "die":
        os.kill(os.getpid(), getattr(signal, request["signal"]))
    if what == "leave":
        os._exit(3)
    if what == "grow":
        held = []
        while True:
            held.append(bytearray(b"x" * 20_000_000))
            time.sleep(0.001)
    if what == "burst":
        return b"x" * 3_000_000_000
    if what == "spin":
        progress(Progress(0, 1, str(os.getpid())))
        while True:
            pass
    if what == "block":
        progress(Progress(0, 1, str(os.getpid())))
        ctypes.PyDLL(None).sleep(600)
    if what == "nest":
        child = subprocess.Popen(["sleep", "600"])
        progress(Progress(0, 1, str(child.pid)))
        time.sleep(600)

serve(handle)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("modules")
    (made / "hostile_reader.py").write_text(HOSTILE)
    return made


@pytest.fixture
def sandbox(folder: Path) -> Iterator[Sandbox]:
    made = Sandbox("hostile_reader", import_path=str(folder), files_per_child=3)
    yield made
    made.close()


def ask(sandbox: Sandbox, what: str, limits: Limits | None = None, **more: str) -> bytes:
    return sandbox.run({"do": what, **more}, limits=limits or Limits(seconds=60))


def wait_until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    pause = threading.Event()
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        pause.wait(0.02)
    return True


def gone(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_a_child_is_kept_for_a_bounded_number_of_files(sandbox: Sandbox) -> None:
    pids = [ask(sandbox, "pid") for _ in range(4)]
    assert pids[0] == pids[1] == pids[2] != pids[3]
    assert gone(int(pids[0]))


def test_progress_arrives_in_order(sandbox: Sandbox) -> None:
    seen: list[Progress] = []
    assert sandbox.run({"do": "progress"}, limits=Limits(), progress=seen.append) == b"done"
    assert seen == [Progress(0, 3), Progress(1, 3), Progress(2, 3)]


def test_what_libraries_print_disturbs_nothing(sandbox: Sandbox) -> None:
    assert ask(sandbox, "noise") == b"quiet"


def test_the_environment_holds_no_secrets_of_the_server(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOKUJI_SECRET", "hidden")
    environment = json.loads(ask(sandbox, "environment"))
    assert "MOKUJI_SECRET" not in environment
    assert environment["HOME"] == environment["TMPDIR"]


def test_an_error_with_a_reason_arrives_and_the_child_lives_on(sandbox: Sandbox) -> None:
    first = ask(sandbox, "pid")
    with pytest.raises(PasswordNeeded, match="Password needed"):
        ask(sandbox, "password")
    assert ask(sandbox, "pid") == first


@pytest.mark.parametrize(
    ("what", "more"),
    [("bug", {}), ("leave", {}), ("die", {"signal": "SIGSEGV"}), ("die", {"signal": "SIGABRT"})],
)
def test_a_crash_costs_one_document(sandbox: Sandbox, what: str, more: dict[str, str]) -> None:
    with pytest.raises(Crashed) as caught:
        ask(sandbox, what, Limits(seconds=60), **more)
    assert "inner matter" not in str(caught.value)
    assert ask(sandbox, "pid")


def test_deep_recursion_is_damage(sandbox: Sandbox) -> None:
    with pytest.raises(ExtractionError, match="Nested too deeply"):
        ask(sandbox, "deep")


@pytest.mark.parametrize("what", ["grow", "burst"])
def test_memory_over_the_limit_ends_the_child(sandbox: Sandbox, what: str) -> None:
    with pytest.raises(OutOfMemory):
        ask(sandbox, what, Limits(seconds=60, memory_mb=250))
    assert ask(sandbox, "pid")


@pytest.mark.parametrize("what", ["spin", "block"])
def test_time_over_the_limit_ends_the_child(sandbox: Sandbox, what: str) -> None:
    seen: list[Progress] = []
    with pytest.raises(TimedOut):
        sandbox.run({"do": what}, limits=Limits(seconds=6), progress=seen.append)
    assert gone(int(seen[0].unit))


@pytest.mark.parametrize("what", ["spin", "block", "nest"])
def test_cancel_ends_the_child_and_all_it_started(sandbox: Sandbox, what: str) -> None:
    seen: list[Progress] = []
    with pytest.raises(Cancelled):
        sandbox.run({"do": what}, limits=Limits(), progress=seen.append, cancelled=lambda: bool(seen))
    assert wait_until(lambda: gone(int(seen[0].unit)))


def test_several_threads_have_a_child_each(sandbox: Sandbox) -> None:
    both = threading.Barrier(2, timeout=60)
    pids: list[int] = []

    def work() -> None:
        def meet(progress: Progress) -> None:
            pids.append(int(progress.unit))
            both.wait()

        with pytest.raises(Cancelled):
            sandbox.run({"do": "spin"}, limits=Limits(), progress=meet, cancelled=lambda: len(pids) == 2)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(set(pids)) == 2


def test_close_ends_the_work_that_is_going_on(folder: Path) -> None:
    sandbox = Sandbox("hostile_reader", import_path=str(folder))
    started = threading.Event()
    ended: list[ExtractionError] = []

    def work() -> None:
        try:
            sandbox.run({"do": "spin"}, limits=Limits(), progress=lambda _: started.set())
        except ExtractionError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(60)
    sandbox.close()
    thread.join(60)
    assert [type(error) for error in ended] == [Cancelled]
    with pytest.raises(Cancelled):
        ask(sandbox, "pid")


def test_a_module_that_does_not_start_is_a_crash(folder: Path) -> None:
    sandbox = Sandbox("no_such_reader", import_path=str(folder))
    with pytest.raises(Crashed):
        ask(sandbox, "pid")
    sandbox.close()


def test_nothing_is_left_in_the_folder(sandbox: Sandbox) -> None:
    here = Path(json.loads(ask(sandbox, "environment"))["HOME"])
    with pytest.raises(PasswordNeeded):
        ask(sandbox, "password")
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("what", ["spin", "block"])
def test_the_child_dies_with_its_parent(folder: Path, what: str) -> None:
    script = (
        "import sys; from ingest.extract.sandbox import Sandbox; from ingest.extract.protocol import Limits\n"
        f"Sandbox('hostile_reader', import_path={str(folder)!r}).run({{'do': {what!r}}}, limits=Limits(),"
        " progress=lambda p: print(p.unit, flush=True))"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait(20)
    parent.stdout.close()
    assert wait_until(lambda: gone(child))


def test_resident_memory_is_measured() -> None:
    assert resident_bytes(os.getpid()) > 1_000_000
    assert resident_bytes(2**22 + 1) == 0
