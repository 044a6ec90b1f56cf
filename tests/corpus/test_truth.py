"""Real parts that differ in kind, feature by feature, against what was counted by eye and measured by hand.

`tests/support/hand_counted.py` says how; `python -m bench accuracy` checks all parts of the table alike.
"""

from pathlib import Path

import pytest

from tests.support import hand_counted
from tests.support.corpus import needs_corpus
from tests.support.hand_counted import TRUTH
from tests.support.real_step_files import IN_SUITE, READ

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


@needs_corpus
@pytest.mark.parametrize("file", [file for file in IN_SUITE if file in TRUTH])
def test_a_part_has_what_an_engineer_counts_on_it(file: str) -> None:
    assert list(hand_counted.faults(hand_counted.features_of(file), TRUTH[file])) == []


def test_enough_parts_of_all_processes_are_in_the_table() -> None:
    processes = [file.split("/")[1] for file in TRUTH]
    assert len(processes) >= 15
    assert set(processes) >= {"cnc", "casting", "injection", "sheet-metal", "additive"}


def test_each_table_is_of_a_part_of_its_own() -> None:
    assert len(TRUTH) == len(list((Path(__file__).parent / "truth").glob("*.toml")))


@needs_corpus
def test_every_part_that_was_counted_is_among_those_that_are_read() -> None:
    assert set(READ) >= TRUTH.keys()
