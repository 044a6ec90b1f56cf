"""Adjacency across blends: the same neighbors, the same angles, with and without them."""

import math
from itertools import pairwise

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.graph import blend_suppressed, contours, merged_edges
from engine.graph.blend_suppressed import SuppressedAdjacency
from engine.model.face_graph import Convexity
from engine.model.feature import Role
from engine.model.part import FaceId, Part
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import face_at, part_of, without_mesh

BLENDS = (Role.FILLET, Role.ROUND, Role.CHAMFER)


def seen(shape: TopoDS_Shape) -> tuple[Part, SuppressedAdjacency]:
    part = part_of(shape)
    claims = parts_blends.claims_in(part)
    blends = [face for claim in claims for face, role in claim.roles if role in BLENDS]
    return part, blend_suppressed.build(RunContext(without_mesh(part)), blends)


def met(
    part: Part, adjacency: SuppressedAdjacency, one: tuple[float, ...], other: tuple[float, ...]
) -> list[float]:
    a, b = face_at(part, one).id, face_at(part, other).id
    return [round(each.angle_deg, 3) for each in adjacency.of_group[a] if each.across(a) == b]


def test_a_filleted_pocket_has_the_meetings_of_a_sharp_one() -> None:
    pocket = draw.cut(draw.box((80, 60, 30)), draw.box((50, 30, 12), (15, 15, 18)))
    sharp = seen(pocket)
    upright = draw.fillet(pocket, 5.0, *[(x, y, 24) for x in (15, 65) for y in (15, 45)])
    soft = seen(draw.fillet(upright, 2.0, (40, 15, 18)))
    for part, adjacency in (sharp, soft):
        assert met(part, adjacency, (40, 30, 18), (40, 15, 26)) == [270.0]
        assert met(part, adjacency, (40, 15, 26), (15, 30, 26)) == [270.0]
        assert met(part, adjacency, (40, 30, 18), (40, 5, 30)) == []  # the floor does not meet the top


def test_round_and_chamfer_are_convex_meetings() -> None:
    sharp = draw.box((40, 30, 20))
    for shape in (sharp, draw.fillet(sharp, 3.0, (20, 0, 20)), draw.chamfer(sharp, 3.0, (20, 0, 20))):
        part, adjacency = seen(shape)
        assert met(part, adjacency, (20, 0, 5), (20, 20, 20)) == [90.0]


def test_a_chamfer_that_goes_round_tangent_corners_is_crossed_all_along() -> None:
    pocket = draw.cut(draw.box((80, 60, 30)), draw.box((50, 30, 12), (15, 15, 18)))
    upright = draw.fillet(pocket, 5.0, *[(x, y, 24) for x in (15, 65) for y in (15, 45)])
    part, adjacency = seen(draw.chamfer(upright, 1.0, (40, 15, 30)))
    assert met(part, adjacency, (40, 15, 24), (40, 5, 30)) == [90.0]
    assert met(part, adjacency, (15, 30, 24), (40, 5, 30)) == [90.0]
    assert met(part, adjacency, (40, 15, 24), (15, 30, 24)) == [270.0]


def test_ends_of_a_chamfered_bar_do_not_meet_along_the_chamfer() -> None:
    part, adjacency = seen(draw.chamfer(draw.box((40, 30, 20)), 3.0, (20, 0, 20)))
    assert met(part, adjacency, (0, 15, 5), (40, 15, 5)) == []


def test_a_meeting_is_as_long_as_the_blend_and_lies_in_its_middle() -> None:
    _, adjacency = seen(draw.fillet(parts_blends.bracket(), 4.0, (10, 20, 10)))
    foot = [each for each in adjacency.meetings if each.convexity == Convexity.CONCAVE]
    (only,) = foot
    assert only.length_mm == pytest.approx(40.0, rel=1e-6)
    assert only.midpoint[1] == pytest.approx(20.0, abs=0.5)
    assert len(only.blends) == 1


def test_a_boss_with_a_filleted_foot_stands_on_a_contour_that_rises_all_round() -> None:
    shape = parts_blends.boss(3.0)
    part = part_of(shape)
    context = RunContext(without_mesh(part))
    claims = parts_blends.claims_in(part)
    blends = [face for claim in claims for face, role in claim.roles if role in BLENDS]
    adjacency = blend_suppressed.build(context, blends)
    inner = [
        contour
        for group in sorted(adjacency.of_group)
        for contour in contours.of(context, adjacency, group)
        if not contour.is_outer
    ]
    assert [each.share(Convexity.CONCAVE) for each in inner] == [1.0]
    (wall,) = inner[0].neighbors(Convexity.CONCAVE)
    assert np.isclose(part.faces[wall].area_mm2, 2 * np.pi * 10.0 * 22.0)


