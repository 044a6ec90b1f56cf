"""How far the mesh is from the shape it stands for, against formulas.

Vertices lie on the surface, so a convex surface is cut off and a concave one is filled: the sign of every
error is known beforehand. A chord over an arc of angle a of radius r strays by r (1 - cos(a / 2)).
"""

import math

import numpy as np
import pytest

from engine.model.arrays import Floats
from engine.model.mesh import Mesh, MeshOptions
from tests.support import draw
from tests.support.mesh_checks import area, is_on_border, of_face, volume
from tests.support.parts import face_at, read
from tests.support.parts_mesh import perforated_plate, rounded_block

FINE = MeshOptions(max_edge_mm=0.8, curvature=48)


def off_sphere(points: Floats) -> Floats:
    return np.linalg.norm(points, axis=1) - 10


def off_ring(points: Floats) -> Floats:
    return np.hypot(np.hypot(points[:, 0], points[:, 1]) - 10, points[:, 2]) - 3


def off_spike(points: Floats) -> Floats:
    """Distance from the cone with its tip at z = 20 and radius 10 at z = 0."""
    return (np.hypot(points[:, 0], points[:, 1]) - (20 - points[:, 2]) / 2) * 2 / math.sqrt(5)


ROUND = {
    "ball": (lambda: draw.sphere(10), (0, 0, 10), off_sphere),
    "ring": (lambda: draw.torus(10, 3), (13, 0, 0), off_ring),
    "spike": (lambda: draw.cone(10, 0, 20), (5, 0, 10), off_spike),
    "B-spline ball": (lambda: draw.as_nurbs(draw.sphere(10)), (0, 0, 10), off_sphere),
}


@pytest.mark.parametrize("name", ROUND)
def test_vertices_lie_on_the_exact_surface(name: str) -> None:
    shape, place, off = ROUND[name]
    part, found = read(shape(), FINE)
    assert np.abs(off(found.vertices[of_face(found, face_at(part, place).id)])).max() < 1e-9


@pytest.mark.parametrize("name", ROUND)
def test_the_mesh_strays_from_the_surface_by_less_than_the_chord(name: str) -> None:
    """And the chord is no idle bound: somewhere the mesh strays by a third of it."""
    shape, place, off = ROUND[name]
    part, found = read(shape(), FINE)
    own = found.triangles[found.face_of_triangle == face_at(part, place).id]
    shares = np.array(
        [(1, 1, 1), (2, 1, 0), (1, 2, 0), (1, 1, 0), (0, 1, 1), (1, 0, 1), (4, 1, 1)], dtype=float
    )
    shares /= shares.sum(axis=1, keepdims=True)
    points = np.einsum("sk,tkd->std", shares, found.vertices[own]).reshape(-1, 3)
    worst = np.abs(off(points)).max()
    assert found.chord_mm / 3 < worst <= found.chord_mm


def test_a_block_is_meshed_exactly() -> None:
    part, found = read(draw.box((10, 20, 30)), FINE)
    assert found.chord_mm == 0
    assert area(found) == pytest.approx(2200, rel=1e-12)
    assert volume(found) == pytest.approx(6000, rel=1e-12)
    assert np.array_equal([found.vertices.min(axis=0), found.vertices.max(axis=0)], part.box_mm)


def test_a_ball_is_cut_off_by_its_chords() -> None:
    _, found = read(draw.sphere(10), FINE)
    missing = 4 / 3 * math.pi * 1000 - volume(found)
    # nowhere deeper than the chord, and vertices on the surface itself
    assert 0.2 * 4 * math.pi * 100 * found.chord_mm < missing < 4 * math.pi * 100 * found.chord_mm
    assert 0 < 400 * math.pi - area(found) < 400 * math.pi * 1e-3


def test_a_ring_is_cut_off_by_its_chords() -> None:
    """The convex outside loses more than the saddle inside may gain."""
    _, found = read(draw.torus(10, 3), FINE)
    exact = 2 * math.pi**2 * 10 * 9
    assert 0 < exact - volume(found) < 4 * math.pi**2 * 30 * found.chord_mm
    assert area(found) == pytest.approx(4 * math.pi**2 * 30, rel=2e-3)


def test_a_spike_is_cut_off_by_its_chords() -> None:
    _, found = read(draw.cone(10, 0, 20), FINE)
    flank = math.pi * 10 * math.hypot(10, 20)
    assert 0 < math.pi * 100 * 20 / 3 - volume(found) < flank * found.chord_mm
    assert 0 < flank + 100 * math.pi - area(found) < 2e-3 * flank


def test_bores_are_filled_and_never_widened() -> None:
    _, found = read(perforated_plate(), MeshOptions(max_edge_mm=2, curvature=32))
    exact = 100 * 100 * 2 - 25 * math.pi * 9 * 2
    # a regular polygon of 32 sides in a circle of radius 3 leaves out this much of it
    segment = math.pi * 9 - 16 * 9 * math.sin(2 * math.pi / 32)
    assert 0 < volume(found) - exact < 1.2 * 25 * 2 * segment


def test_a_round_shaft_is_as_long_as_it_was_drawn() -> None:
    """Caps are polygons of at least 48 corners on the circle."""
    part, found = read(draw.cylinder(5, 20), FINE)
    cap = face_at(part, (0, 0, 20))
    corners = np.flatnonzero(is_on_border(found) & (found.face_of_vertex == cap.id))
    assert len(corners) >= 48
    assert np.allclose(np.hypot(*found.vertices[corners, :2].T), 5, atol=1e-12)
    assert (found.vertices[corners, 2] == 20).all()


def test_rounds_keep_the_volume_to_their_chord() -> None:
    """Minkowski: a block of 26 x 16 x 6 grown by 2."""
    part, found = read(rounded_block(), FINE)
    edges = 4 * (26 + 16 + 6)
    faces = 2 * (26 * 16 + 16 * 6 + 6 * 26)
    exact = 26 * 16 * 6 + 2 * faces + math.pi * edges + 4 / 3 * math.pi * 8
    assert part.volume_mm3 == pytest.approx(exact, rel=1e-9)
    assert 0 < exact - volume(found) < math.pi * edges * found.chord_mm + 16 * math.pi * found.chord_mm


def test_halving_the_edges_quarters_the_error() -> None:
    def missing(found: Mesh) -> float:
        return 4 / 3 * math.pi * 1000 - volume(found)

    coarse, fine = (read(draw.sphere(10), MeshOptions(edge, 12))[1] for edge in (1.6, 0.8))
    assert missing(coarse) / missing(fine) == pytest.approx(4, rel=0.15)
