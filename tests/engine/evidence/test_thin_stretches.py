"""How far thin webs, floors and discs of known reach stretch."""

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import flanks, thin_stretches
from engine.model.evidence import ThinStretch
from engine.model.mesh import MeshOptions
from engine.run_context import RunContext
from tests.support import draw, mutators
from tests.support.drawn import CURVATURE, prepared
from tests.support.parts_blends import split

BLOCK = (20.0, 12.0, 8.0)


def context_of(shape: TopoDS_Shape, max_edge_mm: float) -> RunContext:
    return prepared(shape, MeshOptions(max_edge_mm, CURVATURE))


def stretch_at(
    shape: TopoDS_Shape,
    *points: tuple[float, float, float],
    max_edge_mm: float = 1.0,
    thinner_than_mm: float = 3.0,
) -> list[ThinStretch | None]:
    """Return the stretches behind the faces at some points."""
    context = context_of(shape, max_edge_mm)
    found = thin_stretches.measure(context, flanks.find(context)).low
    of_face = {int(stretch.face): stretch for stretch in found if stretch.thickness_mm < thinner_than_mm}
    middles = context.mesh.vertices[context.mesh.triangles].mean(axis=1)
    nearest = [int(np.linalg.norm(middles - np.array(point), axis=1).argmin()) for point in points]
    return [of_face.get(int(context.mesh.face_of_triangle[triangle])) for triangle in nearest]


def web(height_mm: float, thick_mm: float = 0.5) -> TopoDS_Shape:
    """Draw a block with an upright web on it, 12 long."""
    return draw.fuse(draw.box(BLOCK), draw.box((12.0, thick_mm, height_mm), (4.0, 5.0, 8.0)))


def floored(width_mm: float, length_mm: float) -> TopoDS_Shape:
    """Draw a block with a pocket that leaves a floor of 0.5 mm."""
    return draw.cut(draw.box(BLOCK), draw.box((length_mm, width_mm, 9.0), (2.0, 2.0, 0.5)))


def test_a_web_reaches_as_far_as_it_is_high() -> None:
    """Three of them beside each other."""
    heights_mm = {5.0: 0.9, 17.0: 1.5, 29.0: 6.0}
    webs = [draw.box((12.0, 0.5, height_mm), (4.0, y, 8.0)) for y, height_mm in heights_mm.items()]
    sides = {
        (10, y + across, 8.0 + height_mm / 2): (y, height_mm)
        for y, height_mm in heights_mm.items()
        for across in (0.0, 0.5)
    }
    *found, block = stretch_at(draw.fuse(draw.box((20.0, 36.0, 8.0)), *webs), *sides, (10, 0, 4))
    for side, (y, height_mm) in zip(found, sides.values(), strict=True):
        assert side is not None
        assert (side.thickness_mm, side.reach_mm) == pytest.approx((0.5, height_mm), rel=3e-3)
        assert side.point[2] == pytest.approx(8.0 + height_mm, abs=1e-6)
        assert (side.point[1], side.held_at[2]) == pytest.approx((y + 0.25, 8.0), abs=1e-3)
    assert block is None


def test_a_web_between_two_posts_counts_half_of_half_its_length_and_beside_one_all_of_it() -> None:
    ends = [draw.box((4.0, 12.0, 16.0)), draw.box((4.0, 12.0, 16.0), (16.0, 0.0, 0.0))]
    plate = draw.box((12.0, 0.5, 8.0), (4.0, 5.0, 8.0))
    (one,) = stretch_at(draw.fuse(draw.box((4.0, 12.0, 20.0)), plate), (10, 5, 12))
    (both,) = stretch_at(draw.fuse(*ends, plate), (10, 5, 12))
    assert one is not None
    assert both is not None
    assert one.reach_mm == pytest.approx(12.0, abs=0.02)
    assert both.reach_mm == pytest.approx(12.0 / 2 / 2, abs=0.02)


@pytest.mark.parametrize(("width_mm", "length_mm"), [(4.0, 16.0), (8.0, 8.0)])
def test_a_floor_reaches_half_of_half_its_span_seen_from_either_side(
    width_mm: float, length_mm: float
) -> None:
    """Below it is a face of its own, a thousandth of a millimeter deep."""
    x, y = 2.0 + length_mm / 2, 2.0 + width_mm / 2
    body = draw.cut(floored(width_mm, length_mm), draw.box((18.0, 10.0, 0.001), (1.0, 1.0, 0.0)))
    for side in stretch_at(body, (x, y, 0.5), (x, y, 0.001), max_edge_mm=0.6):
        assert side is not None
        assert side.reach_mm == pytest.approx(width_mm / 4, abs=0.15)  # a quarter of an edge


def test_a_ring_that_nothing_holds_reaches_across_itself() -> None:
    ring = draw.cut(draw.cylinder(5.0, 0.6), draw.cylinder(3.0, 2.0, (0.0, 0.0, -1.0)))
    (top,) = stretch_at(ring, (4.0, 0.0, 0.6), max_edge_mm=0.3)
    assert top is not None
    assert (top.thickness_mm, top.reach_mm) == pytest.approx((0.6, 2.0), abs=0.05)


