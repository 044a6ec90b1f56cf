"""Distances, angles, thickness and clearance of drawn parts, against their drawings."""

import math

import pytest

from engine import pipeline
from engine.errors import InvalidOption
from engine.inspection import measure
from engine.inspection.measure import Measurement
from engine.model.analysis import PreparedPart
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw, parts

BOX = (60.0, 40.0, 10.0)
FIRST_HOLE, SECOND_HOLE = (15.0, 20.0), (45.0, 12.0)
RADIUS = 3.0


def prepared(shape) -> PreparedPart:
    part, mesh = parts.read(shape, MeshOptions(max_edge_mm=2.0, curvature=60))
    return pipeline.relate(part, mesh, Progress()).prepared


def fids(part: PreparedPart, *points) -> dict[str, list[str]]:
    return {"fids": [str(parts.face_at(part.part, point).id) for point in points]}


@pytest.fixture(scope="module")
def plate() -> PreparedPart:
    """Draw a plate with two holes of 6 mm, and a ramp of 30° beside its far edge."""
    holes = [draw.cylinder(RADIUS, 30, (*center, -5)) for center in (FIRST_HOLE, SECOND_HOLE)]
    ramp = draw.prism([(60, 0, 0), (60 + 17.320508075688775, 0, 0), (60, 0, 10)], (0, 40, 0))
    return prepared(draw.fuse(draw.cut(draw.box(BOX), *holes), ramp))


def at_wall(center: tuple[float, float]) -> tuple[float, float, float]:
    return center[0] + RADIUS, center[1], 5.0


def ask(part: PreparedPart, quantity: str, first, second=None) -> Measurement:
    return measure.measure(part, {"quantity": quantity, "first": first, "second": second})


def test_two_holes_are_as_far_apart_as_their_axes_less_their_radii(plate) -> None:
    found = ask(plate, "distance", fids(plate, at_wall(FIRST_HOLE)), fids(plate, at_wall(SECOND_HOLE)))
    axes = math.dist(FIRST_HOLE, SECOND_HOLE)
    assert found.also["axis_distance_mm"] == pytest.approx(axes, abs=1e-9)
    assert found.value == pytest.approx(axes - 2 * RADIUS, abs=1e-6)
    assert found.is_exact
    assert found.uncertainty == 0.0
    assert math.dist(*found.points) == pytest.approx(found.value, abs=1e-9)


def test_a_hole_is_as_far_from_a_wall_as_its_axis_less_its_radius(plate) -> None:
    found = ask(plate, "distance", fids(plate, at_wall(FIRST_HOLE)), fids(plate, (0, 20, 5)))
    assert found.value == pytest.approx(FIRST_HOLE[0] - RADIUS, abs=1e-6)
    assert found.also["axis_to_plane_mm"] == pytest.approx(FIRST_HOLE[0], abs=1e-9)
    assert found.is_exact


def test_parallel_walls_are_as_far_apart_as_they_were_drawn(plate) -> None:
    found = ask(plate, "distance", fids(plate, (30, 0, 5)), fids(plate, (30, 40, 5)))
    assert found.value == pytest.approx(BOX[1], abs=1e-9)
    assert found.also == {"plane_distance_mm": pytest.approx(BOX[1], abs=1e-9)}
    assert found.is_exact


def test_faces_that_meet_have_no_distance(plate) -> None:
    found = ask(plate, "distance", fids(plate, (0, 20, 5)), fids(plate, (30, 0, 5)))
    assert found.value == pytest.approx(0.0, abs=1e-6)


def test_edges_that_cross_are_nearest_between_corners() -> None:
    """Two blocks whose nearest edges are askew: no corner of either is nearest to the other."""
    bar = draw.prism([(-20, 0, 0), (-20, 4, -4), (-20, -4, -4)], (40, 0, 0))  # ridge along X at z = 0
    other = draw.prism([(0, -20, 5), (4, -20, 9), (-4, -20, 9)], (0, 40, 0))  # ridge along Y at z = 5
    part = prepared(draw.compound(bar, other))
    found = ask(part, "distance", fids(part, (0, 2, -2), (0, -2, -2)), fids(part, (2, 0, 7), (-2, 0, 7)))
    assert found.value == pytest.approx(5.0, abs=1e-6)
    assert found.points[0] == pytest.approx([0.0, 0.0, 0.0], abs=1e-4)
    assert found.is_exact


