"""Faces speak for a target by what most of them are."""

import pytest

from engine.inspection import target
from tests.support import draw, parts


@pytest.fixture(scope="module")
def part():
    """Draw a plate with a blind hole of 8 mm, 6 mm deep, and a shallow one, 0.2 mm deep and 30 mm wide."""
    shape = draw.cut(
        draw.box((80, 60, 12)), draw.cylinder(4, 20, (15, 20, 6)), draw.cylinder(15, 5, (50, 30, 11.8))
    )
    return parts.part_of(shape)


def test_a_blind_hole_with_its_floor_has_its_axis_and_a_shallow_dish_has_none(part) -> None:
    hole = parts.faces_at(part, (19, 20, 9), (15, 20, 6))
    axis = target.axis_of(hole, part)
    assert abs(axis.direction[2]) == pytest.approx(1.0)
    assert axis.origin[:2] == pytest.approx([15.0, 20.0])
    dish = parts.faces_at(part, (65, 30, 11.9), (50, 30, 11.8))
    assert target.axis_of(dish, part) is None


def test_the_largest_face_gives_the_plane(part) -> None:
    dish = parts.faces_at(part, (65, 30, 11.9), (50, 30, 11.8))
    plane = target.plane_of(dish, part)
    assert plane is not None
    assert plane.normal == pytest.approx([0.0, 0.0, 1.0])
    assert plane.origin[2] == pytest.approx(11.8)
    assert target.plane_of(parts.faces_at(part, (19, 20, 9)), part) is None
