"""Loose triangles become one surface with bodies, cavities and neighbors, whatever order they came in."""

import numpy as np
import pytest

from engine.errors import NoSolid
from engine.segment import mesh_repair
from tests.support.gltf_by_hand import CUBE_TRIANGLES, CUBE_VERTICES

CORNERS = CUBE_TRIANGLES.astype(np.int64)


def cube(side=20.0, corner=(0.0, 0.0, 0.0)):
    return CUBE_VERTICES.astype(float) * side + np.array(corner), CORNERS


def together(*soups):
    starts = np.cumsum([0, *(len(places) for places, _ in soups)])
    return np.vstack([p for p, _ in soups]), np.vstack(
        [t + s for (_, t), s in zip(soups, starts, strict=False)]
    )


def volume(found, body):
    a, b, c = np.moveaxis(found.vertices[found.triangles[found.body_of_triangle == body]], 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def test_a_cube_is_one_closed_body_with_three_neighbors_a_triangle():
    found, repairs = mesh_repair.build([cube()])
    assert (found.neighbor >= 0).all()
    assert found.areas == pytest.approx(np.full(12, 200.0))
    assert found.is_closed.tolist() == [True]
    assert repairs == mesh_repair.Repairs(0, 0, 0, 0, 0, 0)


def test_a_cube_inside_out_is_turned_and_reported():
    places, corners = cube()
    found, repairs = mesh_repair.build([(places, corners[:, ::-1])])
    assert volume(found, 0) == pytest.approx(8000)
    assert repairs.flipped == 12


@pytest.mark.parametrize("faces_in", [True, False])
def test_a_shell_inside_another_of_its_soup_is_a_cavity_facing_in(faces_in):
    places, corners = cube(10.0, (5, 5, 5))
    inner = places, corners[:, ::-1] if faces_in else corners
    found, _ = mesh_repair.build([together(cube(), inner)])
    assert found.is_void.tolist() == [False, True]
    assert found.body_of_triangle.max() == 0
    assert volume(found, 0) == pytest.approx(8000 - 1000)


def test_a_shell_inside_another_that_faces_out_and_comes_by_itself_is_a_body():
    found, _ = mesh_repair.build([cube(), cube(10.0, (5, 5, 5))])
    assert found.is_void.tolist() == [False, False]
    assert [volume(found, body) for body in (0, 1)] == pytest.approx([8000, 1000])


def test_a_body_in_pieces_is_closed_and_two_that_touch_stay_two():
    places, corners = cube()
    found, _ = mesh_repair.build([(places, corners[:5]), (places, corners[5:])])
    assert found.is_closed.tolist() == [True]
    beside, _ = mesh_repair.build([cube(), cube(corner=(20.0, 0, 0))])
    assert beside.is_closed.tolist() == [True, True]
    assert beside.body_of_triangle.max() == 1


def test_an_open_box_stays_open_and_its_free_sides_have_no_neighbor():
    places, corners = cube()
    found, repairs = mesh_repair.build([(places, corners[2:])])
    assert found.is_closed.tolist() == [False]
    assert (found.neighbor < 0).sum() == 4
    assert repairs.open_shells == 1


def test_a_triangle_without_height_is_replaced_by_splitting_its_neighbor():
    # one side of the cube's bottom is met by two triangles above and a needle
    places, corners = cube()
    middle = places[[0, 1]].mean(axis=0)
    split = [t for t in corners.tolist() if not {0, 1} <= set(t) or 2 in t]
    [other] = [t for t in corners.tolist() if {0, 1} <= set(t) and 2 not in t]
    far = sum(other) - 1
    bent = np.array([*split, [0, 8, far], [8, 1, far], [0, 1, 8]])
    found, repairs = mesh_repair.build([(np.vstack([places, middle]), bent)])
    assert repairs.straightened == 1
    assert found.is_closed.tolist() == [True]
    assert (found.areas > 1.0).all()
    assert volume(found, 0) == pytest.approx(8000)


def flapped(thickness: float):
    """Hang a flap on a side of the cube; without a thickness a needle stands between its front and back."""
    places, corners = cube()
    p, r = places[[0, 1]]
    q = (p + r) / 2 - (5.0, 5.0, 5.0) + (r - p) / 40
    if thickness:
        flap = [[0, 8, 1], [9, 0, 1], [0, 9, 8], [8, 9, 1]]
        beside = q + thickness * np.cross(q - p, r - p) / np.linalg.norm(np.cross(q - p, r - p))
    else:
        flap = [[0, 9, 1], [9, 8, 1], [8, 0, 1], [0, 8, 9]]
        beside = (p + q) / 2
    return np.vstack([places, q, beside]), np.vstack([corners, flap])


def test_a_flap_that_a_needle_hid_is_left_out_and_one_with_a_thickness_is_not():
    found, repairs = mesh_repair.build([flapped(0.0)])
    assert repairs.straightened == 1
    assert len(found.triangles) == 12
    assert found.is_closed.tolist() == [True]
    assert volume(found, 0) == pytest.approx(8000)
    thick, _ = mesh_repair.build([flapped(0.5)])
    assert len(thick.triangles) == 16


def test_noise_is_that_of_single_precision_until_numbers_were_rounded():
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    fine = np.linspace(0, 20, 9)
    x, y = np.meshgrid(fine, fine, indexing="ij")
    sheet = np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1) @ turn
    at = (np.arange(8)[:, None] * 9 + np.arange(8)).ravel()
    rows = np.concatenate([np.stack([at, at + 9, at + 10], 1), np.stack([at, at + 10, at + 1], 1)])
    exact, _ = mesh_repair.build([(sheet, rows)])
    assert exact.noise_mm < 1e-5
    rounded, _ = mesh_repair.build([(np.round(sheet, 3), rows)])
    assert rounded.noise_mm == pytest.approx(1e-3)


def test_nothing_with_an_area_is_no_solid():
    line = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]])
    for soups in ([], [(line, np.array([[0, 1, 2]]))], [(line, np.zeros((0, 3), np.int64))]):
        with pytest.raises(NoSolid):
            mesh_repair.build(soups)
