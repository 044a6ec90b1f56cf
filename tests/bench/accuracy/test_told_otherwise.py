"""A part of each kind, its truth and three of its spellings: what `make accuracy` asks of hundreds."""

import pytest

from bench.accuracy import generated, told_otherwise
from tests.support.generated import Name

PARTS = (
    Name("holes", "stepped", 0),
    Name("bosses", "filleted_foot", 0),
    Name("slots", "round_end", 0),
    Name("fins", "rib", 0),
    Name("pockets", "island", 0),
    Name("blends", "rim", 0),
    Name("bends", "hat", 0),
    Name("plates", "plain_plate", 0),
    Name("mixed", "bracket", 0),
)
MUTATORS = ("turned", "nurbs", "quarters")


@pytest.mark.parametrize("name", PARTS, ids=str)
def test_a_drawn_part_and_its_twins_are_recognized_to_the_hundredth(name):
    tallies, failures, n_parts = generated.measure(name)
    assert failures == []
    assert n_parts >= 2
    assert sum(tally.exact for tally in tallies.values()) >= 1


@pytest.mark.parametrize("name", PARTS, ids=str)
def test_a_drawn_part_told_otherwise_is_the_same_part(name):
    assert told_otherwise.measure_generated(name, MUTATORS) == {mutator: [] for mutator in MUTATORS}