def test_a_distance_to_a_round_rim_is_as_good_as_its_mesh_and_says_so() -> None:
    part = prepared(draw.cylinder(10, 2))
    found = ask(part, "distance", fids(part, (0, 0, 2)), {"point": [30.0, 0.1, 2.0]})
    assert not found.is_exact
    assert 0.0 < found.uncertainty < 0.2
    assert abs(found.value - (math.hypot(30.0, 0.1) - 10.0)) <= found.uncertainty


def test_a_ball_and_a_wall_are_nearest_on_the_line_through_its_center() -> None:
    part = prepared(draw.compound(draw.box((10, 10, 10)), draw.sphere(4, (20, 5, 5))))
    found = ask(part, "distance", fids(part, (10, 2, 2)), fids(part, (20, 5, 9)))
    assert found.value == pytest.approx(6.0, abs=1e-6)
    assert found.is_exact
    assert found.points[1] == pytest.approx([16.0, 5.0, 5.0], abs=1e-4)


def test_a_point_is_as_far_from_a_hole_as_computed_by_hand(plate) -> None:
    found = ask(plate, "distance", fids(plate, at_wall(FIRST_HOLE)), {"point": [30.0, 20.0, 5.0]})
    assert found.value == pytest.approx(15.0 - RADIUS, abs=1e-6)
    assert found.also["axis_to_point_mm"] == pytest.approx(15.0, abs=1e-9)
    points = ask(plate, "distance", {"point": [0, 0, 0]}, {"point": [3, 4, 0]})
    assert (points.value, points.is_exact) == (5.0, True)


def test_angles_are_those_of_the_drawing(plate) -> None:
    ramp = fids(plate, (60 + 17.320508075688775 / 2, 20, 5))
    assert ask(plate, "angle", ramp, fids(plate, (30, 20, 0))).value == pytest.approx(30.0, abs=1e-6)
    square = ask(plate, "angle", fids(plate, (0, 20, 5)), fids(plate, (30, 0, 5)))
    assert square.value == pytest.approx(90.0, abs=1e-9)
    upright = ask(plate, "angle", fids(plate, at_wall(FIRST_HOLE)), fids(plate, (30, 20, 0)))
    assert upright.value == pytest.approx(90.0, abs=1e-9)  # an axis stands square on the floor
    leaning = ask(plate, "angle", fids(plate, at_wall(FIRST_HOLE)), ramp)
    assert leaning.value == pytest.approx(60.0, abs=1e-6)


def test_a_wall_is_as_thick_at_a_point_and_on_its_faces_as_it_was_drawn(plate) -> None:
    at_point = ask(plate, "thickness", {"point": [30.0, 25.0, 10.0]})
    assert at_point.value == pytest.approx(BOX[2], abs=1e-9)
    assert at_point.is_exact
    assert at_point.also["layer_mm"] == pytest.approx(BOX[2], rel=1e-3)
    on_faces = ask(plate, "thickness", fids(plate, (30, 20, 0)))
    assert on_faces.value <= BOX[2] + 1e-9


def test_a_hole_is_as_wide_through_air_as_its_diameter(plate) -> None:
    found = ask(plate, "clearance", {"point": list(at_wall(FIRST_HOLE))})
    assert found.value == pytest.approx(2 * RADIUS, abs=1e-9)
    assert found.is_exact


def test_nothing_stands_before_an_outer_wall(plate) -> None:
    found = ask(plate, "clearance", {"point": [30.0, 0.0, 5.0]})
    assert math.isinf(found.value)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"quantity": "volume"}, "distance, angle, thickness, clearance"),
        ({"quantity": "distance", "first": {"fids": ["0"]}}, "second is either fids"),
        ({"quantity": "distance", "first": {"fids": ["99"]}, "second": {"fids": ["0"]}}, "faces 0 to"),
        ({"quantity": "thickness", "first": {"fids": ["x"]}}, "names face 'x'"),
        ({"quantity": "thickness", "first": {"fids": ["0"]}, "second": {"fids": ["1"]}}, "at first alone"),
        ({"quantity": "thickness", "first": {"point": [30, 20, 90]}}, "away from the part"),
        ({"quantity": "angle", "first": {"point": [0, 0, 0]}, "second": {"fids": ["0"]}}, "no direction"),
        ({"quantity": "thickness", "first": {"point": [1, 2]}}, "three numbers"),
        ({"quantity": "thickness", "first": {"point": [1, 2, math.nan]}}, "three finite numbers"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(plate, asked, words) -> None:
    with pytest.raises(InvalidOption, match=words):
        measure.measure(plate, asked)
