"""Bodies of one mesh that lie on each other come apart; a surface drawn from both sides is one."""

import numpy as np
import pytest

from engine.segment import mesh_repair, welding
from tests.support import draw
from tests.support.gltf_by_hand import CUBE_TRIANGLES, CUBE_VERTICES
from tests.support.triangulated import shuffled, soup

CUBE = CUBE_VERTICES.astype(float) * 20
CORNERS = CUBE_TRIANGLES.astype(np.int64)


def together(*soups):
    starts = np.cumsum([0, *(len(places) for places, _ in soups)])
    return np.vstack([p for p, _ in soups]), np.vstack(
        [t + s for (_, t), s in zip(soups, starts, strict=False)]
    )


def volumes(found):
    corners = found.vertices[found.triangles]
    six = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    return np.bincount(found.body_of_triangle, six / 6)


def washer(z=10.0):
    """Draw a ring whose bore has the mouth of the plate's bore."""
    return draw.cut(draw.cylinder(9, 3, (0, 0, z)), draw.cylinder(5, 3, (0, 0, z)))


def plate():
    return draw.cut(draw.box((40, 40, 10), (-20, -20, 0)), draw.cylinder(5, 10))


@pytest.mark.parametrize("shift", [(20.0, 0.0, 0.0), (20.0, 20.0, 0.0), (20.0, 20.0, 20.0)])
def test_cubes_of_one_mesh_that_share_a_face_an_edge_or_a_corner_are_two_bodies(shift):
    found, repairs = mesh_repair.build([together((CUBE, CORNERS), (CUBE + np.array(shift), CORNERS))])
    assert repairs.doubled == 0
    assert found.is_closed.tolist() == [True, True]
    assert volumes(found) == pytest.approx([8000, 8000])
    assert (found.neighbor >= 0).all()


def test_cubes_that_enclose_the_same_space_are_one():
    found, repairs = mesh_repair.build([together((CUBE, CORNERS), (CUBE, CORNERS))])
    assert repairs.doubled == 12
    assert volumes(found) == pytest.approx([8000])


def test_four_cubes_about_an_edge_are_four_bodies():
    around = [(0, 0, 0), (20, 0, 0), (0, 20, 0), (20, 20, 0)]
    found, _ = mesh_repair.build([together(*((CUBE + np.array(shift), CORNERS) for shift in around))])
    assert volumes(found) == pytest.approx([8000] * 4)
    assert (found.neighbor >= 0).all()


def test_touching_cubes_drawn_inside_out_are_two_bodies():
    found, _ = mesh_repair.build(
        [together((CUBE, CORNERS[:, ::-1]), (CUBE + np.array([20, 0, 0]), CORNERS[:, ::-1]))]
    )
    assert volumes(found) == pytest.approx([8000, 8000])


def test_a_cube_drawn_from_both_sides_is_one_body_and_its_backs_are_left_out():
    found, repairs = mesh_repair.build([together((CUBE, CORNERS), (CUBE, CORNERS[:, ::-1]))])
    assert repairs.doubled == 12
    assert volumes(found) == pytest.approx([8000])


def test_a_washer_on_the_mouth_of_a_bore_stays_a_body_of_its_own():
    both = together(soup(plate()), soup(washer()))
    found, _ = mesh_repair.build([both])
    apart, _ = mesh_repair.build([soup(plate()), soup(washer())])
    assert found.is_closed.tolist() == [True, True]
    assert (found.neighbor >= 0).all()
    assert volumes(found) == pytest.approx(volumes(apart), rel=1e-12)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_touches_comes_out_alike_whatever_the_order_in_the_file(seed):
    both = together(soup(plate()), soup(washer()))
    found, _ = mesh_repair.build([both])
    other, _ = mesh_repair.build([shuffled(both, seed)])
    assert np.array_equal(found.vertices, other.vertices)
    assert np.array_equal(found.triangles, other.triangles)


def test_where_a_triangle_is_missing_beside_others_nothing_is_taken_apart():
    # three triangles about one side: nobody can tell which two belong together
    places = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, -1, 0]])
    triangles = np.array([[0, 1, 2], [1, 0, 3], [0, 1, 4]])
    corners, is_doubled = welding.separate_touching(places, triangles)
    assert not is_doubled.any()
    assert len(np.unique(corners)) == 5


def flap(*triangles):
    """Add triangles to a cube, beside the edge from its corner 0 to its corner 1."""
    places = np.vstack([CUBE, [[10.0, -8.0, -8.0], [14.0, -9.0, -9.0]]])
    return places, np.vstack([CORNERS, np.array(triangles)])


@pytest.mark.parametrize(
    "triangles", [[(0, 1, 8), (1, 0, 8)], [(0, 1, 8), (1, 0, 8), (8, 1, 9), (1, 8, 9)]], ids=["short", "long"]
)
def test_a_flap_of_no_thickness_on_a_body_is_left_out(triangles):
    found, repairs = mesh_repair.build([flap(*triangles)])
    assert repairs.doubled == len(triangles)
    assert found.is_closed.tolist() == [True]
    assert volumes(found) == pytest.approx([8000])


def test_a_flap_drawn_from_one_side_opens_the_body_it_hangs_on():
    found, repairs = mesh_repair.build([flap((0, 1, 8))])
    assert repairs.doubled == 0
    assert not found.is_closed.all()
