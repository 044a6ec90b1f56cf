"""From where cutters may come, on bodies of many sides."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence.access import directions
from engine.pull.samples import over_triangles
from tests.support import draw
from tests.support.printed import meshed


def many_sided(n_sides: int) -> TopoDS_Shape:
    """Draw an upright prism of so many sides."""
    turns = 2.0 * np.pi * np.arange(n_sides) / n_sides
    return draw.prism([(20 * math.cos(turn), 20 * math.sin(turn), 0) for turn in turns], (0, 0, 20))


@pytest.mark.parametrize(("n_sides", "n_directions"), [(20, 22), (22, 24), (28, 24)])
def test_a_body_is_looked_at_along_twelve_of_its_axes(n_sides: int, n_directions: int) -> None:
    prepared = meshed(many_sided(n_sides), 10)
    faces = [face.id for face in prepared.part.faces]
    found = directions.of_body(prepared.part, faces, (), over_triangles(prepared.mesh))
    assert len(found) == n_directions


@pytest.mark.parametrize(("n_sides", "n_directions"), [(10, 10), (12, 12), (16, 12)])
def test_the_six_largest_axes_of_faces_that_were_not_seen_are_looked_along(
    n_sides: int, n_directions: int
) -> None:
    """All that two sides of a prism have in common is its axis, which is known."""
    part = meshed(many_sided(n_sides), 10).part
    sides = [face.id for face in part.faces if face.area_mm2 < 400]
    assert len(sides) == n_sides
    assert len(directions.of_faces(part, sides, np.eye(3)[2:])) == n_directions


def test_twelve_axes_at_most_are_looked_along_for_faces_that_were_not_seen() -> None:
    """Two cubes, askew to each other, have six axes; each of one has an edge with each of the other: 15."""
    askew = draw.turned(draw.box((20, 20, 20), (-10, -10, -10)), 40, (1, 2, 4))
    part = meshed(draw.common(draw.box((22, 22, 22), (-11, -11, -11)), askew), 10).part
    faces = [face.id for face in part.faces]
    assert len(faces) == 12
    assert len(directions.of_faces(part, faces, np.zeros((0, 3)))) == 24


def are_drawn(tool: TopoDS_Shape) -> bool:
    """Cut a tool from a shaft, Ø20 by 60, and tell whether what is left has a frame of its own."""
    part = meshed(draw.cut(draw.cylinder(10, 60), tool), 10).part
    return directions.are_drawn(part, [face.id for face in part.faces])


@pytest.mark.parametrize(("lean_deg", "has_frame"), [(0.0, True), (1.8, True), (2.2, False)])
def test_a_flat_within_two_degrees_of_square_gives_a_body_its_frame(lean_deg: float, has_frame: bool) -> None:
    flat = draw.turned(draw.box((20, 40, 80), (7, -20, -10)), lean_deg, (0, 1, 0), (7, 0, 30))
    assert are_drawn(flat) is has_frame


@pytest.mark.parametrize(("long_mm", "has_frame"), [(2.8, False), (3.5, True)])
def test_a_flat_of_two_thousandths_of_the_area_gives_a_body_its_frame(
    long_mm: float, has_frame: bool
) -> None:
    """The shaft has 4398 mm²; a flat 0.1 mm deep is 2.82 mm wide, and has 7.9 or 9.9 mm²."""
    assert are_drawn(draw.box((20, 40, long_mm), (9.9, -20, 28))) is has_frame
