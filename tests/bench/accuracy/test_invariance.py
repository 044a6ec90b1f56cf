"""A part of each kind, its truth and one of its spellings: what `make accuracy` asks of hundreds."""

import pytest

from bench.accuracy import generated, invariance
from bench.accuracy.invariance import Compared
from tests.support.generated import Name

PARTS = {
    Name("holes", "stepped", 0): "nurbs",
    Name("bosses", "filleted_foot", 0): "quarters",
    Name("slots", "round_end", 0): "turned",
    Name("fins", "rib", 0): "quarters",
    Name("pockets", "island", 0): "turned",
    Name("blends", "rim", 0): "nurbs",
    Name("bends", "hat", 0): "turned",
    Name("plates", "plain_plate", 0): "quarters",
}
"""With the mutator that respells each."""
ALL_KINDS = Name("mixed", "bracket", 0)


@pytest.mark.parametrize("name", [*PARTS, ALL_KINDS], ids=str)
def test_a_drawn_part_and_its_twins_are_recognized_to_the_hundredth(name):
    tallies, failures, n_parts = generated.measure(name)
    assert failures == []
    assert n_parts >= 2
    assert sum(tally.exact for tally in tallies.values()) >= 1


@pytest.mark.parametrize(("name", "mutator"), PARTS.items(), ids=str)
def test_a_drawn_part_respelled_is_the_same_part(name, mutator):
    ((respelled, compared),) = invariance.measure_generated(name, (mutator,)).items()
    assert (respelled, compared.said) == (mutator, ())
    assert compared.n_answers >= 1


def test_shares_count_parts_and_answers_and_an_error_counts_all_answers():
    result = invariance.Result()
    result.compared["turned"] += [
        Compared(10, ()),
        Compared(6, ("WALL lost", "WALL new")),
        Compared(4, ("ValueError: no",), is_broken=True),
    ]
    assert result.figures() == {"turned": {"parts": pytest.approx(1 / 3), "answers": pytest.approx(0.7)}}
