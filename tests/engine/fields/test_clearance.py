"""Clearance against formulas: slots, bores, hollows, and open space."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from engine import fields
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from engine.raycast import scene
from tests.support import draw, meshes
from tests.support.parts import read


def clearance(mesh: Mesh) -> np.ndarray:
    return np.asarray(fields.measure_all(scene.build(mesh), Progress())["clearance"].values)


def slotted(width: float, sides: tuple[int, int, int] = (1, 0, 1)) -> Mesh:
    """Draw a block 10 mm high on a 4 mm floor, with a slot along y from x = 0 to `width`."""
    filled = np.ones((3, 1, 2))
    filled[:, 0, 1] = sides
    return meshes.grid_solid([(-12, 0, width, width + 12), (0, 20), (0, 4, 14)], filled, 1.0)


@pytest.mark.parametrize("width", [1.0, 4.0, 12.0])
def test_a_slot_is_as_wide_as_it_was_drawn_from_its_foot_to_its_edges(width: float) -> None:
    mesh = slotted(width)
    x = mesh.vertices[:, 0]
    walls = (np.abs(mesh.normals[:, 0]) > 0.5) & (x > -1) & (x < width + 1)

    assert walls.sum() > 400
    assert clearance(mesh)[walls] == pytest.approx(width, rel=1e-12)
    assert np.isinf(clearance(mesh)[~walls]).all()


@pytest.mark.parametrize("max_edge_mm", [1.5, 4.0])
def test_a_slot_with_a_rounded_mouth_is_as_wide_at_the_mouth_as_at_its_foot(max_edge_mm: float) -> None:
    block = draw.cut(draw.box((30, 40, 20)), draw.box((4, 40, 12), (13, 0, 8)))
    rounded = draw.fillet(block, 0.8, (13, 20, 20), (17, 20, 20))
    _, mesh = read(rounded, MeshOptions(max_edge_mm=max_edge_mm))
    walls = (np.abs(mesh.normals[:, 0]) > 0.9999) & (np.abs(mesh.vertices[:, 0] - 15) < 2.1)

    assert walls.sum() > 20
    assert clearance(mesh)[walls] == pytest.approx(4.0, abs=1e-6)


def test_a_step_has_no_wall_opposite() -> None:
    assert np.isinf(clearance(slotted(4.0, sides=(1, 0, 0)))).all()


def test_a_bore_is_as_wide_as_its_diameter_on_a_coarse_mesh() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)

    bore = mesh.face_of_vertex == 2
    assert clearance(mesh)[bore] == pytest.approx(34, rel=1e-4)
    assert np.isinf(clearance(mesh)[~bore]).all()


def test_a_hollow_in_a_ball_is_as_wide_as_its_diameter() -> None:
    mesh = meshes.hollow_ball(outer=10, inner=7, edge=1.5)

    hollow = mesh.face_of_vertex == 1
    assert clearance(mesh)[hollow] == pytest.approx(14, rel=1e-3)
    assert np.isinf(clearance(mesh)[~hollow]).all()


def test_a_drafted_slot_widens_upwards_and_has_a_width_at_its_acute_foot() -> None:
    lean = np.tan(np.radians(2))

    def open_up(p: np.ndarray) -> np.ndarray:
        wall = np.where(p[:, 0] <= 0, -1.0, np.where(p[:, 0] >= 4, 1.0, 0.0)) * (p[:, 2] > 3.9)
        return np.stack([p[:, 0] + wall * lean * (p[:, 2] - 4), p[:, 1], p[:, 2]], axis=1)

    mesh = meshes.warped(slotted(4.0), open_up)
    height = mesh.vertices[:, 2] - 4
    walls = (np.abs(mesh.normals[:, 0]) > 0.9) & (np.abs(mesh.vertices[:, 0] - 2) < 3) & (height > -1e-9)
    # the ball between walls at twice 2 degrees touches both where it is w cos 2° wide
    ball = (4 + 2 * lean * height[walls]) * np.cos(np.radians(2))
    inside = height[walls] > 0.1
    assert inside.sum() > 300
    assert clearance(mesh)[walls][inside] == pytest.approx(ball[inside], rel=2e-3)
    assert clearance(mesh)[walls][~inside] == pytest.approx(4, rel=2e-3)


def test_the_gap_between_two_bodies_counts_as_air() -> None:
    low = meshes.block((20, 10, 3), 1.0)
    mesh = meshes.joined(low, meshes.block((20, 10, 3), 1.0, corner=(0, 0, 5)))
    gap = ((mesh.vertices[:, 2] == 3) & (mesh.normals[:, 2] > 0.5)) | (
        (mesh.vertices[:, 2] == 5) & (mesh.normals[:, 2] < -0.5)
    )

    assert gap.sum() > 400
    assert clearance(mesh)[gap] == pytest.approx(2, rel=1e-12)
    assert np.isinf(clearance(mesh)[~gap]).all()


def test_bodies_that_touch_leave_no_gap_of_nothing() -> None:
    mesh = meshes.joined(meshes.block((20, 10, 3), 1.0), meshes.block((20, 10, 3), 1.0, corner=(0, 0, 3)))

    assert np.isinf(clearance(mesh)).all()


def test_a_body_seen_through_another_that_touches_does_not_count() -> None:
    low, middle = meshes.block((20, 10, 3), 1.0), meshes.block((20, 10, 3), 1.0, corner=(0, 0, 3))
    high = meshes.block((20, 10, 3), 1.0, corner=(0, 0, 8))
    mesh = meshes.joined(low, middle, high)
    top_of_low = (mesh.face_of_vertex < 6) & (mesh.normals[:, 2] > 0.5)
    top_of_middle = (mesh.face_of_vertex // 6 == 1) & (mesh.normals[:, 2] > 0.5)

    assert np.isinf(clearance(mesh)[top_of_low]).all()
    assert clearance(mesh)[top_of_middle] == pytest.approx(2, rel=1e-12)


def test_the_bore_of_a_pressed_in_pin_is_as_wide_as_the_bore() -> None:
    tube = meshes.tube(outer=20, inner=5, height=30, edge=1)
    pin = meshes.revolved(
        [meshes.line((0, 0), (5, 0)), meshes.line((5, 0), (5, 30)), meshes.line((5, 30), (0, 30))], 1.0
    )
    loose = meshes.revolved(
        [meshes.line((0, 0), (4, 0)), meshes.line((4, 0), (4, 30)), meshes.line((4, 30), (0, 30))], 1.0
    )
    bore = tube.face_of_vertex == 2

    assert clearance(meshes.joined(tube, pin))[: len(bore)][bore] == pytest.approx(10, rel=1e-3)
    assert clearance(meshes.joined(tube, loose))[: len(bore)][bore] == pytest.approx(1, rel=1e-3)


@pytest.mark.parametrize("scale", [0.05, 100.0])
def test_clearance_follows_the_part(scale: float) -> None:
    mesh = meshes.bored_block(20, 30, 5, 1.5)
    turn = Rotation.from_rotvec([0.3, -0.7, 1.1]).as_matrix()
    there = meshes.moved(mesh, turn, (1e6, 2e6, 3e6), scale)

    bore = mesh.face_of_vertex == 6
    assert clearance(there)[bore] == pytest.approx(10 * scale, rel=1e-3)
    assert np.isinf(clearance(there)[~bore]).all()


def test_witnesses_of_a_slot_lie_on_the_other_wall() -> None:
    mesh = slotted(4.0)
    wall = np.flatnonzero((np.abs(mesh.vertices[:, 0]) < 1e-9) & (mesh.normals[:, 0] > 0.5))
    field = fields.measure_all(scene.build(mesh), Progress())["clearance"]

    places = fields.witnesses(mesh, field, wall)
    assert places == pytest.approx(mesh.vertices[wall] + [4, 0, 0], abs=1e-3)
    outside = np.flatnonzero(mesh.vertices[:, 0] == -12)
    assert np.isnan(fields.witnesses(mesh, field, outside)).all()
