"""Sharp internal corners on drawn parts, and the same parts with their corners softened."""

import math
from dataclasses import replace

import pytest

from engine import roles
from engine.evidence import sharp_corners
from engine.features import blend, chamfer, hole
from engine.graph import build
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.model.part import EdgeId, Source
from engine.model.surface import Freeform
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import unchecked_part


def prepared_of(shape: draw.TopoDS_Shape) -> PreparedPart:
    """Read a drawn shape without a mesh: sharp corners need none."""
    part, nothing, none = unchecked_part(shape), frozen(()), frozen_ints(())
    mesh = Mesh(nothing, nothing, none, none, none, none, none, max_edge_mm=1.0, chord_mm=1.0)
    return PreparedPart(part, build.build(part), mesh, {}, nothing)


def recognized(prepared: PreparedPart) -> Recognition:
    context = RunContext(prepared)
    found = chamfer.recognize(context, ())
    found = (*found, *blend.recognize(context, found))
    return roles.assign(prepared, (*found, *hole.recognize(context, found)))


def corners_of(shape: draw.TopoDS_Shape) -> list[float]:
    """Return the lengths of the sharp internal corners, ascending."""
    prepared = prepared_of(shape)
    return lengths_of(prepared, sharp_corners.find(RunContext(prepared)))


def lengths_of(prepared: PreparedPart, corners: dict[EdgeId, tuple[EdgeId, ...]]) -> list[float]:
    edges = prepared.part.edges
    return sorted(round(sum(edges[edge].length_mm for edge in run), 4) for run in corners.values())


def test_the_inner_edge_of_a_bracket_is_sharp_until_it_is_filleted():
    assert corners_of(parts_blends.bracket()) == [40]
    assert corners_of(parts_blends.bracket(inner_mm=2)) == []


def test_outer_edges_are_never_internal_corners():
    assert corners_of(draw.box((40, 30, 20))) == []


def test_a_pocket_has_its_upright_corners_and_its_floor():
    assert corners_of(parts_blends.pocket(corner_mm=0)) == [12, 12, 12, 12, 30, 30, 50, 50]
    assert len(corners_of(parts_blends.pocket(corner_mm=6))) == 8
    assert corners_of(parts_blends.pocket(corner_mm=6, floor_mm=2)) == []


def test_fillets_that_meet_at_a_miter_leave_the_miter_sharp():
    """Without round corners the four floor fillets meet in hollow edges, and the upright corners stay."""
    left = corners_of(parts_blends.pocket(corner_mm=0, floor_mm=3))
    assert len(left) == 8
    assert left[-4:] == [9, 9, 9, 9]


@pytest.mark.parametrize(("bend_deg", "count"), [(3, 0), (4.6, 0), (5.4, 1), (8, 1), (45, 1)])
def test_a_hollow_counts_when_it_bends_by_more_than_five_degrees(bend_deg, count):
    assert len(corners_of(hollow(bend_deg))) == count


def hollow(bend_deg: float) -> draw.TopoDS_Shape:
    """Draw a slab whose upper side bends up by an angle along its middle."""
    rise = 40 * math.tan(math.radians(bend_deg))
    outline = [(-40, 0, 0), (0, 0, 0), (40, 0, rise), (40, 0, -20), (-40, 0, -20)]
    return draw.prism(outline, (0, 30, 0))


def test_an_edge_too_short_to_matter_is_left_out():
    """A notch of 0.02 mm in a part of 70 mm is a leftover of modeling; one of 0.5 mm is meant."""

    def notched(size_mm: float) -> draw.TopoDS_Shape:
        return draw.cut(draw.box((60, 40, size_mm)), draw.box((10, 10, 1), (-5, -5, 0)))

    assert corners_of(notched(0.02)) == []
    assert corners_of(notched(0.5)) == [0.5]


def test_corners_inside_holes_are_distinguished():
    block = draw.box((60, 40, 20))
    bores = [
        draw.cylinder(4, 15, (15, 20, 10)),
        draw.cylinder(3, 30, (40, 20, -5)),
        draw.cylinder(6, 9, (40, 20, 14)),
    ]
    body = draw.cut(block, *bores, draw.box((10, 41, 5), (-1, 0, 15)))
    prepared = prepared_of(body)
    corners = sharp_corners.find(RunContext(prepared))
    inside = sharp_corners.within_cuts(RunContext(prepared), recognized(prepared), corners)
    others = {edge: run for edge, run in corners.items() if edge not in inside}
    assert lengths_of(prepared, {edge: corners[edge] for edge in inside}) == pytest.approx(
        [8 * math.pi, 12 * math.pi], abs=1e-3
    )
    assert lengths_of(prepared, others) == [40]


def test_where_a_drill_tip_meets_its_bore_is_one_corner_inside_a_hole():
    """Through a tip of 118 degrees the material turns by 180 + 59; the file has the circle in two halves."""
    height = 4 / math.tan(math.radians(59))
    tool = draw.fuse(draw.cylinder(4, 12, (30, 20, 8)), draw.cone(4, 0, height, (30, 20, 8), (0, 0, -1)))
    prepared = prepared_of(draw.cut(draw.box((60, 40, 20)), tool))
    corners = sharp_corners.find(RunContext(prepared))
    assert lengths_of(prepared, corners) == pytest.approx([8 * math.pi], abs=1e-3)
    assert [len(run) for run in corners.values()] == [2]
    assert sharp_corners.within_cuts(RunContext(prepared), recognized(prepared), corners) == tuple(corners)
    assert prepared.graph.joints[min(corners)].angle_deg == pytest.approx(239)


