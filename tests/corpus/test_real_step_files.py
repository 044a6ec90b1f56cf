"""Real parts that differ in kind are as they are known to be.

`bench.accuracy.known` says what is asked of them; `python -m bench accuracy` asks it of all of the corpus.
"""

import pytest

from bench.accuracy import known
from tests.support.corpus import CORPUS, part
from tests.support.real_step_files import IN_SUITE, ROWS

HUGE = "real/cnc/partA.step"
"""67 x 86 x 50 m by its declared unit: read, and doubted aloud."""

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not ROWS, reason=f"the test corpus is not at {CORPUS}"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_SUITE)
def test_a_real_part_is_read_meshed_and_recognized_as_it_is_known(name: str) -> None:
    assert known.check_step(name) == []


@pytest.mark.skipif(HUGE not in ROWS, reason=f"the test corpus is not at {CORPUS}")
def test_a_part_of_120_meters_is_read_and_doubted_with_its_size() -> None:
    (note,) = part(HUGE).notes
    assert "66.85 x 86.35 x 50 m" in note
    assert "meters" in note
