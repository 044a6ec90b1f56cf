"""The rectangle round a pocket at its mouth."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw
from tests.support.parts_pockets import only, pockets_of


@pytest.mark.parametrize("seam_deg", [0.0, 3.0, 7.0])
@pytest.mark.parametrize(("radius", "length"), [(30.0, 25.0), (24.0, 19.0)])
def test_a_recess_open_to_a_round_rim_is_as_long_as_the_rim_stands_out_wherever_its_edges_begin(
    radius: float, length: float, seam_deg: float
) -> None:
    disc = draw.turned(draw.cylinder(radius, 20), seam_deg)
    found = only(pockets_of(draw.cut(disc, draw.box((40, 16, 10), (5, -8, 14)))))
    assert found.length_mm == pytest.approx(length, abs=1e-4)
    assert found.width_mm == pytest.approx(16.0, abs=1e-4)
    assert found.open_sides == 1


def windowed(*tools: TopoDS_Shape) -> TopoDS_Shape:
    return draw.cut(draw.box((150, 150, 10), (-75, -75, 0)), *tools)


@pytest.mark.parametrize("turn_deg", [0.0, 21.0])
def test_a_window_with_a_bay_in_each_side_is_measured_along_its_sides(turn_deg: float) -> None:
    bays = (draw.cylinder(6.35, 20, (x, y, 0)) for x, y in ((-40, 0), (40, 0), (0, -25), (0, 25)))
    shape = windowed(draw.box((80, 50, 20), (-40, -25, 0)), *bays)
    found = only(pockets_of(draw.turned(shape, turn_deg, (1, 2, 3))))
    assert found.length_mm == pytest.approx(92.7, abs=0.01)
    assert found.width_mm == pytest.approx(62.7, abs=0.01)


def test_a_window_of_stairs_is_measured_along_the_stairs() -> None:
    down = [(4.0 * (n + side), 4.0 * n, 0.0) for n in range(6) for side in (0, 1)]
    up = [(4.0 * (n + side), 4.0 * n + 8.0, 0.0) for n in reversed(range(6)) for side in (1, 0)]
    found = only(pockets_of(windowed(draw.prism([*down, *up], (0, 0, 20)))))
    assert found.length_mm == pytest.approx(52.0 / 2.0**0.5, abs=0.01)
    assert found.width_mm == pytest.approx(12.0 / 2.0**0.5, abs=0.01)


@pytest.mark.parametrize("spelling", [draw.unified, draw.as_nurbs])
@pytest.mark.parametrize("turn_deg", [0.0, 11.0])
def test_a_socket_with_a_round_chamfered_mouth_is_as_wide_as_the_mouth(spelling, turn_deg: float) -> None:
    """The mouth is one circle: no flat wall meets it."""
    corners = [
        (2.5 * math.cos(math.radians(60 * n)), 2.5 * math.sin(math.radians(60 * n)), 2.0) for n in range(6)
    ]
    head = draw.cut(draw.cylinder(6, 6), draw.prism(corners, (0, 0, 5)), draw.cone(1.6, 2.6, 1.0, (0, 0, 5)))
    found = only(pockets_of(spelling(draw.turned(head, turn_deg, (1, 2, 3)))))
    assert found.length_mm == pytest.approx(5.2, abs=1e-6)
    assert found.width_mm == pytest.approx(5.2, abs=1e-6)


@pytest.mark.parametrize("spelled", [lambda shape: shape, draw.as_nurbs], ids=["as it is", "nurbs"])
@pytest.mark.parametrize("seam_deg", [0.0, 5.0, 7.5])
def test_a_socket_with_a_round_mouth_is_as_wide_as_that_wherever_its_edge_begins(
    seam_deg: float, spelled
) -> None:
    """A hexagon at the bottom of a countersink that takes all of its corners."""
    hexagon = [(6 * math.cos(turn), 6 * math.sin(turn), 4) for turn in np.radians(np.arange(6) * 60.0)]
    sink = draw.turned(draw.cone(4.5, 7.0, 2.5, (0, 0, 12.5)), seam_deg)
    shape = draw.cut(draw.turned(draw.cylinder(10, 15), seam_deg), draw.prism(hexagon, (0, 0, 20)), sink)
    found = only(pockets_of(spelled(shape)))
    assert (found.width_mm, found.length_mm) == pytest.approx((14.0, 14.0), abs=1e-5)
