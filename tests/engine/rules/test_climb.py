"""Climbing: values on the ladder of those tiers that are there for their subjects."""

import math

import numpy as np
import pytest

from engine.model.metric import Measured
from engine.model.rulepack import Bound, Comparison, Condition, Severity, Tier
from engine.rules import climb, ladder
from tests.support.tables import Thing, table

FAIL, WARNING, PASS = (level.rank for level in (Severity.FAIL, Severity.WARNING, Severity.PASS))
SMALL = (Condition("area_mm2", Comparison.LE, Bound(param="small")),)
TIERS = (
    Tier(Severity.WARNING, Comparison.LT, Bound(literal=1.0), SMALL),
    Tier(Severity.FAIL, Comparison.LT, Bound(literal=2.0)),
    Tier(Severity.PASS),
)


def stood(tiers, *areas, values, uncertainties=None):
    of = table(*(Thing("FACE", {"area_mm2": area}) for area in areas))
    off = np.zeros(len(values)) if uncertainties is None else np.array(uncertainties)
    return climb.climb(tiers, np.arange(len(areas)), np.array(values), off, of, {"small": 9.0})


def test_each_value_stands_on_the_tiers_of_its_subject():
    found = stood(TIERS, 9.0, 10.0, 9.0, 10.0, values=[0.5, 0.5, 1.75, 2.5])
    assert found.ranks.tolist() == [WARNING, FAIL, FAIL, PASS]
    assert found.pass_bounds[:3].tolist() == [2.0, 2.0, 2.0]
    assert found.thresholds.tolist() == [2.0, 2.0, 2.0, 2.0]


def test_a_dispute_is_reported_where_the_tier_is_there_alone():
    found = stood(TIERS, 9.0, 10.0, values=[0.95, 0.95], uncertainties=[0.1, 0.1])
    assert found.disputed_bounds[0] == 1.0
    assert np.isnan(found.disputed_bounds[1])


def test_without_any_tier_there_no_verdict_is_given():
    found = stood(TIERS[:1], 10.0, values=[0.5])
    assert found.ranks.tolist() == [ladder.NO_TIER]


@pytest.mark.parametrize("n", [0, 3])
def test_tiers_without_conditions_are_one_ladder(n):
    assert stood(TIERS[1:], *[9.0] * n, values=[1.5] * n).ranks.tolist() == [FAIL] * n


def test_subjects_whose_severity_hangs_on_an_unknown_condition_are_reported_with_the_reason():
    of = table(
        Thing("FACE", {"area_mm2": Measured(math.nan, reason="no area")}),
        Thing("FACE", {"area_mm2": 1.0}),
        Thing("FACE", {}),
    )
    every, off = np.arange(len(of.subjects)), np.zeros(len(of.subjects))

    def unclear(tiers, value):
        return climb.unclear(tiers, every, np.full(len(every), value), off, of, {"small": 9.0})

    assert unclear(TIERS, 0.5) == {0: "no area"}
    assert unclear(TIERS, 1.5) == {}  # it fails whether or not the face is small
    assert unclear((TIERS[1], TIERS[0], TIERS[2]), 0.5) == {}  # a tier above settles it
    assert unclear((*TIERS[:1], Tier(Severity.WARNING)), 0.5) == {}  # a warning either way


def test_a_tier_whose_condition_is_within_the_measuring_error_leaves_the_severity_undecided():
    areas = (Measured(8.5, 0.6), Measured(9.2, 0.6), Measured(8.5, 0.4), Measured(9.2, 0.6))
    found = stood(TIERS, *areas, values=[0.5, 0.5, 0.5, 2.5])
    assert found.ranks.tolist() == [WARNING, FAIL, WARNING, PASS]
    assert [each is not None for each in found.disputes] == [True, True, False, False]
    dispute = found.disputes[0]
    assert (dispute.metric, dispute.value, dispute.bound) == ("area_mm2", 8.5, 9.0)


def test_a_condition_that_may_as_well_be_its_bound_is_at_its_bound():
    found = stood(TIERS, Measured(9.05, 0.06), Measured(9.05, 0.04), values=[0.5, 0.5])
    assert found.ranks.tolist() == [WARNING, FAIL]
    assert [each is not None for each in found.disputes] == [True, False]
