"""Sheets that close upon themselves, and those that are open by a slit."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.graph import build, closed_folds
from tests.support import draw
from tests.support.parts import part_of


def square_tube(slit_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a tube of 40 × 40 × 100 and a wall of 2, its corners rounded by 5, slit along one side or not."""

    def bar(wide_mm: float, radius_mm: float, low_mm: float, high_mm: float) -> TopoDS_Shape:
        half = wide_mm / 2.0
        block = draw.box((wide_mm, wide_mm, high_mm - low_mm), (-half, -half, low_mm))
        corners = ((x, y, 50.0) for x in (-half, half) for y in (-half, half))
        return draw.fillet(block, radius_mm, *corners)

    tube = draw.cut(bar(40, 5, 0, 100), bar(36, 3, -1, 101))
    return draw.cut(tube, draw.box((slit_mm, 10, 120), (-slit_mm / 2, 15, -10))) if slit_mm else tube


def embossed() -> TopoDS_Shape:
    """Draw a ridge of a roof: up and down again, all its bends about one direction."""
    outline = [(-40, 0, 0), (-12, 0, 0), (0, 0, 12), (12, 0, 0), (40, 0, 0)]
    above = [(x, y, z + 2.0) for x, y, z in reversed(outline)]
    ridge = draw.prism([*outline, *above], (0, 60, 0))
    return draw.fillet(ridge, 3.0, *((x, 30, z) for x, _, z in (*outline[1:4], *above[1:4])))


def goes_round(shape: TopoDS_Shape) -> bool:
    """Say it of both skins at once: of all but the ends of what was drawn upright, and of its edges."""
    part = part_of(shape)
    kept = [
        face.id
        for face in part.faces
        if abs(face.inner_normal[2]) < 0.99 or 0.5 < face.centroid[2] < 99.5  # no ends of a tube
    ]
    return closed_folds.go_round(part, build.build(part), kept)


@pytest.mark.parametrize(("slit_mm", "is_closed"), [(0.0, True), (0.5, False)])
def test_a_square_tube_goes_round_unless_it_is_slit(slit_mm: float, is_closed: bool) -> None:
    assert goes_round(square_tube(slit_mm)) is is_closed


def test_a_ridge_turns_as_far_back_as_forth() -> None:
    assert not goes_round(embossed())


def test_a_skin_split_along_its_flats_does_not_go_round_for_that() -> None:
    """A slit tube whose wall across from the slit was drawn of two pieces."""
    slit = square_tube(0.5)
    halves = [draw.common(slit, draw.box((50, 50, 60), (-25, -25, z))) for z in (-10, 50)]
    assert not goes_round(draw.fuse(*halves))
    assert goes_round(
        draw.fuse(*(draw.common(square_tube(), draw.box((50, 50, 60), (-25, -25, z))) for z in (-10, 50)))
    )


def test_a_box_with_a_floor_goes_round_and_may_be_drawn_all_the_same() -> None:
    floor = draw.box((39.6, 39.6, 2), (-19.8, -19.8, 0))
    assert not goes_round(draw.fuse(square_tube(), draw.common(floor, draw.cylinder(26, 2))))
