"""Scores of directions whose undercut areas are known."""

import numpy as np
import pytest

from engine.model.mesh import Mesh
from engine.pull.samples import over_triangles, thinned
from engine.pull.score import SAMPLES, Score, score
from engine.raycast import scene
from tests.support import meshes


def rated(mesh: Mesh, *direction: float) -> Score:
    unit = np.array(direction) / np.linalg.norm(direction)
    return score(scene.build(mesh), thinned(over_triangles(mesh), SAMPLES), unit, 0.5, 3.0)


def test_a_direction_and_its_opposite_score_the_same() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=1, edge=1)

    assert rated(mesh, 0.1, 0.2, 1).penalty == pytest.approx(rated(mesh, -0.1, -0.2, -1).penalty, abs=1e-9)


def test_the_undercut_share_of_a_cross_hole_is_the_share_of_its_wall() -> None:
    mesh = meshes.bored_block(side=20, length=30, radius=5, edge=1)
    bore, rest = 2 * np.pi * 5 * 30, 4 * 20 * 30 + 2 * (20 * 20 - np.pi * 25)

    assert rated(mesh, 0, 0, 1).undercut_share == pytest.approx(bore / (bore + rest), abs=0.01)
    assert rated(mesh, 0, 1, 0).undercut_share == 0


def test_a_block_without_draft_is_better_pulled_square_than_along_its_diagonal() -> None:
    mesh = meshes.block((30, 30, 30), 1.0)

    assert rated(mesh, 0, 0, 1).penalty < rated(mesh, 0, 1, 1).penalty
    assert rated(mesh, 0, 0, 1).penalty < rated(mesh, 1, 1, 1).penalty


def test_a_slightly_drafted_cup_is_better_pulled_straight_than_askew() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=2, edge=1)

    straight = rated(mesh, 0, 0, 1).penalty
    for lean in np.tan(np.radians([0.5, 1.0, 2.0])):
        assert straight < rated(mesh, lean, 0, 1).penalty


def test_a_plate_is_better_pulled_through_its_thickness_and_a_rod_across_its_axis() -> None:
    plate = meshes.block((40, 30, 3), 1.0)
    rod = meshes.revolved(
        [meshes.line((0, 0), (3, 0)), meshes.line((3, 0), (3, 60)), meshes.line((3, 60), (0, 60))], 0.7
    )

    assert rated(plate, 0, 0, 1).penalty < min(rated(plate, 1, 0, 0).penalty, rated(plate, 0, 1, 0).penalty)
    assert rated(rod, 1, 0, 0).penalty < rated(rod, 0, 0, 1).penalty
