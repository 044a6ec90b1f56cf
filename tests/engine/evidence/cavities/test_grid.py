"""How a part is laid into cells."""

import math

import numpy as np
import pytest

from engine.evidence.cavities import grid
from tests.support import draw
from tests.support.parts_walls import without
from tests.support.printed import meshed


@pytest.mark.parametrize("turn_deg", [0.0, 20.0])
def test_the_grid_stands_square_to_the_largest_flats_that_are_square_to_each_other(turn_deg: float) -> None:
    """A slab, askew from above, whose long sides lean by 10°; the short ones are square to its foot."""
    slope = 10 * math.tan(math.radians(10.0))
    outline = [(0, 0, 0), (30, 0, 0), (30 - slope, 0, 10), (slope, 0, 10)]
    prepared = meshed(draw.turned(draw.prism(outline, (30, 52, 0)), turn_deg), 30)
    laid = grid.lay(prepared.part, prepared.mesh)
    assert laid is not None
    turn = math.radians(turn_deg)
    short_side = np.array([-math.sin(turn), math.cos(turn), 0.0])
    assert sorted(np.abs(laid.frame @ short_side)) == pytest.approx([0.0, 0.0, 1.0], abs=1e-9)


@pytest.mark.parametrize(("lean_deg", "is_square"), [(1.0, True), (1.3, False)])
def test_flats_count_as_square_within_a_cosine_of_0_02(lean_deg: float, is_square: bool) -> None:
    """All sides of a slab, turned by 20° from the file's axes, lean over its foot."""
    slope = 10 * math.tan(math.radians(lean_deg))
    along_x = [(0, 0, 0), (30, 0, 0), (30 - slope, 0, 10), (slope, 0, 10)]
    along_y = [(0, 0, 0), (0, 52, 0), (0, 52 - slope, 10), (0, slope, 10)]
    slab = draw.common(draw.prism(along_x, (0, 52, 0)), draw.prism(along_y, (30, 0, 0)))
    prepared = meshed(draw.turned(slab, 20.0), 30)
    laid = grid.lay(prepared.part, prepared.mesh)
    assert laid is not None
    turn = math.radians(20.0 if is_square else 0.0)
    assert np.abs(laid.frame @ [math.cos(turn), math.sin(turn), 0.0]).max() == pytest.approx(1.0)


def test_the_grid_turns_with_the_part_about_any_axis() -> None:
    """None of its sides is square to an axis of the file."""
    prepared = meshed(draw.turned(draw.box((30, 52, 10)), 37.0, (1, 2, 3)), 20)
    laid = grid.lay(prepared.part, prepared.mesh)
    assert laid is not None
    for face in prepared.part.faces:
        assert np.abs(laid.frame @ face.inner_normal).max() == pytest.approx(1.0)


def test_a_cube_is_closed_though_its_far_sides_lie_just_past_the_middles_of_cells() -> None:
    """It is 66.94 cells wide, and the grid begins 0.14 cells before it."""
    prepared = meshed(draw.box((30, 30, 30)), 20)
    assert grid.lay(prepared.part, prepared.mesh) is not None


@pytest.mark.parametrize(("wide_mm", "is_open"), [(3.07, False), (3.58, True)])
def test_a_surface_is_open_when_a_thousandth_of_it_is_missing(wide_mm: float, is_open: bool) -> None:
    """Below a pad without a top 6 x 6 or 6 x 7 columns end in the material, of 196 x 196."""
    prepared = meshed(draw.fuse(draw.box((100, 100, 4)), draw.box((3.07, wide_mm, 1), (40, 40, 3.2))), 30)
    (top,) = [face.id for face in prepared.part.faces if face.centroid[2] == pytest.approx(4.2)]
    assert (grid.lay(prepared.part, without(prepared, top).mesh) is None) is is_open
