"""Convexity on edges written down by hand: normals, curvatures and the answer on one page."""

import math

import numpy as np
import pytest

from engine.graph import convexity
from engine.model.arrays import frozen
from engine.model.face_graph import Convexity, Joint
from engine.model.part import Edge, EdgeId, FaceId, Line, Part, Source

ALONG_X = np.linspace((0, 0, 0), (10, 0, 0), 5)
DOWN, UP, FRONT, BACK = (0, 0, -1), (0, 0, 1), (0, -1, 0), (0, 1, 0)


def edge(first, second, bends=(0.0, 0.0), points=ALONG_X, faces=(0, 1), is_closed=False) -> Edge:
    """Write an edge of two faces; each normal is one vector or one for each point."""
    normals = np.stack([np.broadcast_to(np.asarray(n, float), points.shape) for n in (first, second)])
    curvatures = np.stack([np.broadcast_to(np.asarray(bend, float), len(points)) for bend in bends])
    return Edge(
        id=EdgeId(0),
        faces=tuple(map(FaceId, faces)),
        curve=Line(frozen((1, 0, 0))),
        points=frozen(points),
        normals=frozen(normals),
        curvatures=frozen(curvatures),
        length_mm=10.0,
        is_closed=is_closed,
        tolerance_mm=1e-7,
    )


def label(*edges: Edge) -> tuple[Joint, ...]:
    """Label edges of a part 100 mm across."""
    box = frozen(np.array([[0, 0, 0], [100, 0, 0]]))
    return convexity.label(Part("", Source.BREP, (), edges, (), box, 0.0, 0.0, "MM", ()))


def leaning(degrees: float) -> tuple[float, float, float]:
    """Return the normal of a top face tilted down towards -y."""
    return (0.0, -math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))


@pytest.mark.parametrize(
    ("second", "angle", "expected"),
    [
        (FRONT, 90.0, Convexity.CONVEX),
        (BACK, 270.0, Convexity.CONCAVE),
        (leaning(5), 175.0, Convexity.CONVEX),
        (leaning(-5), 185.0, Convexity.CONCAVE),
        (leaning(0.5), 179.5, Convexity.SMOOTH),
        (leaning(150), 30.0, Convexity.CONVEX),
        (leaning(-150), 330.0, Convexity.CONCAVE),
    ],
)
def test_the_angle_is_measured_through_the_material(second, angle, expected):
    """The top face lies left of the edge along x, so the other face falls away when it faces front."""
    (joint,) = label(edge(UP, second))
    assert joint.convexity is expected
    assert joint.angle_deg == pytest.approx(angle, abs=1e-9)


def test_running_the_edge_backwards_with_the_faces_swapped_changes_nothing():
    (joint,) = label(edge(FRONT, UP, points=ALONG_X[::-1]))
    assert (joint.convexity, joint.angle_deg) == (Convexity.CONVEX, pytest.approx(90.0))


@pytest.mark.parametrize(
    ("bends", "expected"),
    [
        ((0.0, 0.0), Convexity.SMOOTH),
        ((0.0, 0.5), Convexity.SMOOTH_CONCAVE),
        ((-0.5, 0.0), Convexity.SMOOTH_CONVEX),
        ((0.5, 0.25), Convexity.SMOOTH_CONCAVE),
        ((0.5, -0.5), Convexity.SMOOTH),
        ((-0.5, 1e-7), Convexity.SMOOTH_CONVEX),
        ((1e-6, 0.0), Convexity.SMOOTH),
        ((np.nan, 0.5), Convexity.SMOOTH_CONCAVE),
    ],
)
def test_tangent_edges_are_distinguished_by_how_the_faces_bend(bends, expected):
    (joint,) = label(edge(UP, UP, bends))
    assert joint.convexity is expected
    assert joint.angle_deg == pytest.approx(180.0)


@pytest.mark.parametrize(("bends", "angle"), [((0.1, 0.1), 0.0), ((-0.1, -0.1), 360.0)])
def test_opposite_normals_are_a_knife_edge_or_a_cusp_by_the_side_the_material_is_on(bends, angle):
    (joint,) = label(edge(UP, DOWN, bends))
    assert joint.angle_deg == pytest.approx(angle)


def test_the_majority_along_the_edge_decides_and_the_range_is_kept():
    turning = [leaning(degrees) for degrees in (-4, 10, 20, 30, 40)]
    (joint,) = label(edge(UP, turning))
    assert joint.convexity is Convexity.CONVEX
    assert (joint.min_angle_deg, joint.max_angle_deg) == (pytest.approx(140), pytest.approx(184))
    assert joint.angle_deg == pytest.approx(160)


def test_a_closed_edge_has_a_direction_at_its_start_too():
    turns = np.linspace(0, 2 * math.pi, 9)
    circle = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(9)])
    (shaft_end,) = label(edge(UP, circle, points=circle, is_closed=True))
    assert shaft_end.convexity is Convexity.CONVEX
    assert shaft_end.min_angle_deg == pytest.approx(90) == shaft_end.max_angle_deg


def test_samples_without_a_normal_do_not_vote():
    normals = np.array([UP, UP, UP, UP, UP], dtype=float)
    normals[:4] = np.nan
    (joint,) = label(edge(normals, FRONT))
    assert (joint.convexity, joint.angle_deg) == (Convexity.CONVEX, pytest.approx(90))


def test_an_edge_that_cannot_be_reported_is_undefined():
    nowhere = (np.nan, np.nan, np.nan)
    point = np.zeros((5, 3))
    for joint in (*label(edge(UP, nowhere)), *label(edge(UP, FRONT, points=point))):
        assert joint.convexity is Convexity.UNDEFINED
        assert math.isnan(joint.angle_deg)


def test_a_free_border_names_no_second_face():
    (joint,) = label(edge(UP, UP, faces=(3,)))
    assert (joint.faces, joint.convexity) == ((3, -1), Convexity.UNDEFINED)


def test_an_edge_of_three_faces_joins_each_pair_and_is_not_manifold():
    joints = label(edge(UP, UP, faces=(0, 1, 2)))
    assert [joint.faces for joint in joints] == [(0, 1), (0, 2), (1, 2)]
    assert {joint.convexity for joint in joints} == {Convexity.NON_MANIFOLD}


@pytest.mark.parametrize(
    ("bends", "expected"),
    [
        ((0.9e-5, 0.0), Convexity.SMOOTH),
        ((1.1e-5, 0.0), Convexity.SMOOTH_CONCAVE),
        ((-0.5, 0.45e-3), Convexity.SMOOTH_CONVEX),
        ((-0.5, 0.55e-3), Convexity.SMOOTH),
    ],
)
def test_a_bend_counts_from_a_thousandth_of_what_the_part_and_the_other_face_have(
    bends: tuple[float, float], expected: Convexity
) -> None:
    """The part is 100 mm across: a radius of 100 m. The other face has one of 2 mm."""
    (joint,) = label(edge(UP, UP, bends))
    assert joint.convexity is expected
