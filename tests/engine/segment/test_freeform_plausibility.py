"""Surfaces that bend where their facets do not are not believed."""

import numpy as np
import pytest

from engine.model.arrays import frozen, frozen_ints
from engine.model.surface import Cylinder, Freeform, Sphere
from engine.segment import mesh_repair
from engine.segment.freeform import replace_implausible
from engine.segment.surface_mesh import Regions
from tests.support import draw
from tests.support.tessellated import segmented_of


@pytest.mark.parametrize(
    "shape",
    [
        draw.cut(draw.box((40, 30, 20)), draw.cylinder(5, 60, (20, 15, -10))),
        draw.fillet(draw.box((40, 30, 20)), 3, (0, 0, 10), (40, 0, 10), (20, 0, 20)),
        draw.cone(10, 0, 20),
        draw.sphere(10),
        draw.torus(20, 5),
    ],
)
@pytest.mark.parametrize("turn_deg", [10.0, 30.0])
def test_the_surfaces_that_facets_were_sampled_on_are_believed(shape, turn_deg):
    facets, regions, _ = segmented_of(shape, 1.0, turn_deg)
    assert replace_implausible(facets, regions) is regions


def test_a_ball_through_the_corners_of_a_nearly_flat_patch_is_not():
    """Corners of a cylinder of radius 100 that a small ball goes through as well."""
    at = np.radians([0.0, 4.0, 8.0])
    places = np.array([[100 * np.cos(a), 100 * np.sin(a), z] for a in at for z in (0.0, 7.0)])
    corners = np.array([[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]])
    facets, _ = mesh_repair.build([(places, corners)])
    one = frozen_ints(np.zeros(4, dtype=np.int64))
    upright = Cylinder(np.zeros(3), np.array([0.0, 0, 1]), 100.0)
    is_coarse = np.zeros(1, dtype=bool)
    shaft = Regions(one, (upright,), frozen_ints([1]), frozen([0.0]), is_coarse)
    center = np.array([100 * np.cos(at[1]) - 4, 100 * np.sin(at[1]), 3.5])
    ball = Regions(one, (Sphere(center, 9.0),), frozen_ints([1]), frozen([0.1]), is_coarse)
    assert replace_implausible(facets, shaft) is shaft
    doubted = replace_implausible(facets, ball)
    assert isinstance(doubted.surfaces[0], Freeform)
    assert 0.0 < doubted.deviations_mm[0] < 0.5
