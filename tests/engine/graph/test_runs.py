"""Runs: how far a border turns as it follows walls, round a pad, and along a step."""

import pytest

from engine.graph import build, contours, runs, unblended
from engine.graph.runs import Run
from engine.model.face_graph import Convexity
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.parts_pockets import block, corner_step, pad, padded, recess, step, sunk

UP = (0.0, 0.0, 1.0)


def hollow_runs(shape: draw.TopoDS_Shape, point: tuple[float, float, float]) -> list[Run]:
    """Find the runs of hollows along the borders of the face at a point."""
    part = part_of(shape)
    graph = build.build(part)
    looked = unblended.build(part, graph, ())
    found = []
    for contour in contours.of(part, graph, looked, face_at(part, point).id):
        found += runs.of(part, graph, contour, part.faces[contour.group].inner_normal)
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


def test_round_corners_belong_to_the_run_they_stand_in() -> None:
    part = part_of(draw.cut(block(), sunk((50, 30, 12), corner_mm=6)))
    graph = build.build(part)
    corners = [
        face.id for face in part.faces if face.area_mm2 == pytest.approx(12 * 6 * 3.14159 / 2, rel=1e-3)
    ]
    looked = unblended.build(part, graph, corners)
    (contour,) = contours.of(part, graph, looked, face_at(part, (0, 0, 18)).id)
    (run,) = runs.of(part, graph, contour, UP)
    assert (run.convexity, len(run.edges), len(run.neighbors(contour.group))) == (Convexity.CONCAVE, 8, 4)
    assert run.turn_deg == pytest.approx(360, abs=1e-6)
    (blank,) = runs.of(
        part,
        graph,
        contours.of(
            part,
            graph,
            unblended.build(part, graph, [*corners, *run.neighbors(contour.group)]),
            contour.group,
        )[0],
        UP,
    )
    assert blank.convexity is None
