"""Where a patch counts as tangent to a flatter support, and when its curvature across is that of a blend."""

import math
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from engine.features.blends.springs import spring_at
from engine.model.arrays import frozen
from engine.model.face_graph import Convexity, Joint
from engine.model.part import Edge, EdgeId, FaceId, Line, Part
from engine.model.surface import Cylinder, Freeform, Surface, Torus
from tests.support import draw, parts_blends
from tests.support.parts_blends import blends_of


@pytest.mark.parametrize(("off_deg", "count"), [(2.7, 1), (3.3, 0)])
def test_a_fillet_meets_its_walls_within_three_degrees(off_deg: float, count: int) -> None:
    """Its center lies nearer to the walls than its radius, so it runs into either at a small angle."""
    reach_mm = 6 * math.cos(math.radians(off_deg))
    foot_mm = 6 * (math.cos(math.radians(off_deg)) - math.sin(math.radians(off_deg)))
    corner = draw.cut(
        draw.box((foot_mm, 40, foot_mm), (10, 0, 10)),
        draw.cylinder(6, 40, (10 + reach_mm, 0, 10 + reach_mm), draw.Y),
    )
    assert len(blends_of(draw.fuse(parts_blends.bracket(), corner))) == count


@pytest.mark.parametrize(("times", "count"), [(2.2, 1), (1.8, 0)])
def test_a_round_that_runs_into_a_larger_one_bends_twice_as_much(times: float, count: int) -> None:
    """A round of 5 sweeps 60 degrees from the top of a block, the larger one the last 30 to its side.

    The block is too short for either to be what is left of a blend at a cliff.
    """
    large_mm = 5 * times

    def at(center: tuple[float, float], radius_mm: float, degrees: float) -> tuple[float, float, float]:
        turn = math.radians(degrees)
        return center[0] + radius_mm * math.cos(turn), 0, center[1] + radius_mm * math.sin(turn)

    small = (30.0, 30.0)
    away = large_mm - 5
    large = (small[0] - away * math.cos(math.radians(30)), small[1] - away * math.sin(math.radians(30)))
    first = [at(small, 5, degrees) for degrees in (90, 60, 30)]
    second = [at(large, large_mm, degrees) for degrees in (30, 15, 0)]
    side = (second[-1][0], 0, 0)
    pieces = [first, second, (second[-1], side), (side, (0, 0, 0)), ((0, 0, 0), (0, 0, 35))]
    body = parts_blends.extruded([*pieces, ((0, 0, 35), first[0])], (0, 9, 0))
    assert [blend.radius_mm for blend in blends_of(body)] == count * [pytest.approx(5)]


EDGE = Edge(
    id=EdgeId(0),
    faces=(FaceId(0), FaceId(1)),
    curve=Line(frozen([1.0, 0.0, 0.0])),
    points=frozen([[x, 0.0, 0.0] for x in range(5)]),
    normals=frozen(np.tile([0.0, 0.0, 1.0], (2, 5, 1))),
    curvatures=frozen(np.zeros((2, 5))),
    length_mm=4.0,
    is_closed=False,
    tolerance_mm=0.0,
)
JOINT = Joint(
    edge=EDGE.id,
    faces=(FaceId(0), FaceId(1)),
    angle_deg=180.0,
    min_angle_deg=180.0,
    max_angle_deg=180.0,
    convexity=Convexity.SMOOTH_CONCAVE,
    length_mm=4.0,
    midpoint=frozen([2.0, 0.0, 0.0]),
)
FIXED = frozen([0.0, 0.0, 0.0]), frozen([1.0, 0.0, 0.0])
HOLLOW = Freeform(min_convex_radius_mm=math.inf, min_concave_radius_mm=4.0)
WITHIN = [(1.017, True), (0.983, True), (1.023, False), (0.977, False)]


def is_spring(surface: Surface, curvatures: Sequence[float]) -> bool:
    """Tell whether a patch that bends so across an edge to a plane has a spring edge there."""
    edge = replace(EDGE, curvatures=frozen([curvatures, [0.0] * len(curvatures)]))
    part = SimpleNamespace(edges=(edge,))
    return spring_at(cast(Part, part), JOINT, frozenset([FaceId(0)]), surface) is not None


@pytest.mark.parametrize(("share", "is_one"), WITHIN)
def test_across_its_spring_edge_a_cylinder_bends_by_its_radius_within_two_hundredths(
    share: float, is_one: bool
) -> None:
    """An edge that runs askew over a cylinder is bent less across."""
    assert is_spring(Cylinder(*FIXED, radius_mm=4.0), [share * 0.25] * 5) == is_one


@pytest.mark.parametrize(("share", "is_one"), WITHIN)
def test_across_its_spring_edge_a_torus_bends_by_its_tube_within_two_hundredths(
    share: float, is_one: bool
) -> None:
    ring = Torus(*FIXED, major_radius_mm=20.0, minor_radius_mm=4.0)
    assert is_spring(ring, [0.25, 0.25, share * 0.25, 0.25, 0.25]) == is_one


@pytest.mark.parametrize(("share", "is_one"), [(0.11, True), (0.09, False)])
def test_a_free_form_strip_bends_everywhere_along_its_spring_edge_by_a_tenth_of_its_most(
    share: float, is_one: bool
) -> None:
    assert is_spring(HOLLOW, [0.25, 0.25, 0.2, share * 0.25, 0.25]) == is_one
