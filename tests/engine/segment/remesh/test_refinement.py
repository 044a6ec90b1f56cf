"""Meshes of few triangles by hand: which side is split or flipped, and where the new vertex comes to lie."""

import numpy as np
import pytest

from engine.model.arrays import Floats, Ints
from engine.model.surface import Cylinder, Freeform, Plane, Surface
from engine.segment.projection import tabulate_curves
from engine.segment.remesh import refinement
from engine.segment.remesh.refinement import Limits, MeshArrays, RegionTable
from engine.surfaces.table import distances, tabulate

Z = np.array([0.0, 0.0, 1.0])
FLAT = Plane(np.zeros(3), Z)
FREE = Freeform(np.inf, np.inf)
NO_CURVES = tabulate_curves((), ())
LOOSE = Limits(longest=1e3, turn_cosine=float(np.cos(np.radians(10.0))), chord=1e3, flat=1e-6)
INSIDE, ACROSS = -1, 0
"""As the border of the side between two triangles: none, or the first chain."""
ROOM = 4096


def two_triangles(corners: list[tuple[float, ...]], border: int = INSIDE) -> MeshArrays:
    """Make triangles 0 1 2 and 1 0 3 over four corners; the side from 0 to 1 is between them."""
    places = np.zeros((ROOM, 3))
    given = np.array(corners, dtype=np.float64)
    places[:4, : given.shape[1]] = given
    triangles, neighbor, chains = (np.full((ROOM, 3), -1, dtype=np.int64) for _ in range(3))
    triangles[:2] = [[0, 1, 2], [1, 0, 3]]
    neighbor[0, 0], neighbor[1, 0] = 1, 0
    chains[:2, 1:] = ACROSS
    chains[0, 0] = chains[1, 0] = border
    region = np.zeros(ROOM, dtype=np.int64)
    return MeshArrays(places, np.full((ROOM, 2), -1, dtype=np.int64), triangles, neighbor, chains, region)


def table_of(surface: Surface, sense: int = 1, most: int = ROOM) -> RegionTable:
    surfaces = tabulate([surface], [sense])
    return RegionTable(surfaces.kind, surfaces.rows(), np.zeros(1), np.array([most], dtype=np.int64))


def legalized(mesh: MeshArrays, surface: Surface = FLAT, limit2: float = 1e6) -> Ints:
    """Return the corners (2, 3) after the side between the triangles was put to the question."""
    refinement.legalize(mesh, table_of(surface), LOOSE, np.zeros(64, dtype=np.int64), 1, limit2)
    return np.sort(mesh.triangles[:2], axis=1)


def refined(mesh: MeshArrays, limits: Limits, surface: Surface = FLAT, most: int = ROOM) -> tuple[int, int]:
    curves = tabulate_curves((), ())
    v, t, state = refinement.refine(mesh, 4, 2, table_of(surface, most=most), curves, limits)
    assert state == refinement.DONE
    return v, t


def areas(mesh: MeshArrays, count: int) -> Floats:
    a, b, c = np.moveaxis(mesh.places[mesh.triangles[:count]], 1, 0)
    return np.cross(b - a, c - a)[:, 2] / 2.0


def assert_neighbors_agree(mesh: MeshArrays, count: int) -> None:
    for t in range(count):
        for i in range(3):
            other = mesh.neighbor[t, i]
            if other >= 0:
                start, end = mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]
                j = refinement.side_of(mesh.triangles, other, end, start)
                assert j >= 0
                assert mesh.neighbor[other, j] == t


def kite(half_width: float) -> list[tuple[float, float]]:
    """Return four corners, 4 mm from the first to the second; by Thales those 2 mm off see a right angle."""
    return [(0, 0), (4, 0), (2, half_width), (2, -half_width)]


@pytest.mark.parametrize(("half_width", "is_flipped"), [(1.9, True), (2.0, False), (2.1, False)])
def test_a_side_is_flipped_when_the_angles_across_it_exceed_half_a_turn(half_width, is_flipped):
    mesh = two_triangles(kite(half_width))
    corners = legalized(mesh).tolist()
    assert (sorted(corners) == [[0, 2, 3], [1, 2, 3]]) == is_flipped
    assert areas(mesh, 2).sum() == pytest.approx(4.0 * half_width)
    assert_neighbors_agree(mesh, 2)


def test_the_border_between_regions_is_never_flipped():
    assert legalized(two_triangles(kite(1.0), ACROSS)).tolist() == [[0, 1, 2], [0, 1, 3]]


def test_sides_keep_their_borders_when_the_one_between_them_is_flipped():
    mesh = two_triangles(kite(1.0))
    legalized(mesh)
    assert sorted(mesh.border[0].tolist()) == sorted(mesh.border[1].tolist()) == [INSIDE, ACROSS, ACROSS]


def test_no_side_becomes_longer_than_the_limit_and_than_it_was():
    """The angles across a side of 1 mm are 37 and 153 degrees; the other diagonal is 1.62 mm long."""
    corners = [(0, 0), (1, 0), (0.5, 1.5), (0.5, -0.12)]
    assert legalized(two_triangles(corners), limit2=1.0).tolist() == [[0, 1, 2], [0, 1, 3]]
    assert legalized(two_triangles(corners), limit2=9.0).tolist() != [[0, 1, 2], [0, 1, 3]]


