"""The process that builds a graph: `python -m ingest.engines.vector.graph_child FOLDER DIMENSION`; see graph."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ingest.domain.parent_process import end_with_parent
from ingest.engines.vector.graph import NICENESS
from ingest.engines.vector.qdrant_edge import build_graph


def main() -> None:
    """Build the graph, and end early with the process that asked for it."""
    end_with_parent(True)
    os.nice(NICENESS)
    folder, dimension = sys.argv[1:]
    build_graph(Path(folder), dimension=int(dimension))


if __name__ == "__main__":
    main()
