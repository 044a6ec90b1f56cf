"""Real parts that differ in kind: closed, of moderate size, and as large as the exact part.

`python -m bench accuracy` checks all of `real_meshes.HARDEST` alike.
"""

import pytest

from engine.kernel.mesh import mesh
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import corpus, real_meshes
from tests.support.real_step_files import IN_SUITE


@corpus.needs_corpus
@pytest.mark.corpus
@pytest.mark.parametrize("file", [file for file in IN_SUITE if file in real_meshes.HARDEST])
def test_a_real_part_is_meshed_closed_and_true_to_size(file: str) -> None:
    part = corpus.part(file)
    assert list(real_meshes.faults(mesh(corpus.brep(file), part, MeshOptions(), Progress()), part)) == []
