"""Whether a floor that is roofed by about half is seen from outside."""

import numpy as np
import pytest

from engine.features.pockets import outlook, pocket_context
from engine.model.arrays import Vector
from engine.model.mesh import MeshOptions
from engine.run_context import RunContext
from tests.support import draw, drawn, mutators
from tests.support.parts_pockets import meshed_pockets_of, row


@draw.once
def roofed(open_mm: float) -> draw.TopoDS_Shape:
    """Draw a block with a cavity of round corners, 8 deep, open to above as far as some x."""
    box, corners = draw.box((30, 20, 8), (12, 12, 10)), (((12, 22), 10), ((36, 12), 6))
    cavity = draw.fuse(box, *(draw.cylinder(radius, 8, (*at, 10)) for at, radius in corners))
    return draw.cut(draw.box((60, 50, 30)), cavity, draw.box((open_mm - 1.0, 40, 30), (1, 5, 14)))


def meshed(shape: draw.TopoDS_Shape) -> RunContext:
    return drawn.prepared(shape, MeshOptions(curvature=12, max_edge_mm=1e6))


def is_seen(ready: RunContext, up: Vector, ends_mm: tuple[float, float]) -> bool:
    """Ask whether the floor at the lower of two heights along `up` is seen from outside."""
    (floor,) = (
        face.id
        for face in ready.part.faces
        if face.inner_normal @ up > 0.99 and abs(face.inner_point @ up - ends_mm[0]) < 1e-6
    )
    pockets = pocket_context.build(ready, ())
    return outlook.leads_out(pockets, (floor,), (), up, ends_mm)


@pytest.mark.parametrize("turn_deg", [0.0, 70.0])
@pytest.mark.parametrize(("open_mm", "leads_out"), [(22.0, False), (27.0, True)])
def test_a_floor_roofed_by_nearly_half_is_seen_alike_however_its_file_is_turned(
    open_mm: float, leads_out: bool, turn_deg: float
) -> None:
    written = mutators.turned_about(roofed(open_mm), (1.0, 2.0, 3.0), turn_deg)
    ready = meshed(written.shape)
    up, bottom = written.turn @ [0.0, 0.0, 1.0], written.turn @ [0.0, 0.0, 10.0] + written.shift
    low_mm = float(bottom @ up)
    assert is_seen(ready, up, (low_mm, low_mm + 8.0)) is leads_out


@pytest.mark.parametrize(("open_share", "leads_out"), [(0.46, False), (0.54, True)])
def test_a_floor_is_seen_from_above_when_half_of_it_is_open(open_share: float, leads_out: bool) -> None:
    open_mm = 12.0 + 30.0 * open_share
    cavity, shaft = draw.box((30, 20, 8), (12, 12, 10)), draw.box((open_mm - 1.0, 40, 30), (1, 5, 18))
    ready = meshed(draw.cut(draw.box((60, 50, 30)), cavity, shaft))
    assert is_seen(ready, np.array([0.0, 0.0, 1.0]), (10.0, 18.0)) is leads_out


@pytest.mark.parametrize(("gap_deg", "sizes"), [(14.0, []), (17.0, [(2.0, 4.0, 4.0)])])
def test_a_pocket_in_a_closed_room_is_seen_through_a_gap_of_more_than_15_degrees(
    gap_deg: float, sizes: list[tuple[float, float, float]]
) -> None:
    room, sunk = draw.cylinder(15, 10, (0, 0, 10)), draw.box((4, 4, 2), (-2, -2, 8))
    gap = draw.cylinder(40, 10, (0, 0, 10), turn=gap_deg)
    found = meshed_pockets_of(draw.cut(draw.cylinder(25, 30), room, sunk, gap))
    assert [row(each)[:3] for each in found if not each.through] == sizes


@pytest.mark.parametrize(("lean_deg", "height_mm", "is_seen"), [(13.4, 60.0, True), (17.0, 50.0, False)])
def test_walls_that_lean_over_a_pocket_by_up_to_15_degrees_leave_it_open(
    lean_deg: float, height_mm: float, is_seen: bool
) -> None:
    """A room of 40 by 40 that grows narrower upwards, to about a quarter of that, a pocket in its floor."""
    in_mm = height_mm * np.tan(np.radians(lean_deg))
    outline = [(-20, 0), (20, 0), (20 - in_mm, height_mm), (-20 + in_mm, height_mm)]
    room = draw.common(
        draw.prism([(-60, y, z) for y, z in outline], (120, 0, 0)),
        draw.prism([(x, -60, z) for x, z in outline], (0, 120, 0)),
    )
    solid, sunk = draw.box((60, 60, height_mm + 5), (-30, -30, -5)), draw.box((20, 20, 2), (-10, -10, -2))
    found = meshed_pockets_of(draw.cut(solid, room, sunk))
    assert ((2.0, 20.0, 20.0) in [row(each)[:3] for each in found]) is is_seen
