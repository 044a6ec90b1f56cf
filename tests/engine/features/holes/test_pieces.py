"""Which bores are clear of what stands on their walls."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw
from tests.support.parts_holes import TOP, block, drilled, holes_of, row

RADIUS = 10.0


@draw.once
def bored() -> TopoDS_Shape:
    """Draw a block with a bore of 20 mm through it, as long as it is wide."""
    return draw.cut(block(), drilled(2 * RADIUS, 30))


def pinned(diameter: float, free_mm: float) -> TopoDS_Shape:
    """Draw a bore with a pin in the middle of its wall that leaves so much about the axis free."""
    pin = draw.cylinder(diameter / 2, RADIUS - free_mm + 2, (free_mm, 0, TOP / 2), (1, 0, 0))
    return draw.fuse(bored(), pin)


WHOLE = ("simple", "open", 2 * RADIUS, TOP)


@pytest.mark.parametrize(("free_mm", "expected"), [(5.3, [WHOLE]), (4.7, [])])
def test_a_lump_on_the_wall_that_keeps_half_of_the_radius_free_leaves_a_hole(free_mm, expected):
    assert [row(hole) for hole in holes_of(pinned(8.0, free_mm))] == expected


@pytest.mark.parametrize(("diameter", "expected"), [(4.7, [WHOLE]), (5.3, [])])
def test_a_lump_that_nears_the_axis_leaves_a_hole_up_to_a_quarter_of_its_length(diameter, expected):
    assert [row(hole) for hole in holes_of(pinned(diameter, 2.0))] == expected


@pytest.mark.parametrize(("height", "expected"), [(4.7, [WHOLE]), (5.3, [])])
def test_a_rib_at_the_foot_of_the_wall_leaves_a_hole_up_to_a_quarter_of_its_length(height, expected):
    rib = draw.box((10, 2, height), (2, -1, 0))
    assert [row(hole) for hole in holes_of(draw.fuse(bored(), rib))] == expected
