"""Ladders: severities along the number line."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.rulepack import Bound, Comparison, Severity, Tier
from engine.rules import ladder
from engine.rules.ladder import NO_TIER, Ladder

FAIL, WARNING, PASS = 2, 1, 0


def steps(*tiers: tuple[str, str, float] | str) -> Ladder:
    """Build a ladder from (level, op, bound) and a final level."""
    made = [
        Tier(Severity(tier))
        if isinstance(tier, str)
        else Tier(Severity(tier[0]), Comparison(tier[1]), Bound(literal=tier[2]))
        for tier in tiers
    ]
    return ladder.build(tuple(made), {})


WALL = steps(("fail", "lt", 0.5), ("warning", "lt", 0.8), "pass")


def rank(of: Ladder, value: float) -> int:
    return int(of.ranks(np.array([value]))[0])


@pytest.mark.parametrize(
    ("op", "below", "at", "above"),
    [
        ("lt", FAIL, PASS, PASS),
        ("le", FAIL, FAIL, PASS),
        ("gt", PASS, PASS, FAIL),
        ("ge", PASS, FAIL, FAIL),
        ("eq", PASS, FAIL, PASS),
        ("ne", FAIL, PASS, FAIL),
    ],
)
def test_each_comparison_holds_on_its_own_sides_of_the_bound(
    op: str, below: int, at: int, above: int
) -> None:
    single = steps(("fail", op, 3.0), "pass")
    assert [rank(single, value) for value in (2.99, 3.0, 3.01)] == [below, at, above]
    assert ladder.holds(Comparison(op), np.array([2.99, 3.0, 3.01]), 3.0).tolist() == [
        below == FAIL,
        at == FAIL,
        above == FAIL,
    ]


def test_the_first_tier_that_holds_gives_the_severity() -> None:
    assert [rank(WALL, value) for value in (0.49, 0.5, 0.79, 0.8, 100.0)] == [
        FAIL,
        WARNING,
        WARNING,
        PASS,
        PASS,
    ]
    swapped = steps(("warning", "lt", 0.8), ("fail", "lt", 0.5), "pass")
    assert rank(swapped, 0.49) == WARNING


def test_floating_noise_at_a_bound_is_no_difference() -> None:
    assert rank(WALL, 0.7999999999) == PASS
    assert rank(WALL, 0.1 + 0.7) == PASS
    assert rank(WALL, 0.799992) == PASS  # a file holds 0.8 as 0.79999
    assert rank(WALL, 0.79998) == WARNING
    assert ladder.holds(Comparison.EQ, np.array([0.1 + 0.2]), 0.3).all()


def test_noise_grows_with_the_bound_and_not_with_the_value() -> None:
    volume = steps(("fail", "gt", 2e9), "pass")
    assert rank(volume, 2e9 + 1.0) == PASS
    assert rank(volume, 2e9 + 10.0) == FAIL
    assert rank(steps(("fail", "ne", 0.0), "pass"), 1.0) == FAIL


def test_infinity_lies_beyond_every_bound() -> None:
    assert rank(WALL, np.inf) == PASS
    assert rank(WALL, -np.inf) == FAIL
    assert rank(steps(("fail", "gt", 3.0), "pass"), np.inf) == FAIL


def test_a_value_no_tier_holds_for_is_not_given_a_severity() -> None:
    open_ended = steps(("fail", "lt", 1.0), ("warning", "lt", 2.0))
    assert [rank(open_ended, value) for value in (0.5, 1.5, 2.5)] == [FAIL, WARNING, NO_TIER]


def test_a_parameter_is_multiplied_by_its_factor() -> None:
    tier = Tier(Severity.FAIL, Comparison.LT, Bound(param="wall", factor=0.5))
    built = ladder.build((tier, Tier(Severity.PASS)), {"wall": 5.0})
    assert built.bounds.tolist() == [2.5]
    assert ladder.build((tier, Tier(Severity.PASS)), {"wall": 3.0}).bounds.tolist() == [1.5]


def test_a_value_is_decided_when_its_whole_interval_has_one_severity() -> None:
    values = np.array([0.9, 0.81, 0.79, 0.65, 0.6])
    uncertainties = np.array([0.05, 0.05, 0.05, 0.05, 0.5])
    disputed = WALL.disputed_bounds(values, uncertainties).tolist()
    assert [None if np.isnan(bound) else bound for bound in disputed] == [None, 0.8, 0.8, None, 0.5]


def test_an_exact_value_at_a_bound_is_decided() -> None:
    assert np.isnan(WALL.disputed_bounds(np.array([0.8]), np.array([0.0]))).all()


def test_a_band_inside_the_interval_leaves_the_value_undecided() -> None:
    gate = steps(("pass", "eq", 1.0), "fail")
    assert gate.disputed_bounds(np.array([0.9]), np.array([0.2])).tolist() == [1.0]
    assert np.isnan(gate.disputed_bounds(np.array([0.9]), np.array([0.05]))).all()


def test_tiers_of_one_level_on_both_sides_of_a_bound_leave_the_value_decided() -> None:
    twice = steps(("fail", "lt", 0.5), ("fail", "lt", 0.8), "pass")
    assert np.isnan(twice.disputed_bounds(np.array([0.5]), np.array([0.1]))).all()


def test_a_value_that_may_as_well_be_its_bound_counts_as_it() -> None:
    values = np.array([0.799, 0.799, 0.81, 0.79, 0.795])
    uncertainties = np.array([0.002, 0.0005, 0.02, 0.02, 0.02])
    # The second is known better than its distance; the third and fourth are further off than one percent.
    assert WALL.settled(values, uncertainties).tolist() == [0.8, 0.799, 0.81, 0.79, 0.8]


def test_infinity_never_counts_as_a_bound() -> None:
    assert WALL.settled(np.array([np.inf]), np.array([np.inf])).tolist() == [np.inf]
    assert steps("pass").settled(np.array([1.0]), np.array([0.1])).tolist() == [1.0]


def test_the_nearest_change_is_the_bound_where_a_better_verdict_begins() -> None:
    values = np.array([0.3, 0.6, 0.9])
    better, passed, worse = WALL.nearest_changes(values, (PASS, WARNING), (PASS,), (WARNING, FAIL))
    assert better[0] == 0.5
    assert np.isnan(better[1:]).all()
    assert passed[:2].tolist() == [0.8, 0.8]
    assert worse[2] == 0.8


def test_a_ladder_that_begins_with_pass_changes_at_the_same_bounds() -> None:
    mirrored = steps(("pass", "ge", 0.8), ("warning", "ge", 0.5), "fail")
    values = np.array([0.3, 0.6, 0.9])
    assert mirrored.ranks(values).tolist() == [FAIL, WARNING, PASS]
    assert mirrored.nearest_changes(values[1:2], (PASS,))[0].tolist() == [0.8]
    assert mirrored.nearest_changes(values[:1], (PASS, WARNING))[0].tolist() == [0.5]


def test_between_two_bounds_the_nearer_one_is_the_change() -> None:
    band = steps(("fail", "lt", 2.0), ("fail", "gt", 4.0), "pass")
    assert band.nearest_changes(np.array([2.5, 3.9, 3.0]), (FAIL,))[0].tolist() == [2.0, 4.0, 2.0]
    assert band.nearest_changes(np.array([1.0, 9.0]), (PASS,))[0].tolist() == [2.0, 4.0]


def test_a_verdict_no_bound_leads_to_has_no_change() -> None:
    gate = steps(("fail", "ge", 1.0), "warning")
    assert np.isnan(gate.nearest_changes(np.array([0.0, 1.0]), (PASS,))).all()
    assert np.isnan(steps("pass").nearest_changes(np.array([1.0]), (FAIL,))).all()


@given(
    st.lists(
        st.tuples(
            st.sampled_from([level.value for level in Severity]),
            st.sampled_from([op.value for op in Comparison]),
            st.integers(-3, 3).map(float),
        ),
        max_size=4,
    ),
    st.integers(-8, 8).map(lambda n: n / 2),
)
def test_pieces_agree_with_trying_the_tiers_one_by_one(
    tiers: list[tuple[str, str, float]], value: float
) -> None:
    tried = {
        "lt": value.__lt__,
        "le": value.__le__,
        "gt": value.__gt__,
        "ge": value.__ge__,
        "eq": value.__eq__,
        "ne": value.__ne__,
    }
    expected = next((Severity(level).rank for level, op, bound in tiers if tried[op](bound)), NO_TIER)
    assert rank(steps(*tiers), value) == expected