def test_a_step_lower_than_the_wall_is_thick_holds_nothing() -> None:
    stepped = draw.fuse(web(6.0), draw.box((12.0, 0.2, 3.0), (4.0, 5.5, 8.0)))
    (plain,) = stretch_at(stepped, (10, 5, 12))
    assert plain is not None
    assert plain.reach_mm == pytest.approx(6.0, rel=1e-2)
    ribbed = draw.fuse(web(6.0), draw.box((12.0, 1.0, 3.0), (4.0, 5.5, 8.0)))
    (upper,) = stretch_at(ribbed, (10, 5.5, 12.5))
    assert upper is not None
    assert upper.reach_mm == pytest.approx(3.0, abs=0.02)


def test_walls_of_six_millimeters_are_not_thin() -> None:
    (thick,), (thin,) = (
        stretch_at(draw.box((24, 16, thick_mm)), (10, 5, 0), max_edge_mm=1.2, thinner_than_mm=9.0)
        for thick_mm in (6.01, 5.99)
    )
    assert thick is None
    assert thin is not None
    assert thin.reach_mm == pytest.approx(16.0, rel=0.03)


@pytest.mark.parametrize("mutator", [mutators.turned_as_nurbs, mutators.sawn], ids=lambda each: each.__name__)
def test_the_reach_does_not_hang_on_how_a_file_writes_the_part(mutator: mutators.Mutator) -> None:
    respelled = mutator(web(5.0))
    assert respelled is not None
    context = context_of(respelled.shape, 1.0)
    found = thin_stretches.measure(context, flanks.find(context)).low
    reaches_mm = [each.reach_mm for each in found if each.thickness_mm < 1.0]
    assert max(reaches_mm) == pytest.approx(5.0, rel=5e-3)


@pytest.mark.parametrize(("width_mm", "length_mm"), [(10.0, 10.0), (10.0, 25.0), (6.0, 40.0)])
def test_metal_runs_across_a_plate_that_is_thin_all_over(width_mm: float, length_mm: float) -> None:
    (plate,) = stretch_at(draw.box((length_mm, width_mm, 0.5)), (1, 1, 0), max_edge_mm=0.8)
    assert plate is not None
    assert plate.run_mm == pytest.approx(width_mm, rel=0.01)


def test_holes_and_a_wall_beside_make_no_difference_to_the_breadth_of_a_sheet() -> None:
    drills = [draw.cylinder(1.0, 2, (4.0 * at, 5, -1)) for at in range(1, 6)]
    (plate,) = stretch_at(draw.cut(draw.box((24, 10, 0.5)), *drills), (0.5, 0.5, 0))
    assert plate is not None
    assert plate.run_mm == pytest.approx(10.0, rel=0.05)
    angle = draw.fuse(draw.box((24, 10, 0.5)), draw.box((24, 0.5, 10)))
    (side,) = stretch_at(angle, (12, 5, 0))
    assert side is not None
    assert side.run_mm == pytest.approx(10.0, rel=0.05)


def test_metal_comes_into_a_thin_wall_from_where_it_is_thicker_and_not_from_walls_as_thin() -> None:
    (lip,) = stretch_at(draw.fuse(draw.box(BLOCK), draw.box((20, 8, 0.5), (0, 12, 0))), (10, 16, 0))
    assert lip is not None
    assert lip.run_mm == pytest.approx(8.0, abs=0.6)
    ribbed = draw.fuse(draw.box((30, 10, 0.5)), *(draw.box((0.5, 10, 4), (x, 0, 0)) for x in (7, 15, 23)))
    (field,) = stretch_at(ribbed, (11, 5, 0.5))
    assert field is not None
    assert (field.reach_mm < 2.5, field.run_mm > 8.0) == (True, True)


@pytest.mark.parametrize(("thick_mm", "reach_mm"), [(0.72, 9.0), (0.82, 5.0)])
def test_a_wall_is_held_where_it_becomes_half_as_thick_again(thick_mm: float, reach_mm: float) -> None:
    """A web of 0.5 mm on a wall, 4 high: it is looked at with walls up to 0.51 mm, and 0.77 mm hold those."""
    foot = draw.box((12.0, thick_mm, 4.0), (4.0, 5.0, 8.0))
    (side,) = stretch_at(
        draw.fuse(draw.box(BLOCK), foot, draw.box((12.0, 0.5, 9.0), (4.0, 5.0, 8.0))), (10, 5.5, 15)
    )
    assert side is not None
    assert side.reach_mm == pytest.approx(reach_mm, abs=0.4)


