"""Balls in and beside drawn bodies."""

import numpy as np
import pytest

from engine.evidence import _sections
from engine.model.mesh import MeshOptions
from engine.raycast import nearest, scene
from engine.raycast.bvh import Bvh
from tests.support import draw
from tests.support.parts import read
from tests.support.printed import meshed

BALL = meshed(draw.sphere(10.0), 30)


def test_balls_about_the_middle_of_a_solid_sphere_lie_inside_and_one_search_serves_them_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def counting(tree: Bvh, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked.append(len(places))
        return on_surface(tree, places)

    on_surface = nearest.on_surface
    monkeypatch.setattr(nearest, "on_surface", counting)
    centers = np.random.default_rng(3).normal(0.0, 1e-3, (500, 3))
    assert _sections.lie_inside(scene.build(BALL.mesh), np.zeros(500, int), centers, np.full(500, 10.0)).all()
    assert sum(asked) < 50


def test_each_ball_is_known_by_its_own_radius_and_center() -> None:
    centers = np.array([[0.0, 0, 0], [0, 0, 0], [2.5, 0, 0], [3.5, 0, 0], [15, 0, 0]])
    radii = np.array([10.0, 20.0, 10.0, 10.0, 2.0])
    found = _sections.lie_inside(scene.build(BALL.mesh), np.zeros(5, int), centers, radii)
    assert found.tolist() == [True, False, True, False, False]


@pytest.mark.parametrize("max_edge_mm", [1.0, 40.0])
def test_a_ball_that_sticks_out_is_reported_however_few_vertices_the_side_has(max_edge_mm: float) -> None:
    _, mesh = read(draw.box((60, 40, 4)), MeshOptions(max_edge_mm=max_edge_mm))
    at_border = np.linalg.norm(mesh.vertices - [60, 40, 0], axis=1) == 0
    below, beside = (int(np.argmax(at_border & (mesh.normals[:, axis] != 0))) for axis in (2, 1))
    # behind the bottom, behind the narrow side, beside the plate in the plane of its top
    centers = np.array([[30.0, 20, 2], [30, 20, 2], [30, 20, 0], [30, -3, 4]])
    vertices = np.array([below, beside, beside, below])
    found = _sections.lie_inside(scene.build(mesh), vertices, centers, np.array([2.0, 20, 20, 2]))
    assert found.tolist() == [True, False, False, False]
    # the ball at the very border of the bottom, and the one at the border of the narrow side
    at_border, sideways = np.array([[60.0, 40, 2], [60, 20, 0]]), np.array([2.0, 20])
    places = np.array([below, beside])
    assert not _sections.lie_inside(scene.build(mesh), places, at_border, sideways).any()
    if max_edge_mm > 4:
        assert _sections.are_sections(scene.build(mesh), places, at_border, sideways).tolist() == [
            True,
            False,
        ]


@pytest.mark.parametrize(("high_mm", "is_section"), [(7.1, True), (6.9, False)])
@pytest.mark.parametrize("max_edge_mm", [1.0, 30.0])
def test_a_bar_is_a_section_across_its_broad_side_up_to_the_same_height_on_every_mesh(
    max_edge_mm: float, high_mm: float, is_section: bool
) -> None:
    _, mesh = read(draw.box((60, 10, high_mm)), MeshOptions(max_edge_mm=max_edge_mm))
    on_side = int(np.argmax((mesh.normals[:, 1] < -0.5) & (mesh.vertices[:, 2] == 0)))
    centers = np.array([[20.0, 5, 0.5 * high_mm]])
    assert _sections.lie_inside(
        scene.build(mesh), np.array([on_side]), centers, np.array([5.0])
    ).tolist() == [is_section]


def test_a_ball_below_the_foot_of_a_wall_is_known_by_both_of_its_sides() -> None:
    angle = draw.fuse(draw.box((40, 40, 10)), draw.box((10, 40, 40)))
    _, mesh = read(angle, MeshOptions(max_edge_mm=30.0))
    turns = np.radians(np.linspace(180.0, 270.0, 19))
    ways = np.column_stack([np.cos(turns), 0 * turns, np.sin(turns)])
    below, above = (np.array([10.0, 20, 10]) + side * 4.0 * ways for side in (1.0, -1.0))
    none = np.zeros(19, int)
    assert _sections.lie_inside(scene.build(mesh), none, below, np.full(19, 5.0)).all()
    assert not _sections.lie_inside(scene.build(mesh), none, above, np.full(19, 5.0)).any()


def test_a_ball_that_sticks_out_is_pushed_inside_and_shrunk_to_what_fits_there() -> None:
    _, mesh = read(draw.box((60, 10, 7)), MeshOptions(max_edge_mm=4.0))
    # across the broad side at two heights, at the end of the bar, and one that fits
    centers = np.array([[20.0, 5, 3.5], [20, 5, 2.8], [2.6, 5, 3.5], [30, 5, 3]])
    radii = np.array([5.0, 5.0, 3.5, 2.0])
    found = _sections.fitted(scene.build(mesh), np.zeros(4, int), centers, radii)
    assert found == pytest.approx([3.5, 3.5, 3.5, 2.0], rel=1e-3)
