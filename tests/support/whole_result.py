"""`python -m tests.support.whole_result FILE MM ...`: the whole results of files, as bytes on stdout.

For tests that compare what two processes make of them. A zero byte ends each, and the last is this process's
hash of a word.
"""

import sys
from pathlib import Path

from engine import pipeline, present
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs

WORD = "hashed"


def of(path: Path, max_edge_mm: float) -> bytes:
    """Analyze a file in this process and present the result, without its artifacts.

    Edges of the mesh are as long at most.
    """
    context = pipeline.prepare(path, MeshOptions(max_edge_mm), Progress())
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), Progress())
    return present.text(present.result(analysis)).encode()


if __name__ == "__main__":
    if "tests.support.coarse_meshes" in sys.modules:  # the process was forked where servers of tests are
        sys.modules["tests.support.coarse_meshes"].undo()
    for file, max_edge in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        sys.stdout.buffer.write(of(Path(file), float(max_edge)) + b"\0")
    sys.stdout.write(str(hash(WORD)))