def test_a_corner_that_a_rib_interrupts_is_two():
    wall = parts_blends.bracket()
    assert corners_of(parts_blends.split(wall, (0, 15, 0), draw.Y)) == [40]
    rib = draw.box((40, 4, 30), (5, 18, 5))
    assert corners_of(draw.fuse(wall, rib)) == [4, 4, 18, 18, 25, 25, 35, 35]


@pytest.mark.parametrize(
    "change",
    [
        lambda body: draw.turned(body, 40, (1, 2, 3)),
        draw.mirrored,
        lambda body: draw.scaled(body, 0.05),
        lambda body: draw.scaled(body, 100),
        draw.as_nurbs,
        lambda body: parts_blends.split(body, (0, 3, 0), (1, 2, 0)),
    ],
    ids=["turned", "mirrored", "tiny", "huge", "as splines", "split"],
)
def test_the_same_part_respelled_has_the_same_corners(change):
    assert len(corners_of(change(parts_blends.pocket(corner_mm=6)))) == 8


def faceted(shape: draw.TopoDS_Shape, is_known: bool = True) -> list[float]:
    """Return the corners of a shape as if triangles had told it, and its surfaces were known or not."""
    prepared = prepared_of(shape)
    part = replace(prepared.part, source=Source.TRIANGLES)
    if not is_known:
        part = replace(
            part, faces=tuple(replace(face, surface=Freeform(math.inf, math.inf)) for face in part.faces)
        )
    prepared = replace(prepared, part=part)
    return lengths_of(prepared, sharp_corners.find(RunContext(prepared)))


@pytest.mark.parametrize(("bend_deg", "count"), [(25, 0), (35, 1)])
def test_a_hollow_of_triangles_counts_when_it_bends_by_more_than_thirty_degrees(bend_deg, count):
    assert len(faceted(hollow(bend_deg))) == count


def test_a_short_edge_beside_triangles_of_no_known_surface_is_left_out():
    """A notch of 0.5 mm in a plate with a diagonal of 72 mm: its limit is 0.72 mm, or 0.036 mm."""
    notched = draw.cut(draw.box((60, 40, 0.5)), draw.box((10, 10, 0.5), (50, 30, 0)))
    assert faceted(notched) == [0.5]
    assert faceted(notched, is_known=False) == []
    thicker = draw.cut(draw.box((60, 40, 0.9)), draw.box((10, 10, 0.9), (50, 30, 0)))
    assert faceted(thicker, is_known=False) == [0.9]


def narrow(wide_mm: float) -> PreparedPart:
    """Draw an L of two legs, 60 x 50, whose diagonal is 78.1 mm, so wide."""
    outline = [(0, 0, 0), (60, 0, 0), (60, 0, 10), (10, 0, 10), (10, 0, 50), (0, 0, 50)]
    return prepared_of(draw.prism(outline, (0, wide_mm, 0)))


@pytest.mark.parametrize(("wide_mm", "count"), [(0.036, 0), (0.043, 1)])
def test_a_corner_is_longer_than_a_two_thousandth_of_the_diagonal(wide_mm: float, count: int) -> None:
    assert len(sharp_corners.find(RunContext(narrow(wide_mm)))) == count


@pytest.mark.parametrize(("tolerance_mm", "count"), [(3.8, 1), (4.2, 0)])
def test_a_corner_is_longer_than_ten_times_what_the_kernel_knows_it_to(
    tolerance_mm: float, count: int
) -> None:
    """The corner of the bracket is 40 mm long."""
    prepared = prepared_of(parts_blends.bracket())
    edges = tuple(replace(edge, tolerance_mm=tolerance_mm) for edge in prepared.part.edges)
    vague = replace(prepared, part=replace(prepared.part, edges=edges))
    assert len(sharp_corners.find(RunContext(vague))) == count


@pytest.mark.parametrize(("bend_deg", "count"), [(28.0, 0), (32.0, 1)])
def test_triangles_bend_by_more_than_thirty_degrees_in_a_corner(bend_deg: float, count: int) -> None:
    prepared = prepared_of(hollow(bend_deg))
    faceted = replace(prepared, part=replace(prepared.part, source=Source.TRIANGLES))
    assert len(sharp_corners.find(RunContext(faceted))) == count


@pytest.mark.parametrize(("wide_mm", "count"), [(0.70, 0), (0.86, 1)])
def test_beside_triangles_of_no_surface_a_corner_is_longer_than_a_hundredth_of_the_diagonal(
    wide_mm: float, count: int
) -> None:
    prepared = narrow(wide_mm)
    faces = tuple(replace(face, surface=Freeform(math.inf, math.inf)) for face in prepared.part.faces)
    faceted = replace(prepared, part=replace(prepared.part, source=Source.TRIANGLES, faces=faces))
    assert len(sharp_corners.find(RunContext(faceted))) == count
