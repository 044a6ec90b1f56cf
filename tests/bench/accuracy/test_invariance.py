"""A part of each kind, its truth and three of its spellings: what `make accuracy` asks of hundreds."""

import pytest

from bench.accuracy import generated, invariance
from bench.accuracy.invariance import Compared
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
def test_a_drawn_part_respelled_is_the_same_part(name):
    compared = invariance.measure_generated(name, MUTATORS)
    assert {mutator: each.said for mutator, each in compared.items()} == dict.fromkeys(MUTATORS, ())
    assert all(each.n_answers >= 1 for each in compared.values())


def test_shares_count_parts_and_answers_and_an_error_counts_all_answers():
    result = invariance.Result()
    result.compared["turned"] += [
        Compared(10, ()),
        Compared(6, ("WALL lost", "WALL new")),
        Compared(4, ("ValueError: no",), is_broken=True),
    ]
    assert result.figures() == {"turned": {"parts": pytest.approx(1 / 3), "answers": pytest.approx(0.7)}}
