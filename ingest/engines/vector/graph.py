"""Building the graph of an embedded vector index in a process of its own, behind everything else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ingest.domain.errors import EngineError

NICENESS = 19
_IMPORTED_FROM = Path(__file__).resolve().parents[3]
_CHILD = "ingest.engines.vector.graph_child"


def build_elsewhere(folder: Path, *, dimension: int) -> None:
    """Build the graph of the index in a folder that nobody has open. Takes minutes, and no thread of this process.

    Raises EngineError with its reason when that process fails; the folder may then be damaged.
    """
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", _CHILD, str(folder.resolve()), str(dimension)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(_IMPORTED_FROM)},
        start_new_session=True,
    )
    assert child.stdin is not None
    assert child.stderr is not None
    try:
        complaint = child.stderr.read().decode("utf-8", "replace").strip()
        ended = child.wait()
    finally:
        child.kill()
        child.stdin.close()
        child.stderr.close()
    if ended:
        last = complaint.splitlines()[-1] if complaint else f"it ended with {ended}"
        raise EngineError(
            f"The graph of the vector index could not be built ({last}). Check memory and disk."
        )
