"""Normals are those of the exact surface, outward, to the last digits."""

import math
from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.kernel.mesh import mesh
from engine.kernel.topology import measure
from engine.model.arrays import Floats
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress
from tests.support import draw
from tests.support.mesh_checks import of_face
from tests.support.parts import brep_without_file, face_at, read_through_file
from tests.support.parts_mesh import crossed_bores, pointed_loft

COARSE = MeshOptions(max_edge_mm=1.0, curvature=16)


@cache
def meshed(shape: TopoDS_Shape, edges_along: int) -> tuple[Part, Mesh]:
    """Read a shape from its file, and mesh it by a share of the diagonal."""
    return read_through_file(shape, lambda part: MeshOptions(part.diagonal_mm / edges_along, 16))


@cache
def ball() -> TopoDS_Shape:
    return draw.sphere(10)


def at(
    shape: TopoDS_Shape, place: tuple[float, float, float], edges_along: int = 60
) -> tuple[Floats, Floats]:
    """Places and normals of the vertices of the face at a point, meshed by a share of the diagonal."""
    part, found = meshed(shape, edges_along)
    chosen = of_face(found, face_at(part, place).id)
    return found.vertices[chosen], found.normals[chosen]


def radial(points: Floats) -> Floats:
    return points * (1, 1, 0) / np.hypot(points[:, 0], points[:, 1])[:, None]


@pytest.mark.parametrize("spelling", ["exact", "B-spline"])
def test_a_balls_normals_point_away_from_its_center(spelling: str) -> None:
    points, normals = at(ball() if spelling == "exact" else draw.as_nurbs(ball()), (10, 0, 0))
    away_from_poles = np.abs(points[:, 2]) < 9.99
    assert np.abs(normals - points / 10)[away_from_poles].max() < 1e-9
    # a B-spline's normal at a pole is extrapolated
    assert np.abs(normals - points / 10).max() < (1e-9 if spelling == "exact" else 1e-6)


def test_a_ball_has_one_vertex_at_each_pole() -> None:
    points, normals = at(ball(), (10, 0, 0))
    for pole in (10.0, -10.0):
        here = np.flatnonzero(np.abs(points[:, 2] - pole) < 1e-9)
        assert len(here) == 1
        assert np.allclose(normals[here], (0, 0, pole / 10), atol=1e-9)


def test_a_cavitys_normals_point_into_it() -> None:
    points, normals = at(draw.cut(draw.box((30, 30, 30), (-15, -15, -15)), draw.sphere(10)), (10, 0, 0))
    assert np.abs(normals + points / 10).max() < 1e-9


def test_a_shafts_normals_point_away_from_its_axis_and_a_bores_towards_it() -> None:
    tube = draw.cut(draw.cylinder(8, 20), draw.cylinder(5, 20))
    points, normals = at(tube, (8, 0, 10))
    assert np.abs(normals - radial(points)).max() < 1e-9
    points, normals = at(tube, (5, 0, 10))
    assert np.abs(normals + radial(points)).max() < 1e-9


def test_a_seam_does_not_show_in_the_normals() -> None:
    """Its two sides are one vertex each along the seam at y = 0."""
    points, normals = at(draw.cylinder(5, 20), (0, 5, 10))
    seam = np.flatnonzero((np.abs(points[:, 1]) < 1e-9) & (points[:, 0] > 0))
    assert len(np.unique(points[seam, 2])) == len(seam) > 10
    assert np.allclose(normals[seam], (1, 0, 0), atol=1e-12)


def test_a_rings_normals_point_away_from_its_center_circle() -> None:
    points, normals = at(draw.torus(10, 3), (13, 0, 0))
    assert np.abs(normals - (points - 10 * radial(points)) / 3).max() < 1e-9


def test_a_spikes_normals_lean_by_its_half_angle_even_at_the_tip() -> None:
    """Where all generators meet, each triangle keeps the normal of its own."""
    points, normals = at(draw.cone(10, 0, 20), (5, 0, 10))
    lean = math.atan2(10, 20)
    assert np.abs(normals[:, 2] - math.sin(lean)).max() < 1e-9
    flank = points[:, 2] < 19.9
    expected = math.cos(lean) * radial(points[flank]) + (0, 0, math.sin(lean))
    assert np.abs(normals[flank] - expected).max() < 1e-9
    assert (np.abs(points[:, 2] - 20) < 1e-9).sum() > 6


