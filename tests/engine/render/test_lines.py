"""Borders and contours lie where a draftsman draws them."""

import dataclasses

import numpy as np
import pytest

from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.render import camera, lines
from tests.support import analyses


def ball(radius=10.0, rings=40):
    """Make a sphere of one face with its exact normals and a seam at longitude 0."""
    theta = np.linspace(0, np.pi, rings + 1)
    phi = np.linspace(0, 2 * np.pi, 2 * rings + 1)
    around, down = np.meshgrid(phi, theta)
    normals = np.stack([np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)], axis=-1)
    index = np.arange(around.size).reshape(around.shape)
    a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    triangles = np.concatenate(
        [np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)]
    )
    normals = normals.reshape(-1, 3)
    weld = np.unique(np.round(normals, 9), axis=0, return_inverse=True)[1].ravel()
    sound = np.array([len(set(row)) == 3 for row in weld[triangles].tolist()])
    triangles = triangles[sound]
    zeros = np.zeros(len(triangles), dtype=np.int64)
    return Mesh(
        frozen(radius * normals),
        frozen(normals),
        frozen_ints(triangles),
        frozen_ints(zeros),
        frozen_ints(np.zeros(len(normals), dtype=np.int64)),
        frozen_ints(zeros),
        frozen_ints(weld),
        2.0,
        0.05,
    )


def length_of(mesh, ends):
    return float(np.linalg.norm(np.diff(mesh.vertices[ends], axis=1), axis=2).sum())


def test_the_borders_of_a_box_are_its_twelve_edges() -> None:
    box = analyses.blocks([0, 10], [0, 20], [0, 30], np.ones((1, 1, 1), dtype=bool)).assessed.prepared.mesh
    found = lines.border_edges(box)
    assert length_of(box, found.ends) == pytest.approx(4 * (10 + 20 + 30))
    assert not found.is_smooth.any()


def test_faces_that_continue_each_other_have_a_smooth_border() -> None:
    box = analyses.blocks([0, 10], [0, 20], [0, 30], np.ones((1, 1, 1), dtype=bool)).assessed.prepared.mesh
    # split the face at x = 0 at y = 10 into two, vertices and all
    middle = box.vertices[box.triangles].mean(axis=1)
    is_far = (middle[:, 0] == 0) & (middle[:, 1] > 8.0)
    face = np.where(is_far, box.face_of_triangle.max() + 1, box.face_of_triangle)
    found = lines.border_edges(dataclasses.replace(box, face_of_triangle=frozen_ints(face)))
    assert length_of(box, found.ends[found.is_smooth]) == pytest.approx(30)
    assert length_of(box, found.ends[~found.is_smooth]) == pytest.approx(240)
    skins = found.skins(7)
    assert skins[6] == skins[int(box.face_of_triangle[is_far][0])]
    assert len(set(skins.tolist())) == 6


def test_a_box_is_closed_and_one_without_a_triangle_or_inside_out_is_not() -> None:
    box = analyses.blocks([0, 10], [0, 20], [0, 30], np.ones((1, 1, 1), dtype=bool)).assessed.prepared.mesh
    assert lines.border_edges(box).is_closed
    opened = dataclasses.replace(box, triangles=box.triangles[1:], face_of_triangle=box.face_of_triangle[1:])
    assert not lines.border_edges(opened).is_closed
    inside_out = dataclasses.replace(box, triangles=box.triangles[:, ::-1])
    assert not lines.border_edges(inside_out).is_closed
    assert len(lines.border_edges(opened).ends) > len(lines.border_edges(box).ends)


def test_a_seam_is_no_border() -> None:
    assert len(lines.border_edges(ball()).ends) == 0


@pytest.mark.parametrize("toward", [(1, 0.1, 0.2), (0.3, -1, 0.5)])
def test_the_contour_of_a_ball_is_a_great_circle(toward) -> None:
    mesh = ball()
    aimed = camera.frame(mesh.vertices, toward, is_parallel=True)
    found = lines.contours(mesh, aimed)
    ends = found.reshape(-1, 3)
    # along the line of sight they lie in the plane through the center, but for the chord of a mesh edge
    assert np.abs(ends @ aimed.toward).max() < 0.02
    assert np.linalg.norm(ends, axis=1) == pytest.approx(10.0, abs=0.05)
    assert np.linalg.norm(np.diff(found, axis=1), axis=2).sum() == pytest.approx(2 * np.pi * 10, rel=5e-3)


def test_flat_faces_have_no_contour_even_edge_on() -> None:
    tray = analyses.tray().assessed.prepared.mesh
    for toward in ((0, 0, 1), camera.ISOMETRIC):
        assert len(lines.contours(tray, camera.frame(tray.vertices, toward, is_parallel=True))) == 0


def test_the_border_between_two_faces_is_found_by_the_pair_in_either_order() -> None:
    box = analyses.blocks([0, 10], [0, 20], [0, 30], np.ones((1, 1, 1), dtype=bool))
    mesh = box.assessed.prepared.mesh
    found = lines.border_edges(mesh)
    left, bottom, right = (analyses.face_at(box, point) for point in ((0, 10, 15), (5, 10, 0), (10, 10, 15)))
    for pair in ((left, bottom), (bottom, left)):
        ends = mesh.vertices[found.ends[found.between([pair])]]
        assert np.ptp(ends.reshape(-1, 3), axis=0).tolist() == [0, 20, 0]
    assert len(found.between([(left, right)])) == 0
    assert len(found.between([])) == 0
