"""The nearest points are found whatever way the part lies, and on the faces alone."""

import math

import pytest

from engine.inspection import nearest_pair
from engine.model.mesh import MeshOptions
from tests.support import draw, parts


@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_two_pins_are_as_far_apart_as_drawn_however_they_are_turned(turn: float) -> None:
    pins = draw.compound(draw.cylinder(5, 20), draw.cylinder(2, 20, (12, 9, 30)))
    shape = draw.turned(pins, turn, (0, 0, 1))
    part, mesh = parts.read(shape, MeshOptions(max_edge_mm=2.0, curvature=48.0))
    cylinders = [each.id for each in part.faces if type(each.surface).__name__ == "Cylinder"]
    found = nearest_pair.between_faces(part, mesh, cylinders[:1], cylinders[1:])
    # the axes are 15 apart, so the walls 8, and one ends 10 below where the other begins
    assert found.distance_mm == pytest.approx(math.hypot(8.0, 10.0), abs=found.uncertainty_mm + 1e-6)
    assert 0.0 < found.uncertainty_mm < 0.05
    assert not found.is_exact  # between rims, which the mesh has as chords


def test_walls_side_by_side_are_nearest_between_their_faces_and_not_between_the_planes_they_lie_on() -> None:
    blocks = draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (30, 0, 14)))
    part, mesh = parts.read(blocks, MeshOptions(max_edge_mm=2.0))
    top = parts.face_at(part, (5, 5, 10)).id
    bottom = parts.face_at(part, (35, 5, 14)).id
    found = nearest_pair.between_faces(part, mesh, (top,), (bottom,))
    assert found.distance_mm == pytest.approx(math.hypot(20.0, 4.0), abs=1e-9)
    assert found.is_exact