def test_a_pocket_opens_in_a_contour_that_falls_all_round() -> None:
    part = part_of(draw.cut(draw.box((80, 60, 30)), draw.box((50, 30, 12), (15, 15, 18))))
    context = RunContext(without_mesh(part))
    adjacency = blend_suppressed.build(context, ())
    top, floor = face_at(part, (5, 5, 30)).id, face_at(part, (40, 30, 18)).id
    outer, mouth = sorted(contours.of(context, adjacency, top), key=lambda each: not each.is_outer)
    assert mouth.share(Convexity.CONVEX) == 1.0
    assert len(mouth.neighbors(Convexity.CONVEX)) == 4
    (rim,) = contours.of(context, adjacency, floor)
    assert rim.is_outer
    assert rim.share(Convexity.CONCAVE) == 1.0
    assert outer.share(Convexity.CONCAVE) == 0.0


def flush_pad(share: float | None) -> TopoDS_Shape:
    """Draw a pad with a filleted foot, flush with one side of its base; cut it through a corner, or not."""
    pad = draw.fillet(draw.box((40, 20, 4), (-20, -20, 0)), 2.0, (-20, 0, 2), (20, 0, 2))
    body = draw.fuse(draw.box((60, 40, 8), (-30, -20, -8)), draw.fillet(pad, 2.0, (0, 0, 4)))
    body = draw.fillet(body, 1.0, (0, 0, 0))
    return body if share is None else parts_blends.split(body, (-20 + 2.0 * share, 0, 0), (1, 0, 0))


@pytest.mark.parametrize("share", [None, 0.1, 0.8])
def test_pieces_of_one_border_meet_the_same_wherever_it_was_cut(share: float | None) -> None:
    """From a short piece at a corner's ring the way straight on comes out elsewhere than from the rest."""
    part = part_of(flush_pad(share))
    roles = {face: role for claim in parts_blends.claims_in(part) for face, role in claim.roles}
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, [face for face, role in roles.items() if role in BLENDS])
    floor = FaceId(int(graph.group_of_face[face_at(part, (-28, 0, 0)).id]))
    (border,) = contours.of(context, adjacency, floor)
    met: dict[int, list[blend_suppressed.Meeting | None]] = {}
    for edge, meeting in zip(border.edges, border.meetings, strict=True):
        met.setdefault(merged_edges.of(context).get(edge, edge), []).append(meeting)
    assert sum(len(each) > 1 for each in met.values()) == (0 if share is None else 2)
    for meetings in met.values():
        assert all(each is meetings[0] for each in meetings)
    rises = [each[0] for each in met.values() if each[0] and each[0].convexity == Convexity.CONCAVE]
    assert [round(each.angle_deg) for each in rises] == [270, 270, 270]


@pytest.mark.parametrize(("edge_deg", "radius_mm", "angles"), [(15.0, 0.5, [15.0]), (5.0, 0.15, [])])
def test_the_sides_of_a_rounded_blade_meet_until_they_all_but_run_back(
    edge_deg: float, radius_mm: float, angles: list[float]
) -> None:
    half = 20.0 * math.tan(math.radians(edge_deg / 2.0))
    blade = draw.prism([(-half, -20, -20), (half, -20, -20), (0, -20, 0)], (0, 40, 0))
    standing = draw.fuse(draw.box((60, 40, 10), (-30, -20, -30)), blade)
    part, adjacency = seen(draw.fillet(standing, radius_mm, (0, 0, 0)))
    assert met(part, adjacency, (-half / 2.0, 0, -10), (half / 2.0, 0, -10)) == angles


@pytest.mark.parametrize(("n_strips", "angles"), [(4, [90.0]), (5, [])])
def test_two_sides_of_a_corner_meet_across_four_chamfers_beside_each_other(
    n_strips: int, angles: list[float]
) -> None:
    corner = [(0.0, 20.0)]
    for strip in range(1, n_strips + 1):
        rise = math.radians(90.0 - 90.0 * strip / (n_strips + 1))
        corner.append((corner[-1][0] + 3 * math.cos(rise), corner[-1][1] + 3 * math.sin(rise)))
    far, high = corner[-1][0] + 20, corner[-1][1]
    outline = [(x, 0, z) for x, z in [(0, 0), *corner, (far, high), (far, 0)]]
    part = part_of(draw.prism(outline, (0, 40, 0)))
    places = [((a + c) / 2, 20, (b + d) / 2) for (a, b), (c, d) in pairwise(corner)]
    strips = [face_at(part, place).id for place in places]
    adjacency = blend_suppressed.build(RunContext(without_mesh(part)), strips)
    assert met(part, adjacency, (0, 20, 10), (far - 5, 20, high)) == angles
