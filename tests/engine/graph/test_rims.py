"""Between the samples of a border lies its curve."""

import numpy as np
import pytest

from engine.graph.rims import Rims
from engine.model.arrays import Floats
from tests.support import draw
from tests.support.parts import part_of
from tests.support.seams import is_seam


def middles(rims: Rims) -> tuple[Floats, Floats]:
    """Return points and normals halfway between all samples that follow each other on one edge."""
    last = rims.first[1:] - 1
    at = np.setdiff1d(np.arange(len(rims.points)), last)
    return rims.between(at, np.full(len(at), 0.5))


@pytest.mark.parametrize("turn_deg", [360.0, 200.0])
def test_between_the_samples_of_a_circle_lies_the_circle(turn_deg: float) -> None:
    """To 0.011 %, as a cubic goes by samples 15 degrees apart; an arc's first and last pieces are as true."""
    outline = [(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (10.0, 0.0, 20.0), (0.0, 0.0, 20.0)]
    part = part_of(draw.revolve(outline, turn=turn_deg))
    edges = [edge for edge in part.edges if edge.length_mm > 30 and not is_seam(edge)]
    rims = Rims.of([[(edge, 0) for edge in edges]])
    points, normals = middles(rims)
    assert len(points) == len(rims.points) - len(edges)
    assert np.hypot(points[:, 0], points[:, 1]) == pytest.approx(10.0, rel=1.2e-4)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0)


def test_between_the_corners_of_a_box_lie_its_straight_edges() -> None:
    part = part_of(draw.box((40, 30, 20)))
    rims = Rims.of([[(edge, 0) for edge in part.edges[:6]], [(edge, 1) for edge in part.edges[6:]]])
    assert (len(rims.edges), len(rims.first_of_patch)) == (12, 3)
    points, _ = middles(rims)
    is_on_side = np.isclose(points, 0.0) | np.isclose(points, [40, 30, 20])
    assert (is_on_side.sum(axis=1) >= 2).all()
    straight = 0.5 * (rims.points[rims.first[0]] + rims.points[rims.first[0] + 1])
    assert points[0] == pytest.approx(straight)