def test_a_b_spline_spikes_tip_gets_the_limit_of_its_normals() -> None:
    points, normals = at(draw.as_nurbs(draw.cone(10, 0, 20)), (5, 0, 10), edges_along=140)
    assert np.abs(normals[:, 2] - math.sin(math.atan2(10, 20))).max() < 1e-6
    assert (np.abs(points[:, 2] - 20) < 1e-9).sum() > 6


def test_normals_beside_a_bore_through_a_curved_wall_are_the_walls() -> None:
    """The border runs along a fitted curve; normals are those of the cylinder all the same."""
    drawn = crossed_bores()
    points, normals = at(drawn, (0, 10, 0), edges_along=30)
    assert np.abs(normals - radial(points)).max() < 1e-9
    points, normals = at(drawn, (0, 5, 0), edges_along=30)
    inward = -points * (0, 1, 1) / np.hypot(points[:, 1], points[:, 2])[:, None]
    assert np.abs(normals - inward).max() < 1e-9


def test_every_patch_of_a_loft_to_a_point_has_normals() -> None:
    _, found = read_through_file(pointed_loft(), COARSE)
    assert np.isfinite(found.normals).all()
    tip = found.vertices[:, 2] > 15 - 1e-9
    assert tip.any()
    assert (found.normals[tip, 2] > 0).all()


MOVES = {
    "mirrored, turned and far away": lambda shape: draw.moved(
        draw.turned(draw.mirrored(shape, (1, 1, 0)), 70, (3, 1, 2)), (2e4, -3e4, 1e4)
    ),
    "small": lambda shape: draw.scaled(shape, 0.05),
    "large": lambda shape: draw.scaled(shape, 100),
    "B-spline": draw.as_nurbs,
}


@cache
def mixture() -> TopoDS_Shape:
    """Draw a body with all five kinds of surface, convex and concave, none of them symmetric."""
    block = draw.fillet(draw.box((30, 20, 10)), 2, (0, 0, 5), (15, 0, 10))
    block = draw.cut(block, draw.cone(2, 1, 30, (10, 10, -1)), draw.sphere(3, (25, 15, 10)))
    return draw.cut(block, draw.torus(4, 1, (20, 8, 10)))


def outwardness(found: Mesh) -> Floats:
    """Distance by which a step along each normal leaves the mesh: 1 outside, -1 inside, by winding number."""
    chosen = np.random.default_rng(0).choice(len(found.vertices), 40, replace=False)
    step = 0.02 * found.max_edge_mm
    corners = found.vertices[found.triangles]
    # pull back from the borders, where a step along the normal may run along another face
    centers = np.array(
        [corners[(found.triangles == vertex).any(axis=1)][0].mean(axis=0) for vertex in chosen]
    )
    points = 0.9 * found.vertices[chosen] + 0.1 * centers
    reach = found.chord_mm + step
    return np.array(
        [
            winding(corners, point - reach * normal) - winding(corners, point + reach * normal)
            for point, normal in zip(points, found.normals[chosen], strict=True)
        ]
    )


def winding(corners: Floats, point: Floats) -> float:
    """Solid angle of all triangles seen from a point over 4 pi (van Oosterom & Strackee 1983)."""
    a, b, c = (corners[:, i] - point for i in range(3))
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    triple = np.einsum("ij,ij->i", a, np.cross(b, c))
    below = (
        la * lb * lc
        + np.einsum("ij,ij->i", a, b) * lc
        + np.einsum("ij,ij->i", b, c) * la
        + np.einsum("ij,ij->i", c, a) * lb
    )
    return float(np.arctan2(triple, below).sum() / (2 * math.pi))


@pytest.mark.parametrize("move", MOVES)
def test_normals_point_out_of_the_material_however_the_part_was_placed(move: str) -> None:
    """A step along the normal comes out, a step against it goes in, as the winding number tells."""
    brep = brep_without_file(MOVES[move](mixture()))
    part = measure(brep)
    found = mesh(brep, part, MeshOptions(part.diagonal_mm / 20, 12), Progress())
    assert np.allclose(outwardness(found), 1.0, atol=0.02)
