"""Extents of edges between their samples, against closed formulas."""

import math

import numpy as np
import pytest

from engine.graph import extents
from tests.support import draw
from tests.support.parts import part_of


@pytest.mark.parametrize(("lean", "turn"), [(10, 7), (45, 0), (70, 23)])
def test_an_ellipse_reaches_as_far_as_its_formula_says(lean, turn):
    """A cylinder of radius 5 cut by a plane that leans by an angle has a rim that rises by 5 tan(angle)."""
    rise = 5 * math.tan(math.radians(lean))
    outline = [(-20, -20, -100), (20, -20, -100), (20, -20, 4 * rise), (-20, -20, -4 * rise)]
    body = draw.turned(draw.common(draw.cylinder(5, 300, (0, 0, -90)), draw.prism(outline, (0, 40, 0))), turn)
    part = part_of(body)
    rim = max(part.edges, key=lambda edge: float(edge.points[:, 2].mean()) - 1e3 * (len(edge.faces) > 2))
    low, high = extents.along(rim, np.array([0.0, 0.0, 1.0]))
    assert (low, high) == (pytest.approx(-rise, abs=2e-5 * rise), pytest.approx(rise, abs=2e-5 * rise))


def test_an_arc_that_ends_before_its_top_reaches_its_end():
    part = part_of(draw.cylinder(10, 5, turn=70))
    arc = next(edge for edge in part.edges if edge.length_mm == pytest.approx(10 * math.radians(70)))
    assert extents.along(arc, np.array([0.0, 1.0, 0.0]))[1] == pytest.approx(10 * math.sin(math.radians(70)))
    assert extents.along(arc, np.array([1.0, 0.0, 0.0]))[1] == pytest.approx(10)


@pytest.mark.parametrize("past_deg", [1.0, 3.0, 5.0, 9.0])
def test_an_arc_that_ends_soon_after_its_top_reaches_its_top(past_deg):
    part = part_of(draw.cylinder(10, 5, turn=90 + past_deg))
    arc = next(
        edge for edge in part.edges if edge.length_mm == pytest.approx(10 * math.radians(90 + past_deg))
    )
    assert extents.along(arc, np.array([0.0, 1.0, 0.0])) == (
        pytest.approx(0.0, abs=4e-4),
        pytest.approx(10.0, abs=4e-4),
    )


@pytest.mark.parametrize("spelling", [draw.unified, draw.as_nurbs])
def test_a_circle_reaches_as_far_as_its_formula_says_however_it_is_sampled(spelling):
    """Samples of a B-spline lie unevenly, and its curvature changes at knots."""
    part = part_of(spelling(draw.cylinder(10, 5)))
    rim = next(edge for edge in part.edges if edge.is_closed)
    for angle in np.radians([0, 7, 23, 51]):
        low, high = extents.along(rim, np.array([math.cos(angle), math.sin(angle), 0.0]))
        assert (low, high) == (pytest.approx(-10, abs=1e-9), pytest.approx(10, abs=1e-9)), angle


@pytest.mark.parametrize("spelling", [draw.unified, draw.as_nurbs])
def test_an_arc_reaches_its_top_where_that_is_part_of_it(spelling):
    part = part_of(spelling(draw.cylinder(10, 5, turn=100)))
    arc = next(edge for edge in part.edges if edge.length_mm == pytest.approx(10 * math.radians(100)))
    assert extents.along(arc, np.array([0.0, 1.0, 0.0])) == (
        pytest.approx(0.0, abs=1e-9),
        pytest.approx(10.0, abs=1e-9),
    )
    assert extents.along(arc, np.array([1.0, 0.0, 0.0])) == (
        pytest.approx(10 * math.cos(math.radians(100)), abs=1e-9),
        pytest.approx(10.0, abs=1e-9),
    )


def test_a_line_reaches_from_end_to_end():
    part = part_of(draw.box((3, 4, 12)))
    heights = sorted(extents.along(edge, np.array([0.0, 0.0, 1.0])) for edge in part.edges)
    assert heights == 4 * [(0, 0)] + 4 * [(0, 12)] + 4 * [(12, 12)]
