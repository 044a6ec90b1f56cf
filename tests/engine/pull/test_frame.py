"""The frame that a part's sides and bores share, however its file turns it."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape
from scipy.spatial.transform import Rotation

from engine.model.mesh import Mesh, MeshOptions
from engine.pull import frame
from engine.pull.frame import Frame
from engine.pull.samples import over_triangles
from tests.support import draw, meshes
from tests.support.parts import read
from tests.support.prepared import prepared_of

COARSE = MeshOptions(max_edge_mm=5.0)
EIGHTH = Rotation.from_rotvec([0, 0, math.pi / 4]).as_matrix()
SKEW = Rotation.from_rotvec([0.3, -0.7, 1.1]).as_matrix()


def frame_of(shape: TopoDS_Shape) -> Frame:
    part, mesh = read(shape, COARSE)
    return frame.find(part, over_triangles(mesh))


def freeform(mesh: Mesh, turn: np.ndarray | None = None) -> Frame:
    mesh = meshes.moved(mesh, turn)
    return frame.find(prepared_of(mesh).part, over_triangles(mesh))


def off_deg(axes: np.ndarray, expected: np.ndarray) -> float:
    """How far the worst of some expected directions is from the nearest axis."""
    return float(np.degrees(np.arccos(np.clip(np.abs(expected @ axes.T).max(axis=1), -1.0, 1.0))).max())


def bracket() -> TopoDS_Shape:
    """Draw an angle of 60 × 40 × 30 with a bore and a rib that stands at 30° in between."""
    angle = draw.fuse(draw.box((60, 40, 4)), draw.box((4, 40, 30)))
    rib = draw.prism([(4, 10, 4), (4, 10, 20), (31.7, 10, 4)], (0, 4, 0))
    return draw.cut(draw.fuse(angle, rib), draw.cylinder(5, 10, (45, 20, -3)))


def test_a_part_drawn_square_has_the_axes_of_the_file() -> None:
    own = frame_of(bracket())

    assert own.is_drawn_square
    assert own.is_clear
    assert own.axes.tolist() == np.eye(3).tolist()


@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 2, 3)])
def test_the_frame_of_a_turned_part_turns_along(axis: tuple[float, float, float]) -> None:
    own = frame_of(draw.turned(bracket(), 30, axis))
    unit = np.array(axis) / np.linalg.norm(axis)

    assert not own.is_drawn_square
    assert off_deg(own.axes, Rotation.from_rotvec(math.radians(30) * unit).as_matrix().T) < 1e-4


def test_the_largest_face_does_not_turn_the_frame_when_more_area_follows_another() -> None:
    # the slope has 358 mm², the two sides it leans between 480 together
    wedge = draw.prism([(0, 0, 0), (40, 0, 0), (0, 0, 20)], (0, 8, 0))

    assert frame_of(wedge).is_drawn_square
    turned = frame_of(draw.turned(wedge, 20, draw.Y)).axes
    assert off_deg(turned, Rotation.from_rotvec([0, math.radians(20), 0]).as_matrix().T) < 1e-4


def test_the_frame_of_a_box_whose_sides_all_lean_stands_midway_between_them() -> None:
    lean = 60 * math.tan(math.radians(1))
    outline = [(-10, 0), (10, 0), (10 - lean, 60), (-10 + lean, 60)]
    tall = draw.common(
        draw.prism([(x, -15, z) for x, z in outline], (0, 30, 0)),
        draw.prism([(-15, y, z) for y, z in outline], (30, 0, 0)),
    )

    assert frame_of(tall).is_drawn_square
    # each side has twice the area of top and bottom together
    turned = frame_of(draw.turned(tall, 30, (1, 2, 3))).axes
    unit = np.array([1, 2, 3]) / math.sqrt(14)
    assert off_deg(turned, Rotation.from_rotvec(math.radians(30) * unit).as_matrix().T) < 1e-3


def test_a_prism_of_six_equal_sides_is_drawn_square_by_any_of_them() -> None:
    corners = [(10 * math.cos(math.pi / 3 * i), 10 * math.sin(math.pi / 3 * i), 0) for i in range(6)]

    assert frame_of(draw.prism(corners, (0, 0, 5))).is_drawn_square
    assert not frame_of(draw.turned(draw.prism(corners, (0, 0, 5)), 10)).is_drawn_square


def test_a_turned_part_is_drawn_square_by_its_axis_alone_and_by_its_flat_where_it_has_one() -> None:
    shaft = draw.cylinder(10, 40)
    flat = draw.cut(shaft, draw.box((10, 40, 15), (8, -20, 30)))

    assert frame_of(draw.turned(shaft, 30)).is_drawn_square
    own = frame_of(draw.turned(flat, 30))
    assert not own.is_drawn_square
    assert off_deg(own.axes, np.array([[math.cos(math.pi / 6), math.sin(math.pi / 6), 0]])) < 1e-4


def test_a_freeform_part_has_the_frame_that_its_inertia_singles_out() -> None:
    egg = meshes.warped(meshes.hollow_ball(10, 7, 1.5), lambda p: p * [1.0, 1.4, 2.5])

    assert freeform(egg).is_drawn_square
    own = freeform(egg, SKEW)
    assert not own.is_drawn_square
    assert not own.is_clear
    assert off_deg(own.axes, SKEW.T) < 1.0
    # a ball stands every way alike
    assert freeform(meshes.hollow_ball(10, 7, 1.5), SKEW).is_drawn_square


def test_a_square_freeform_bottle_stands_on_the_sides_it_faces_most() -> None:
    def squared(points: np.ndarray) -> np.ndarray:
        turn = np.arctan2(points[:, 1], points[:, 0])
        return points * np.stack([1 + 0.1 * np.cos(4 * turn)] * 2 + [np.full(len(turn), 2.5)], axis=1)

    bottle = meshes.warped(meshes.hollow_ball(10, 7, 1.0), squared)

    own = freeform(bottle, SKEW)
    assert not own.is_drawn_square
    assert off_deg(own.axes, SKEW.T) < 1.0 or off_deg(own.axes, (SKEW @ EIGHTH).T) < 1.0