@pytest.mark.parametrize(("height", "is_flipped"), [(0.0, True), (5e-7, True), (1e-3, False)])
def test_facets_of_a_free_form_region_are_flipped_only_in_one_plane(height, is_flipped):
    corners = [(*corner, 0.0) for corner in kite(1.0)]
    corners[3] = (2.0, -1.0, height)
    changed = legalized(two_triangles(corners), FREE).tolist() != [[0, 1, 2], [0, 1, 3]]
    assert changed == is_flipped


def test_a_quad_that_is_not_convex_is_not_flipped():
    """The other diagonal runs outside of it."""
    corners = [(0, 0), (4, 0), (2, 1), (-1, -0.2)]
    mesh = two_triangles(corners)
    legalized(mesh)
    assert (areas(mesh, 2) > 0.0).all()
    assert sorted(legalized(mesh).tolist()) == [[0, 1, 2], [0, 1, 3]]


SQUARE = [(0, 0), (1, 1), (0, 1), (1, 0)]
"""The side between its triangles is the diagonal."""


@pytest.mark.parametrize(("longest", "n_vertices", "n_triangles"), [(1.5, 4, 2), (1.2, 5, 4)])
def test_the_longest_side_is_halved_when_it_is_too_long(longest, n_vertices, n_triangles):
    mesh = two_triangles(SQUARE)
    v, t = refined(mesh, LOOSE._replace(longest=longest))
    assert (v, t) == (n_vertices, n_triangles)
    if n_vertices == 5:
        assert mesh.places[4] == pytest.approx([0.5, 0.5, 0.0])
        assert sorted(mesh.parents[4].tolist()) == [0, 1]


@pytest.mark.parametrize("longest", [0.6, 0.23, 0.1])
def test_no_side_stays_longer_than_asked_and_the_square_stays_whole(longest):
    mesh = two_triangles(SQUARE)
    v, t = refined(mesh, LOOSE._replace(longest=longest))
    corners = mesh.places[mesh.triangles[:t]]
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    assert sides.max() <= longest
    assert (areas(mesh, t) > 0.0).all()
    assert areas(mesh, t).sum() == pytest.approx(1.0)
    assert_neighbors_agree(mesh, t)
    given = mesh.parents[4:v]
    assert mesh.places[4:v] == pytest.approx(mesh.places[given].mean(axis=1))


def test_a_border_is_halved_with_its_chain_on_both_halves():
    mesh = two_triangles(SQUARE, ACROSS)
    _, t = refined(mesh, LOOSE._replace(longest=1.2))
    assert t == 4
    assert (mesh.border[:4] == ACROSS).sum() == 8  # four sides of the square, two halves from either side


RADIUS = 10.0


def strip(turn_deg: float) -> list[tuple[float, float, float]]:
    """Return two triangles of a quad over an arc of a cylinder, 1 mm high, their diagonal between them."""
    half = np.radians(turn_deg) / 2.0
    x, y = RADIUS * np.cos(half), RADIUS * np.sin(half)
    return [(x, -y, 0.0), (x, y, 1.0), (x, -y, 1.0), (x, y, 0.0)]


BORE = Cylinder(np.zeros(3), Z, RADIUS)


def offs(mesh: MeshArrays, count: int) -> Floats:
    """Return how far the new vertices halfway up lie off the cylinder; the others lie on straight borders."""
    inner = np.flatnonzero(np.abs(mesh.places[4:count, 2] - 0.5) < 0.4) + 4
    return distances(tabulate([BORE], [1]), np.zeros(len(inner), dtype=np.int64), mesh.places[inner])


@pytest.mark.parametrize(("turn_deg", "is_split"), [(9.0, False), (11.0, True)])
def test_a_side_along_which_the_surface_turns_too_far_is_split_and_its_middle_put_onto_it(turn_deg, is_split):
    mesh = two_triangles(strip(turn_deg))
    v, _ = refined(mesh, LOOSE, BORE)
    assert (v > 4) == is_split
    assert np.abs(offs(mesh, v)).max(initial=0.0) < 1e-9


def test_triangles_that_face_the_wrong_way_of_their_surface_are_halved_straight():
    mesh = two_triangles(strip(11.0))
    mesh.triangles[:2] = mesh.triangles[:2, ::-1]
    mesh.neighbor[:2] = [[-1, 1, -1], [-1, 0, -1]]
    mesh.border[:2] = [[ACROSS, INSIDE, ACROSS], [ACROSS, INSIDE, ACROSS]]
    v, _ = refined(mesh, LOOSE, BORE)
    assert np.abs(offs(mesh, v)).max() == pytest.approx(RADIUS * (1.0 - np.cos(np.radians(5.5))))


def test_a_free_form_region_is_never_split_for_bending():
    v, t = refined(two_triangles(strip(30.0)), LOOSE, FREE)
    assert (v, t) == (4, 2)


def test_a_region_with_more_triangles_than_it_should_have_is_no_longer_bent():
    mesh = two_triangles(SQUARE)
    v, t = refined(mesh, LOOSE._replace(longest=0.6), most=2)
    assert t > 2
    assert (mesh.places[4:v, 2] == 0.0).all()


def test_full_arrays_are_reported():
    mesh = MeshArrays(*(each[:4] for each in two_triangles(SQUARE)))
    *_, state = refinement.refine(mesh, 4, 2, table_of(FLAT), NO_CURVES, LOOSE._replace(longest=1.2))
    assert state == refinement.FULL
