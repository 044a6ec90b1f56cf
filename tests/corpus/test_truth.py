"""The table of real parts that were counted by eye and measured by hand: enough of them, each once.

`tests/support/hand_counted.py` says how; `test_real_step_files.py` holds parts of the suite to it, and
`python -m bench accuracy` all of them.
"""

from pathlib import Path

from tests.support.corpus import needs_corpus
from tests.support.hand_counted import TRUTH
from tests.support.real_step_files import READ


def test_enough_parts_of_all_processes_are_in_the_table() -> None:
    processes = [file.split("/")[1] for file in TRUTH]
    assert len(processes) >= 15
    assert set(processes) >= {"cnc", "casting", "injection", "sheet-metal", "additive"}


def test_each_table_is_of_a_part_of_its_own() -> None:
    assert len(TRUTH) == len(list((Path(__file__).parent / "truth").glob("*.toml")))


@needs_corpus
def test_every_part_that_was_counted_is_among_those_that_are_read() -> None:
    assert set(READ) >= TRUTH.keys()
