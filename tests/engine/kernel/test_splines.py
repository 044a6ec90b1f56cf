"""B-spline surfaces as arrays give what OCCT gives point by point."""

import numpy as np
import pytest
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
from OCP.collections import Array1_double, Array1_int, Array2_double, Array2_gp_Pnt
from OCP.Geom import Geom_BezierSurface, Geom_BSplineSurface
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Face

from engine.kernel import evaluate, splines
from engine.kernel.brep import explore
from engine.model.arrays import Floats
from engine.surfaces import bspline
from tests.support import draw

COUNT = 20
"""Of parameters a side: more than `splines.FEW` places."""


def poles(rows: int, columns: int) -> Array2_gp_Pnt:
    """Return a field of poles that rises and falls."""
    found = Array2_gp_Pnt(1, rows, 1, columns)
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            found.SetValue(row, column, gp_Pnt(3.0 * row, 2.0 * column, np.sin(1.3 * row) + 0.2 * column**2))
    return found


def array(values: list[float]) -> Array1_double:
    found = Array1_double(1, len(values))
    for index, value in enumerate(values):
        found.SetValue(index + 1, value)
    return found


def counts(values: list[int]) -> Array1_int:
    found = Array1_int(1, len(values))
    for index, value in enumerate(values):
        found.SetValue(index + 1, value)
    return found


def weights(rows: int, columns: int) -> Array2_double:
    found = Array2_double(1, rows, 1, columns)
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            found.SetValue(row, column, 1.0 + 0.3 * ((row + 2 * column) % 3))
    return found


def cubic_by_quadratic(is_rational: bool) -> Geom_BSplineSurface:
    """Knots uneven, one of them twice."""
    knots = array([0.0, 1.0, 1.5, 4.0]), array([-2.0, 0.5, 1.0])
    times = counts([4, 2, 1, 4]), counts([3, 1, 3])
    if is_rational:
        return Geom_BSplineSurface(poles(7, 4), weights(7, 4), *knots, *times, 3, 2)
    return Geom_BSplineSurface(poles(7, 4), *knots, *times, 3, 2)


def face_of(surface: Geom_BSplineSurface | Geom_BezierSurface) -> TopoDS_Face:
    return BRepBuilderAPI_MakeFace(surface, 1e-7).Face()


def round_face() -> TopoDS_Face:
    """Return the mantle of a cylinder as a B-spline that is periodic."""
    body = draw.as_nurbs(draw.cylinder(5, 20))
    faces = [TopoDS.Face(face) for face in explore(body, TopAbs_ShapeEnum.TopAbs_FACE)]
    mantle = next(face for face in faces if BRepAdaptor_Surface(face, False).IsUClosed())
    surface = BRepAdaptor_Surface(mantle, False).BSpline()
    surface.SetUPeriodic()
    return face_of(surface)


FACES = {
    "B-spline": lambda: face_of(cubic_by_quadratic(is_rational=False)),
    "rational B-spline": lambda: face_of(cubic_by_quadratic(is_rational=True)),
    "Bézier": lambda: face_of(Geom_BezierSurface(poles(4, 3))),
    "rational Bézier": lambda: face_of(Geom_BezierSurface(poles(4, 3), weights(4, 3))),
    "placed B-spline": lambda: TopoDS.Face(
        draw.turned(draw.moved(face_of(cubic_by_quadratic(is_rational=True)), (7, 8, 9)), 40.0, (1, 2, 3))
    ),
    "periodic B-spline": round_face,
}


def inside(first: float, last: float) -> Floats:
    return np.linspace(first, last, COUNT)


@pytest.mark.parametrize("name", FACES)
def test_a_grid_is_what_occt_gives_point_by_point(name: str) -> None:
    surface = BRepAdaptor_Surface(FACES[name](), False)
    u = inside(surface.FirstUParameter(), surface.LastUParameter()) + 1e-3
    v = inside(surface.FirstVParameter(), surface.LastVParameter())[1:-1] + 1e-3
    assert splines.read(surface) is not None
    for quick, expected in zip(splines.on_grid(surface, u, v), evaluate.on_grid(surface, u, v), strict=True):
        np.testing.assert_allclose(quick, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


@pytest.mark.parametrize("name", FACES)
def test_single_places_are_what_occt_gives(name: str) -> None:
    surface = BRepAdaptor_Surface(FACES[name](), False)
    u = inside(surface.FirstUParameter(), surface.LastUParameter())
    v = inside(surface.FirstVParameter(), surface.LastVParameter())
    uv = np.stack([u, np.roll(v, 7)], axis=1)
    spline = splines.read(surface)
    assert spline is not None
    for quick, expected in zip(spline.at(uv), evaluate.first_derivatives(surface, uv), strict=True):
        np.testing.assert_allclose(quick, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_a_periodic_surface_goes_on_a_turn_further() -> None:
    surface = BRepAdaptor_Surface(round_face(), False)
    assert surface.IsUPeriodic()
    u = inside(surface.FirstUParameter(), surface.LastUParameter()) + 0.01
    v = inside(surface.FirstVParameter(), surface.LastVParameter())
    here, turned = (splines.on_grid(surface, u + turns * surface.UPeriod(), v)[0] for turns in (0, -2))
    np.testing.assert_allclose(here, turned, atol=1e-11)


@pytest.mark.parametrize("order", [1, -1])
def test_a_long_row_is_what_its_stretches_are(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    surface = BRepAdaptor_Surface(FACES["rational B-spline"](), False)
    u = inside(surface.FirstUParameter(), surface.LastUParameter())
    v = inside(surface.FirstVParameter(), surface.LastVParameter())[::order]
    whole = splines.on_grid(surface, u, v)
    monkeypatch.setattr(bspline, "TOGETHER", 3)
    np.testing.assert_allclose(splines.on_grid(surface, u, v), whole, atol=1e-11)


def test_an_end_belongs_to_the_last_span() -> None:
    surface = BRepAdaptor_Surface(FACES["B-spline"](), False)
    ends = np.full(COUNT, surface.LastUParameter()), np.full(COUNT, surface.LastVParameter())
    for quick, expected in zip(
        splines.on_grid(surface, *ends), evaluate.on_grid(surface, *ends), strict=True
    ):
        np.testing.assert_allclose(quick, expected, atol=1e-11)


def test_a_plane_is_none() -> None:
    face = explore(draw.box((1, 2, 3)), TopAbs_ShapeEnum.TopAbs_FACE)[0]
    assert splines.read(BRepAdaptor_Surface(TopoDS.Face(face), False)) is None
