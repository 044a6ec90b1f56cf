"""Directions proposed from surfaces and from all round."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from engine.model.arrays import frozen
from engine.model.surface import Cylinder
from engine.pull import candidates
from tests.support import meshes
from tests.support.prepared import prepared_of

SKEW = Rotation.from_rotvec([0.3, -0.7, 1.1]).as_matrix()


def holds(directions: np.ndarray, direction: np.ndarray, within_deg: float = 0.01) -> bool:
    return bool((np.abs(directions @ direction) > np.cos(np.radians(within_deg))).any())


def test_a_block_proposes_its_three_normals_largest_first() -> None:
    part = prepared_of(meshes.moved(meshes.block((40, 30, 5), 5.0), SKEW)).part

    proposed = candidates.from_surfaces(part)
    assert len(proposed) == 3
    assert np.abs(proposed @ SKEW) == pytest.approx(np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0]]), abs=1e-9)


def test_a_turned_part_proposes_its_axis() -> None:
    axis = frozen(SKEW @ [0, 0, 1])
    mesh = meshes.hollow_ball(10, 7, 2)
    part = prepared_of(mesh, {0: Cylinder(frozen([0, 0, 0]), axis, 10.0)}).part

    assert holds(candidates.from_surfaces(part), axis)


def test_walls_that_all_lean_propose_the_pull_they_were_drafted_for() -> None:
    lean = np.tan(np.radians(3))
    frustum = meshes.warped(
        meshes.block((40, 30, 20), 5.0, corner=(-20, -15, 0)),
        lambda p: np.stack(
            [
                p[:, 0] - np.sign(p[:, 0]) * lean * p[:, 2],
                p[:, 1] - np.sign(p[:, 1]) * lean * p[:, 2],
                p[:, 2],
            ],
            axis=1,
        ),
    )
    part = prepared_of(frustum).part
    walls = replace(part, faces=part.faces[:4])

    normals = np.array([face.inner_normal for face in walls.faces])
    assert not holds(normals, np.array([0.0, 0, 1]), within_deg=80)
    assert holds(candidates.from_surfaces(walls), np.array([0.0, 0, 1]))


def test_directions_within_two_degrees_are_one_with_their_weights_together() -> None:
    near = np.array([np.sin(0.02), 0.0, np.cos(0.02)])
    merged = candidates.distinct(
        [
            (np.array([1.0, 0, 0]), 3.0),
            (np.array([0.0, 0, -1]), 2.0),
            (near, 1.5),
            (np.array([0, 1.0, 0]), 1.0),
        ]
    )

    assert np.abs(merged) == pytest.approx(np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), abs=1e-12)


def test_a_part_with_neither_planes_nor_axes_proposes_nothing() -> None:
    assert candidates.from_surfaces(prepared_of(meshes.hollow_ball(10, 7, 2)).part).shape == (0, 3)


def test_all_round_leaves_no_direction_farther_than_its_spacing_and_turns_with_the_part() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=4, edge=3)
    areas = np.linspace(1, 2, len(mesh.normals))
    spread = candidates.all_round(mesh.normals, areas)
    asked = np.random.default_rng(0).normal(size=(2000, 3))
    asked /= np.linalg.norm(asked, axis=1)[:, None]

    assert np.linalg.norm(spread, axis=1) == pytest.approx(1)
    assert np.degrees(np.arccos(np.abs(asked @ spread.T).max(axis=1))).max() < 15
    assert candidates.all_round(mesh.normals @ SKEW.T, areas) == pytest.approx(spread @ SKEW.T, abs=1e-6)


@pytest.mark.parametrize("by_deg", [0.1, 5.0])
def test_around_leans_by_the_asked_angle_to_six_sides(by_deg: float) -> None:
    leaning = candidates.around(np.array([0.6, 0.0, 0.8]), by_deg)

    assert np.degrees(np.arccos(leaning @ [0.6, 0, 0.8])) == pytest.approx(by_deg, rel=1e-6)
    assert np.linalg.norm(leaning.sum(axis=0)) == pytest.approx(6 * np.cos(np.radians(by_deg)))
