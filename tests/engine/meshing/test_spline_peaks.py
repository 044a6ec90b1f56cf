"""The furthest places of B-spline faces, against peaks that are known by hand."""

from itertools import pairwise

import numpy as np
import pytest
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
from OCP.collections import Array1_double, Array1_int, Array2_gp_Pnt
from OCP.Geom import Geom_BSplineSurface
from OCP.gp import gp_Pnt

from engine.kernel import bounds, splines
from engine.kernel.evaluate import places
from engine.meshing.spline_peaks import peaks
from engine.meshing.trims import Trim, inside_grid
from engine.model.arrays import Floats

COUNT, DEGREE = 42, 2
SPANS = COUNT - DEGREE
PEAK = 0.75**2
"""Height of a surface of the second degree in both parameters over one pole of height 1 among knots of even
steps: each parameter's weight there is 3/4."""
UP = np.array([[0.0, 0.0, 1.0]])


def field(raised: tuple[int, int]) -> BRepAdaptor_Surface:
    """Draw a flat field, (u, v) from 0 to `SPANS` each, with one pole raised by 1 mm."""
    heights = np.zeros((COUNT, COUNT))
    heights[raised] = 1.0
    return field_of(heights)


def field_of(heights: Floats) -> BRepAdaptor_Surface:
    """Draw a field over poles of heights (`COUNT`, `COUNT`)."""
    poles, knots, counts = (
        Array2_gp_Pnt(1, COUNT, 1, COUNT),
        Array1_double(1, SPANS + 1),
        Array1_int(1, SPANS + 1),
    )
    for row in range(COUNT):
        for column in range(COUNT):
            at = gp_Pnt(float(row), float(column), float(heights[row, column]))
            poles.SetValue(row + 1, column + 1, at)
    for index in range(SPANS + 1):
        knots.SetValue(index + 1, float(index))
        counts.SetValue(index + 1, DEGREE + 1 if index in (0, SPANS) else 1)
    surface = Geom_BSplineSurface(poles, knots, knots, counts, counts, DEGREE, DEGREE)
    return BRepAdaptor_Surface(BRepBuilderAPI_MakeFace(surface, 1e-7).Face(), False)


def rectangle(u0: float, u1: float, v0: float, v1: float) -> Trim:
    corners = np.array([[u0, v0], [u1, v0], [u1, v1], [u0, v1], [u0, v0]])
    return Trim([corners], corners.min(axis=0), corners.max(axis=0))


def border_of(surface: BRepAdaptor_Surface, domain: Trim) -> Floats:
    share = np.linspace(0.0, 1.0, 500)[:, None]
    (corners,) = domain.loops
    return places(surface, np.concatenate([a + share * (b - a) for a, b in pairwise(corners)]))


def height(surface: BRepAdaptor_Surface, domain: Trim) -> float:
    """Return how high the border reaches, and the places that stand for what bulges past it."""
    grid, border = inside_grid(domain, 9), border_of(surface, domain)
    found = bounds.bulges_of_freeform(surface, domain, grid, places(surface, grid), border)
    return float(np.concatenate([border, found])[:, 2].max())


@pytest.mark.parametrize("raised", [(20, 20), (5, 31), (13, 8), (37, 3)])
def test_a_peak_between_the_places_of_a_coarse_grid_is_found(raised: tuple[int, int]) -> None:
    assert height(field(raised), rectangle(0, SPANS, 0, SPANS)) == pytest.approx(PEAK, abs=1e-9)


def test_the_top_of_a_ridge_that_falls_slowly_either_way_is_found() -> None:
    """Poles at ((u - 19.5)² - 1/4) stand for u²: the ridge is as high as 1 - ((u - 19.5)² + 1/4) / 1600."""
    heights = np.zeros((COUNT, COUNT))
    heights[1:-1, 20] = 1.0 - (np.arange(1, COUNT - 1) - 20.0) ** 2 / 1600.0
    top = 0.75 * (1.0 - 0.25 / 1600.0)
    assert height(field_of(heights), rectangle(1, SPANS - 1, 0, SPANS)) == pytest.approx(top, abs=1e-12)


def test_a_peak_outside_the_domain_is_none_of_the_face() -> None:
    surface, domain = field((20, 20)), rectangle(0, 15, 0, SPANS)
    spline = splines.read(surface)
    assert spline is not None
    assert len(peaks(spline, domain, border_of(surface, domain), UP)) == 0
    assert height(surface, domain) == 0.0


def test_where_the_domain_cuts_a_peak_in_two_the_border_is_highest() -> None:
    surface, domain = field((20, 20)), rectangle(0, 18.8, 0, SPANS)  # the peak is at 19.5 - 0.5 = 19
    spline = splines.read(surface)
    assert spline is not None
    assert len(peaks(spline, domain, border_of(surface, domain), UP)) == 0


@pytest.mark.parametrize("inset", [0.02, 0.2])
def test_a_peak_closer_to_the_border_than_the_grid_is_fine_is_found(inset: float) -> None:
    """The grid has no place between its first row, on the border, and one that lies past the peak."""
    surface, domain = field((20, 20)), rectangle(19.0 - inset, SPANS, 0, SPANS)  # the peak is at 19
    assert height(surface, domain) == pytest.approx(PEAK, abs=1e-9)


def test_a_place_beyond_the_border_and_not_beyond_the_face_is_no_peak() -> None:
    """A border known by chords leaves out, or takes in, what lies between it and them: no peak is there."""
    surface, domain = field((20, 20)), rectangle(0, 18.8, 0, SPANS)
    coarse = border_of(surface, rectangle(0, 18.7, 0, SPANS))
    grid = inside_grid(domain, 9)
    points = np.concatenate([places(surface, grid), places(surface, np.array([[18.75, 19.0]]))])
    grid = np.concatenate([grid, [[18.75, 19.0]]])
    assert len(bounds.bulges_of_freeform(surface, domain, grid, points, coarse)) == 0
