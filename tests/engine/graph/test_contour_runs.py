"""How far a border turns as it follows walls, round a pad, and along a step."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.graph import blend_suppressed, contour_runs, contours
from engine.graph.contour_runs import Run
from engine.model.face_graph import Convexity
from engine.model.surface import Cylinder
from engine.run_context import RunContext
from tests.support import draw
from tests.support.parts import face_at, part_of, without_mesh
from tests.support.parts_pockets import block, corner_step, pad, padded, recess, step, sunk

UP = (0.0, 0.0, 1.0)


def hollow_runs(shape: draw.TopoDS_Shape, point: tuple[float, float, float]) -> list[Run]:
    """Find the runs of hollows along the borders of the face at a point."""
    part = part_of(shape)
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    found = []
    for contour in contours.of(context, adjacency, face_at(part, point).id):
        found += contour_runs.of(part, graph, contour, part.faces[contour.group].inner_normal)
    return [run for run in found if run.convexity == Convexity.CONCAVE]


@pytest.mark.parametrize(
    ("shape", "point", "turn_deg", "is_whole"),
    [
        (draw.cut(block(), sunk((50, 30, 12))), (0, 0, 18), 360, True),
        (recess(), (35, 0, 18), 180, False),
        (corner_step(), (35, 25, 18), 90, False),
        (step(), (35, 0, 18), 0, False),
        (padded(pad()), (35, 0, 30), -360, True),
        (padded(pad(at=(20, 0, 30))), (-35, 0, 30), -180, False),
    ],
    ids=["pocket", "open recess", "corner", "step", "pad", "flush pad"],
)
def test_a_border_turns_with_the_walls_it_follows(shape, point, turn_deg, is_whole) -> None:
    (run,) = hollow_runs(shape, point)
    assert run.turn_deg == pytest.approx(turn_deg, abs=1e-6)
    assert run.is_whole == is_whole


@pytest.mark.parametrize(("off_mm", "seed"), [(0.0, 0), *((3e-7, seed) for seed in range(2))])
def test_edges_that_do_not_end_where_the_next_begins_turn_as_far(off_mm: float, seed: int) -> None:
    """What rounding leaves between two edges points anywhere: counted as a way, it can add a whole turn."""
    part = part_of(recess())
    noise = np.random.default_rng(seed)
    edges = [
        replace(edge, points=edge.points + off_mm * noise.uniform(-1.0, 1.0, 3))  # each as a whole
        for edge in part.edges
    ]
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    floor = face_at(part, (35, 0, 18))
    (contour,) = contours.of(context, adjacency, floor.id)
    off = replace(part, edges=tuple(edges))
    (run,) = (
        run
        for run in contour_runs.of(off, graph, contour, floor.inner_normal)
        if run.convexity == Convexity.CONCAVE
    )
    assert run.turn_deg == pytest.approx(180, abs=1e-3)


@pytest.mark.parametrize("way", [(1, 0, 0), (0, 1, 0), None], ids=["mirrored x", "mirrored y", "as drawn"])
def test_a_corner_at_the_end_of_a_wall_goes_with_the_open_side(
    way: tuple[float, float, float] | None,
) -> None:
    """One of the two corners at the mouth of a recess is rounded."""
    flared = draw.fillet(recess(), 3, (40, 15, 24))
    part = part_of(draw.mirrored(flared, way) if way else flared)
    floor = next(face for face in part.faces if abs(face.inner_point[2] - 18.0) < 1e-6)
    (round_face,) = (face.id for face in part.faces if isinstance(face.surface, Cylinder))
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, [round_face])
    (contour,) = contours.of(context, adjacency, floor.id)
    (wall,) = (
        run
        for run in contour_runs.of(part, graph, contour, floor.inner_normal)
        if run.convexity == Convexity.CONCAVE
    )
    assert (len(wall.edges), wall.turn_deg) == (3, pytest.approx(180, abs=1e-6))


@pytest.mark.parametrize(
    ("in_mm", "spelled"),
    [(10.0, lambda shape: shape), (0.0, draw.as_nurbs), (-10.0, lambda shape: shape)],
    ids=["more than half", "half as nurbs", "less"],
)
def test_a_run_that_ends_amid_a_curve_turns_as_far_as_the_curve_does(in_mm: float, spelled) -> None:
    """A bowl of radius 20 at the edge of a block: its wall goes round by 360 degrees less what is cut off."""
    bowl = draw.cut(draw.box((80, 60, 30)), draw.cylinder(20, 20, (40, in_mm, 10)))
    (run,) = hollow_runs(spelled(bowl), (40, 5, 10))
    assert run.turn_deg == pytest.approx(360 - 2 * math.degrees(math.acos(in_mm / 20)), abs=0.05)


@pytest.mark.parametrize(
    ("sunk_mm", "turned_deg"),
    [*((10.0, degrees) for degrees in (37.3, 211.0)), (6.0, 37.3), (14.0, 37.3)],
)
def test_a_border_on_part_of_a_pipe_turns_as_it_does_unrolled(sunk_mm: float, turned_deg: float) -> None:
    """From above the rims of half a pipe are straight lines that fold back by 180 degrees."""
    trough = draw.cut(draw.box((40, 60, 30)), draw.cylinder(10, 50, (20, 5, 40 - sunk_mm), (0, 1, 0)))
    part = part_of(draw.turned(trough, turned_deg, axis=(1.0, 2.0, 3.0)))
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    floor = next(face.id for face in part.faces if isinstance(face.surface, Cylinder))
    (contour,) = contours.of(context, adjacency, floor)
    way = contour_runs.facing(part, contour, graph)
    assert contour_runs.turn_along_deg(
        part, graph, contour, list(contour.edges), way, is_closed=True
    ) == pytest.approx(360, abs=1e-6)
    rims = [run for run in contour_runs.of(part, graph, contour, way) if run.convexity == Convexity.CONCAVE]
    assert [run.turn_deg for run in rims] == pytest.approx([0.0, 0.0], abs=1e-6)


@pytest.mark.parametrize("spelled", [lambda shape: shape, draw.as_nurbs], ids=["as it is", "nurbs"])
def test_a_border_of_arcs_faces_where_what_it_encloses_does(spelled) -> None:
    """A mouth in a round wall, lower on one side than on the other; its area is that of its projections."""
    mouth = [(-5, -9, 3), (-5, -9, 27), (-5, 6, 27), (-5, 6, 15), (-5, -3, 15), (-5, -3, 3)]
    part = part_of(spelled(draw.cut(draw.cylinder(15, 30), draw.prism(mouth, (-30, 0, 0)))))
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    wall = next(face for face in part.faces if isinstance(face.surface, Cylinder) and len(face.loops) > 1)
    (border,) = (each for each in contours.of(context, adjacency, wall.id) if not each.is_outer)
    strips = [(-9, -3, 24), (-3, 6, 12)]
    across = sum((high - low) * height for low, high, height in strips)
    sideways = sum(
        (math.sqrt(225 - low**2) - math.sqrt(225 - high**2)) * height for low, high, height in strips
    )
    expected = np.array([across, -sideways, 0.0]) / math.hypot(across, sideways)
    faces = contour_runs.facing(part, border, graph)
    assert faces * np.sign(faces[0]) == pytest.approx(expected, abs=1e-9)


def test_the_rims_of_a_whole_pipe_turn_once_round_its_axis() -> None:
    part = part_of(draw.cut(draw.box((40, 40, 30)), draw.cylinder(10, 30, (20, 20, 0))))
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    bore = next(face.id for face in part.faces if isinstance(face.surface, Cylinder))
    rims = contours.of(context, adjacency, bore)
    turns = [
        contour_runs.of(part, graph, rim, contour_runs.facing(part, rim, graph))[0].turn_deg for rim in rims
    ]
    assert turns == pytest.approx([360, 360], abs=1e-6)


def test_round_corners_belong_to_the_run_they_stand_in() -> None:
    part = part_of(draw.cut(block(), sunk((50, 30, 12), corner_mm=6)))
    context = RunContext(without_mesh(part))
    graph = context.graph
    corners = [
        face.id for face in part.faces if face.area_mm2 == pytest.approx(12 * 6 * 3.14159 / 2, rel=1e-3)
    ]
    adjacency = blend_suppressed.build(context, corners)
    (contour,) = contours.of(context, adjacency, face_at(part, (0, 0, 18)).id)
    (run,) = contour_runs.of(part, graph, contour, UP)
    assert (run.convexity, len(run.edges), len(run.neighbors(contour.group))) == (Convexity.CONCAVE, 8, 4)
    assert run.turn_deg == pytest.approx(360, abs=1e-6)
    (blank,) = contour_runs.of(
        part,
        graph,
        contours.of(
            context,
            blend_suppressed.build(context, [*corners, *run.neighbors(contour.group)]),
            contour.group,
        )[0],
        UP,
    )
    assert blank.convexity is None


def runs_round_a_floor(tool: draw.TopoDS_Shape, beside: tuple[float, float, float]) -> int:
    """Sink a pocket, 12 deep, and count the runs round its floor where the wall at a point is a blend."""
    part = part_of(draw.cut(draw.box((80, 60, 30)), tool))
    context = RunContext(without_mesh(part))
    adjacency = blend_suppressed.build(context, [face_at(part, beside).id])
    (contour,) = contours.of(context, adjacency, face_at(part, (35, 30, 18)).id)
    return len(contour_runs.of(part, context.graph, contour, np.array(UP)))


@pytest.mark.parametrize(("corner_mm", "n_runs"), [(5.0, 1), (6.1, 2)])
def test_a_straight_corner_of_blends_is_a_twentieth_of_the_contour_at_most(
    corner_mm: float, n_runs: int
) -> None:
    """Of a pocket, 50 x 30, one corner is cut off: 7.07 of 157.1 mm and 8.63 of 156.4 mm, 4.5 and 5.5 %."""
    outline = [(10, 15), (60 - corner_mm, 15), (60, 15 + corner_mm), (60, 45), (10, 45)]
    tool = draw.prism([(x, y, 18) for x, y in outline], (0, 0, 20))
    assert runs_round_a_floor(tool, (60 - corner_mm / 2, 15 + corner_mm / 2, 24)) == n_runs


@pytest.mark.parametrize(("turn_deg", "n_runs"), [(9.0, 2), (11.0, 1)])
def test_a_long_edge_of_blends_that_turns_by_ten_degrees_is_a_corner(turn_deg: float, n_runs: int) -> None:
    half = math.radians(turn_deg / 2)
    radius_mm = 15 / math.sin(half)
    center = (55 - radius_mm * math.cos(half), 30, 18)
    bow = draw.turned(draw.cylinder(radius_mm, 20, center), 180, about=center)
    tool = draw.common(draw.box((60, 30, 20), (10, 15, 18)), bow)
    assert runs_round_a_floor(tool, (55 + radius_mm * (1 - math.cos(half)), 30, 24)) == n_runs


@pytest.mark.parametrize(("step_deg", "turn_deg"), [(19.0, 9.5), (21.0, 0.0)])
def test_a_curve_turns_by_twenty_degrees_a_step_at_most(step_deg: float, turn_deg: float) -> None:
    """At its end it turns by half of a step more; a corner does not."""
    assert contour_runs._half_turn(step_deg, 2.0, 2.0) == pytest.approx(turn_deg)