def test_the_thinnest_place_of_a_wall_reaches_as_far_as_what_is_as_thin_there() -> None:
    """A wall 6 high, 1.2 thick but for a strip of 2 mm at its top, which is 0.5: a fifth of its free side.

    Of a ridge on the block it is as high as the ridge is.
    """
    wall = draw.fuse(
        draw.box((12.0, 1.2, 4.0), (4.0, 3.0, 8.0)), draw.box((12.0, 0.5, 2.0), (4.0, 3.7, 12.0))
    )
    ridge = draw.box((12.0, 0.5, 0.3), (4.0, 7.0, 8.0))
    context = context_of(draw.fuse(draw.box(BLOCK), wall, ridge), 0.5)
    found = {int(each.face): each for each in thin_stretches.measure(context, flanks.find(context)).thinnest}
    middles = context.mesh.vertices[context.mesh.triangles].mean(axis=1)
    strip, side = (
        found[int(context.mesh.face_of_triangle[np.linalg.norm(middles - np.array(at), axis=1).argmin()])]
        for at in ((10.0, 3.7, 13.0), (10.0, 7.0, 8.15))
    )
    assert (strip.thickness_mm, strip.reach_mm) == (pytest.approx(0.5), pytest.approx(2.0, abs=0.3))
    assert (side.thickness_mm, side.reach_mm) == (pytest.approx(0.5), pytest.approx(0.3, abs=0.05))


@pytest.mark.parametrize("long_mm", [4.0, 12.0])
def test_the_metal_between_a_bore_and_a_pocket_is_a_neck_as_long_as_the_pocket(long_mm: float) -> None:
    """A bore of Ø4 all through, 0.5 mm below the pocket's floor, holds the neck on both sides all along."""
    bore = draw.cylinder(2.0, 24.0, (-2.0, 6.0, 4.0), (1, 0, 0))
    pocket = draw.box((long_mm, 8.0, 8.0), (10.0 - long_mm / 2, 2.0, 6.5))
    context = context_of(draw.cut(draw.box((20.0, 12.0, 12.0)), bore, pocket), 0.6)
    thinnest = min(
        thin_stretches.measure(context, flanks.find(context)).thinnest, key=lambda each: each.thickness_mm
    )
    assert thinnest.thickness_mm == pytest.approx(0.5, abs=0.01)
    assert thinnest.neck_mm == pytest.approx(long_mm, abs=0.2)


@pytest.mark.parametrize(("fold_deg", "is_held"), [(27.0, False), (33.0, True)])
def test_a_sharp_fold_of_thirty_degrees_holds_a_wall(fold_deg: float, is_held: bool) -> None:
    """A strip of 0.5 mm, folded in its middle; nothing else holds it."""
    turn = np.radians(fold_deg)
    x, z = 10 + 10 * np.cos(turn), 10 * np.sin(turn)
    off_x, off_z = 0.5 * np.tan(turn / 2), 0.5
    outline = [
        (0, 0, 0),
        (10, 0, 0),
        (x, 0, z),
        (x - 0.5 * np.sin(turn), 0, z + 0.5 * np.cos(turn)),
        (10 - off_x, 0, off_z),
        (0, 0, off_z),
    ]
    (upper,) = stretch_at(draw.prism(outline, (0, 8, 0)), (3, 4, 0.5))
    assert upper is not None
    assert upper.is_held is is_held


@pytest.mark.parametrize(("share", "times"), [(0.42, 0.5), (0.38, 1.0)])
def test_a_wall_is_held_twice_when_one_side_is_half_as_far_again_as_the_other(
    share: float, times: float
) -> None:
    """A web between two posts, 12 apart, one side of which is two faces: the far end of one is looked at."""
    ends = [draw.box((4.0, 12.0, 16.0)), draw.box((4.0, 12.0, 16.0), (16.0, 0.0, 0.0))]
    body = draw.fuse(*ends, draw.box((12.0, 0.5, 8.0), (4.0, 5.0, 8.0)))
    first_mm = share * 12.0
    (first,) = stretch_at(split(body, (4.0 + first_mm, 5.0, 12.0), draw.X), (4.0 + first_mm / 2, 5.0, 12.0))
    assert first is not None
    assert first.reach_mm == pytest.approx(times * first_mm, abs=0.05)


@pytest.mark.parametrize(("corner_deg", "times"), [(55.0, 0.5), (65.0, 1.0)])
def test_a_web_between_two_walls_is_held_twice_when_they_stand_120_degrees_apart(
    corner_deg: float, times: float
) -> None:
    """Seen from the tip of a kite, whose other sides are square to the walls that it hangs between."""
    half = np.radians(corner_deg / 2)
    foot_mm, tip_mm = 10.0 * np.cos(half), 10.0
    kite = [(0, 0), (foot_mm * np.cos(half), -foot_mm * np.sin(half)), (tip_mm, 0)]
    kite.append((kite[1][0], -kite[1][1]))
    walls = []
    for side in (-1.0, 1.0):
        x, y = foot_mm * np.cos(half), side * foot_mm * np.sin(half)
        off_x, off_y = -4.0 * np.sin(half), side * 4.0 * np.cos(half)
        corners = [(0, 0), (x, y), (x + off_x, y + off_y), (off_x, off_y)]
        walls.append(draw.prism([(*corner, -3.0) for corner in corners], (0, 0, 6.5)))
    web = draw.prism([(*corner, 0.0) for corner in kite], (0, 0, 0.5))
    (upper,) = stretch_at(draw.fuse(web, *walls), (foot_mm * np.cos(half), 0.0, 0.5))
    assert upper is not None
    assert upper.reach_mm == pytest.approx(times * tip_mm * np.sin(half), abs=0.05)
