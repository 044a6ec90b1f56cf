"""`python -m tests.support.whole_result FILE MM`: the whole result of a file, as bytes on stdout.

For tests that compare what two processes make of one file.
"""

import sys
from pathlib import Path

from engine import pipeline, present
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs


def of(path: Path, max_edge_mm: float | None) -> bytes:
    """Analyze a file in this process and present the result, without its artifacts.

    Edges of the mesh are as long at most; as the part's size asks for where that is None.
    """
    context = pipeline.prepare(path, MeshOptions(max_edge_mm), Progress())
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), Progress())
    return present.text(present.result(analysis)).encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(of(Path(sys.argv[1]), float(sys.argv[2]) or None))
