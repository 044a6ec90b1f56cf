"""Free surfaces sampled on a grid: flanks are as long as their formula says, however often they wind."""

import math

import numpy as np
import pytest

from engine.meshing import free_grid

INNER_MM, OUTER_MM, PITCH_MM = 10.0, 12.0, 3.0


def flank(slope: float):
    """Return the evaluator of a helicoid: across by u from 0 to 1, and round by v in turns."""

    def evaluate(uv):
        u, v = uv.T
        radius, turn = INNER_MM + u * (OUTER_MM - INNER_MM), 2.0 * math.pi * v
        radial = np.stack([np.cos(turn), np.sin(turn), np.zeros(len(u))], axis=1)
        round_ = np.stack([-np.sin(turn), np.cos(turn), np.zeros(len(u))], axis=1)
        up = np.array([0.0, 0.0, 1.0])
        across = (OUTER_MM - INNER_MM) * (radial + slope * up)
        places = radius[:, None] * radial + (PITCH_MM * v + slope * (radius - INNER_MM))[:, None] * up
        along = 2.0 * math.pi * radius[:, None] * round_ + PITCH_MM * up
        return np.stack([places, across, along], axis=1)

    return evaluate


@pytest.mark.parametrize("slope", [0.4, 0.0], ids=["of a thread", "of a square thread"])
@pytest.mark.parametrize("turns", [1, 3, 4, 8, 16, 20, 52, 84, 136])
def test_a_flank_is_as_long_as_it_winds(turns: int, slope: float) -> None:
    """Five samples of four turns lie above each other, and so do their normals; of 20 it is five a sample."""
    grid = free_grid.sample(flank(slope), (0.0, 1.0, 0.0, float(turns)))
    for column, radius in ((0, INNER_MM), (-1, OUTER_MM)):
        known = turns * math.hypot(2.0 * math.pi * radius, PITCH_MM)
        assert grid.length_v[:, column].sum() == pytest.approx(known, rel=0.02)
    assert len(grid.u) == free_grid.COARSE
    assert grid.length_u.sum(axis=1) == pytest.approx(2.0 * math.hypot(1.0, slope), rel=1e-9)


def test_a_plane_needs_no_more_samples_than_the_fewest() -> None:
    def evaluate(uv):
        flat = np.zeros((len(uv), 3, 3))
        flat[:, 0, :2], flat[:, 1, 0], flat[:, 2, 1] = uv, 1.0, 1.0
        return flat

    grid = free_grid.sample(evaluate, (0.0, 3.0, 0.0, 40.0))
    assert (len(grid.u), len(grid.v)) == (free_grid.COARSE, free_grid.COARSE)
    assert grid.length_v.sum(axis=0) == pytest.approx(40.0)


def test_a_surface_with_a_crease_is_not_sampled_for_ever() -> None:
    """A roof of 60 degrees over u from 0 to 1, with its ridge at no sample."""

    def evaluate(uv):
        slope = np.where(uv[:, 0] < 0.4321, 1.0, -1.0)
        table = np.zeros((len(uv), 3, 3))
        table[:, 0] = np.stack([uv[:, 0], uv[:, 1], slope * (uv[:, 0] - 0.4321)], axis=1)
        table[:, 1, 0], table[:, 1, 2], table[:, 2, 1] = 1.0, slope, 1.0
        return table

    grid = free_grid.sample(evaluate, (0.0, 1.0, 0.0, 1.0))
    assert (len(grid.u), len(grid.v)) == (free_grid.FINE, free_grid.COARSE)
