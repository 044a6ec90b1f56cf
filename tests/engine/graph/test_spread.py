"""Even points over flat groups: on exact outlines, whatever the triangles are."""

import numpy as np
import pytest

from engine.graph import spread
from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh

UP = np.array([[0.0, 0.0, 1.0]])


def flat(corners: Floats, triangles: Ints) -> Mesh:
    """Make a mesh of one face in a plane."""
    n = len(corners)
    return Mesh(
        vertices=corners,
        normals=np.tile(UP, (n, 1)),
        triangles=triangles,
        face_of_triangle=np.zeros(len(triangles), dtype=np.int64),
        face_of_vertex=np.zeros(n, dtype=np.int64),
        body_of_triangle=np.zeros(len(triangles), dtype=np.int64),
        weld=np.arange(n),
        max_edge_mm=100.0,
        chord_mm=0.0,
    )


def fan(outline: list[tuple[float, float]], middle: tuple[float, float]) -> Mesh:
    """Triangulate an outline about a place inside it."""
    corners = np.array([(*middle, 0.0), *((x, y, 0.0) for x, y in outline)])
    n = len(outline)
    return flat(corners, np.array([(0, 1 + k, 1 + (k + 1) % n) for k in range(n)]))


def points_of(mesh: Mesh, normals: Floats = UP) -> Floats:
    """Spread points over a mesh of one group."""
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2.0
    return spread.over(mesh, mesh.face_of_triangle, areas, [0], normals).points


RECTANGLE = [(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0)]
STEP = [(0.0, 0.0), (30.0, 0.0), (30.0, 8.0), (12.0, 8.0), (12.0, 20.0), (0.0, 20.0)]


def sorted_rows(points: Floats) -> Floats:
    rounded = np.round(points, 6)
    return rounded[np.lexsort(rounded.T)]


def test_a_group_gets_about_as_many_points_as_are_wanted():
    assert len(points_of(fan(RECTANGLE, (15.0, 10.0)))) == pytest.approx(spread.MOST, rel=0.02)


@pytest.mark.parametrize("at", [0.1, 0.25, 0.5, 1 / 3, 0.77])
@pytest.mark.parametrize("along", [0, 1])
def test_shares_of_points_are_shares_of_area(at, along):
    points = points_of(fan(RECTANGLE, (15.0, 10.0)))
    assert (points[:, along] < at * (30.0, 20.0)[along]).mean() == pytest.approx(at, abs=0.008)


def test_the_points_owe_nothing_to_the_triangles():
    """The same outline about another middle: every triangle differs, no point does."""
    one, other = (points_of(fan(STEP, middle)) for middle in ((6.0, 4.0), (2.0, 7.5)))
    assert sorted_rows(one) == pytest.approx(sorted_rows(other), abs=1e-5)


def test_near_twin_another_outline_has_other_points():
    one, other = (points_of(fan(outline, (6.0, 4.0))) for outline in (STEP, RECTANGLE))
    assert len(one) != len(other) or abs(sorted_rows(one) - sorted_rows(other)).max() > 0.1


TURN = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])


@pytest.mark.parametrize("mirror", [1.0, -1.0])
@pytest.mark.parametrize("outline", [RECTANGLE, STEP], ids=["rectangle", "step"])
def test_the_points_turn_and_mirror_with_the_part(outline, mirror):
    mesh = fan(outline, (6.0, 4.0))
    way = TURN @ np.diag([mirror, 1.0, 1.0])
    moved = flat(mesh.vertices @ way.T + (3.0, -7.0, 11.0), mesh.triangles)
    points = points_of(moved, np.array([way @ UP[0]]))
    assert sorted_rows((points - (3.0, -7.0, 11.0)) @ way) == pytest.approx(
        sorted_rows(points_of(mesh)), abs=1e-5
    )


def test_a_strip_however_narrow_has_its_share():
    """A frame of strips 0.2 wide round 60 x 40: each side has points by its length."""
    n, wide = 4, 0.2
    inner = [(0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (0.0, 40.0)]
    outer = [(-wide, -wide), (60.0 + wide, -wide), (60.0 + wide, 40.0 + wide), (-wide, 40.0 + wide)]
    corners = np.array([(x, y, 0.0) for x, y in inner + outer])
    sides = [((k + 1) % n, k, n + k) for k in range(n)] + [
        ((k + 1) % n, n + k, n + (k + 1) % n) for k in range(n)
    ]
    points = points_of(flat(corners, np.array(sides)))
    assert len(points) == pytest.approx(spread.MOST, rel=0.05)
    assert (points[:, 1] < 0.0).mean() == pytest.approx(60.0 / 200.0, abs=0.02)
    assert (points[:, 0] > 60.0).mean() == pytest.approx(40.0 / 200.0, abs=0.02)


def test_points_lie_inside_the_outline():
    points = points_of(fan(STEP, (6.0, 4.0)))
    assert ((points[:, 0] <= 12.0) | (points[:, 1] <= 8.0)).all()
    assert (points >= -1e-9).all()
    assert (points <= (30.0, 20.0, 1e-9)).all()


def test_a_group_without_triangles_gets_no_points():
    mesh = fan(RECTANGLE, (15.0, 10.0))
    even = spread.over(mesh, np.full(4, -1), np.full(4, 150.0), [0, 7], np.tile(UP, (2, 1)))
    assert even.points.shape == (0, 3)
    assert not len(spread.over(mesh, mesh.face_of_triangle, np.full(4, 150.0), [], np.zeros((0, 3))).group)


@pytest.mark.parametrize(("share", "turns"), [(0.048, False), (0.052, True)])
def test_the_points_turn_with_sides_that_are_a_twentieth_of_the_outline(share: float, turns: bool) -> None:
    """Sixteen equal sides agree on no direction; here two of them are longer by that share of the whole."""
    longer = 8.0 * share / (1.0 - share)
    headings = 2.0 * np.pi / 16 * np.arange(16)
    sides = (
        np.stack([np.cos(headings), np.sin(headings)], axis=1)
        * (1.0 + longer * (np.arange(16) % 8 == 0))[:, None]
    )
    corners = np.cumsum(sides, axis=0) - np.cumsum(sides, axis=0).mean(axis=0)
    cosine, sine = np.cos(np.radians(10.0)), np.sin(np.radians(10.0))
    turn = np.array([[cosine, -sine], [sine, cosine]])
    one, other = (
        points_of(fan([(x, y) for x, y in outline.tolist()], (0.0, 0.0)))
        for outline in (corners, corners @ turn.T)
    )
    other[:, :2] = other[:, :2] @ turn
    is_same = len(one) == len(other) and np.abs(sorted_rows(one) - sorted_rows(other)).max() < 1e-4
    assert bool(is_same) is turns
