"""Curves sampled to be divided: helices of many turns are as long as their formula says."""

import math

import numpy as np
import pytest

from engine.meshing import divide

RADIUS_MM, PITCH_MM = 2.4, 1.0
OF_A_TURN_MM = math.hypot(2.0 * math.pi * RADIUS_MM, PITCH_MM)


def sampled(evaluator, last: float) -> divide.Sampled:
    (found,) = divide._sampled([evaluator], np.array([[0.0, last]]))
    return found


def helix(at):
    turn = 2.0 * math.pi * at
    return np.stack([RADIUS_MM * np.cos(turn), RADIUS_MM * np.sin(turn), PITCH_MM * at], axis=1)


@pytest.mark.parametrize("turns", [1, 3, 8, 16, 20, 128, 256])
def test_a_helix_is_as_long_as_it_is_and_turns_as_much(turns: int) -> None:
    """Eight turns under nine samples, or sixteen under seventeen, are a straight line from turn to turn."""
    found = sampled(helix, float(turns))
    assert found.lengths.sum() == pytest.approx(turns * OF_A_TURN_MM, rel=0.02)
    turn = turns * 2.0 * math.pi * (2.0 * math.pi * RADIUS_MM) / OF_A_TURN_MM
    assert found.turns.sum() == pytest.approx(turn, rel=0.02)


def test_a_straight_line_needs_no_more_samples_than_the_fewest() -> None:
    found = sampled(lambda at: np.outer(at, [1.0, 2.0, 2.0]), 8.0)
    assert len(found.points) == divide.COARSE
    assert found.lengths.sum() == pytest.approx(24.0, abs=1e-12)
    assert found.turns.sum() == pytest.approx(0.0, abs=1e-6)


def test_a_curve_with_a_corner_is_not_sampled_for_ever() -> None:
    """An L with legs of 1 and 3, its corner at no sample."""
    found = sampled(lambda at: np.stack([np.minimum(at, 1.0), np.maximum(at - 1.0, 0.0)], axis=1), 4.0 + 1e-3)
    assert len(found.points) == divide.FINE
    assert found.lengths.sum() == pytest.approx(4.0, abs=0.03)
