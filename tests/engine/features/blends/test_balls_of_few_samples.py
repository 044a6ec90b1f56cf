"""Rounds along edges with few samples, farther apart than the ball that rolls there is wide."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.features import blend
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw
from tests.support.parts import unchecked_part, without_mesh

RADIUS_MM = 2.5


def slanted(degrees: float) -> draw.TopoDS_Shape:
    """Draw a shaft that is cut off at an angle, and round its rim: a free-form strip."""
    halfspace = draw.turned(draw.box((100, 100, 50), (-50, -50, 0)), degrees, (1, 0, 0))
    shaft = draw.cut(draw.cylinder(10, 60), draw.moved(halfspace, (0, 0, 40)))
    return draw.fillet(shaft, RADIUS_MM, (0, 10, 40 + 10 * math.tan(math.radians(degrees))))


def sampled(part: Part, count: int) -> Part:
    """Leave an even few of the samples along every edge."""
    edges = []
    for edge in part.edges:
        kept = np.unique(np.linspace(0, len(edge.points) - 1, count).round().astype(int))
        edges.append(
            replace(
                edge,
                points=edge.points[kept],
                normals=edge.normals[:, kept],
                curvatures=edge.curvatures[:, kept],
            )
        )
    return replace(part, edges=tuple(edges))


@pytest.mark.parametrize(("degrees", "count"), [(10.0, 5), (20.0, 9), (30.0, 5)])
def test_a_round_of_one_radius_is_one_however_few_samples_show_it(degrees, count):
    part = sampled(unchecked_part(slanted(degrees)), count)
    (found,) = blend.recognize(RunContext(without_mesh(part)), ())
    assert not found.variable
    assert found.radius_mm == pytest.approx(RADIUS_MM, rel=5e-3)
