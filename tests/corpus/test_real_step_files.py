"""Real parts that differ in kind: what the corpus' manifest says of them, and sound edges.

`python -m bench accuracy` checks all of the corpus alike.
"""

import pytest

from tests.support import real_step_files
from tests.support.corpus import CORPUS, part
from tests.support.real_step_files import IN_SUITE, ROWS

HUGE = "real/cnc/partA.step"
"""67 x 86 x 50 m by its declared unit: read, and doubted aloud."""

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.slow,
    pytest.mark.skipif(not ROWS, reason=f"the test corpus is not at {CORPUS}"),
]
# With `scope`, all tests of one file stand beside each other: each worker of a run reads its own.


@pytest.mark.parametrize("name", IN_SUITE, scope="module")
def test_real_parts_measure_as_the_manifest_says(name: str) -> None:
    assert list(real_step_files.wrong_measures(part(name), ROWS[name])) == []


@pytest.mark.parametrize("name", IN_SUITE, scope="module")
def test_faces_and_edges_of_real_parts_hold_together(name: str) -> None:
    assert list(real_step_files.unsound_faces(part(name))) == []


@pytest.mark.parametrize("name", IN_SUITE, scope="module")
def test_borders_of_real_parts_have_the_first_face_on_the_left(name: str) -> None:
    """Where two planes meet, the way from the edge's middle into `faces[0]` leads towards its material."""
    assert list(real_step_files.turned_borders(part(name))) == []


@pytest.mark.skipif(HUGE not in ROWS, reason=f"the test corpus is not at {CORPUS}")
def test_a_part_of_120_meters_is_read_and_doubted_with_its_size() -> None:
    (note,) = part(HUGE).notes
    assert "66.85 x 86.35 x 50 m" in note
    assert "meters" in note
