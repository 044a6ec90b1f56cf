"""What a straight cutter sees of a surface, and where it finds room, at places given by hand."""

import math
from functools import lru_cache

import numpy as np
import pytest

from engine.evidence.access import cutter
from engine.raycast import bvh
from engine.raycast.bvh import Bvh
from tests.support import draw
from tests.support.printed import meshed

UP = np.array([0.0, 0.0, 1.0])


@lru_cache
def slotted() -> Bvh:
    """Draw a block with a slot along x through its top, 10 wide, its floor at z = 20 round y = 20."""
    mesh = meshed(draw.cut(draw.box((60, 40, 30)), draw.box((62, 10, 11), (-1, 15, 20))), 10).mesh
    return bvh.build(mesh.vertices[mesh.triangles])


def leaning(lean_deg: float) -> np.ndarray:
    """Return (1, 3) an upward normal that leans along y."""
    lean = math.radians(lean_deg)
    return np.array([[0.0, math.sin(lean), math.cos(lean)]])


@pytest.mark.parametrize(("overhang_deg", "is_seen"), [(0.9, True), (1.1, False)])
def test_a_wall_is_seen_from_above_unless_it_overhangs_by_more_than_a_degree(
    overhang_deg: float, is_seen: bool
) -> None:
    place = np.array([[30.0, 40.0, 15.0]])
    seen = cutter.are_visible(slotted(), place, leaning(90.0 + overhang_deg), UP)
    assert seen.tolist() == [is_seen]


@pytest.mark.parametrize(("radius_mm", "fits"), [(5.0, True), (5.14, True), (5.17, False)])
def test_a_cutter_goes_where_it_is_wider_than_the_slot_by_three_hundredths_at_most(
    radius_mm: float, fits: bool
) -> None:
    """The slot is 10 mm wide: 0.97 of 5.15 mm is half of that."""
    floor = np.array([[30.0, 20.0, 20.001]])
    found = cutter.fits(slotted(), floor, leaning(0.0), UP, np.array([radius_mm]))
    assert found.tolist() == [fits]


@pytest.mark.parametrize(("lean_deg", "fits"), [(2.6, True), (3.1, False)])
def test_a_floor_that_leans_by_less_than_three_degrees_is_cut_with_the_end_of_the_cutter(
    lean_deg: float, fits: bool
) -> None:
    """A cutter as wide as the slot stands on its middle; touching it with its side, it hits a wall."""
    middle = np.array([[30.0, 20.0, 20.001]])
    found = cutter.fits(slotted(), middle, leaning(lean_deg), UP, np.array([4.95]))
    assert found.tolist() == [fits]
