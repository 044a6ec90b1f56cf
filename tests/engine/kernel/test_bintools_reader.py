"""OCCT's binary format read back: every kind of curve and surface, and how shapes hang together."""

import math

import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace
from OCP.collections import Array1_gp_Pnt, Array2_gp_Pnt
from OCP.Geom import (
    Geom_BezierCurve,
    Geom_BezierSurface,
    Geom_Curve,
    Geom_Ellipse,
    Geom_Hyperbola,
    Geom_Line,
    Geom_OffsetCurve,
    Geom_OffsetSurface,
    Geom_Parabola,
    Geom_Plane,
    Geom_RectangularTrimmedSurface,
    Geom_Surface,
    Geom_SurfaceOfLinearExtrusion,
    Geom_SurfaceOfRevolution,
    Geom_TrimmedCurve,
)
from OCP.GeomConvert import GeomConvert
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Elips, gp_Hypr, gp_Parab, gp_Pln, gp_Pnt, gp_Trsf, gp_Vec
from OCP.TopLoc import TopLoc_Location

from engine.kernel import bintools_reader
from engine.kernel.bintools_reader import ShapeTables
from tests.support import draw

FRAME = gp_Ax2(gp_Pnt(1, 2, 3), gp_Dir(0, 0, 1), gp_Dir(0, 1, 0))


def bezier_curve() -> Geom_BezierCurve:
    poles = Array1_gp_Pnt(1, 3)
    for index, place in enumerate([(0, 0, 0), (5, 8, 0), (10, 0, 2)], 1):
        poles.SetValue(index, gp_Pnt(*place))
    return Geom_BezierCurve(poles)


def bezier_surface() -> Geom_BezierSurface:
    poles = Array2_gp_Pnt(1, 3, 1, 2)
    for row in (1, 2, 3):
        for column in (1, 2):
            poles.SetValue(row, column, gp_Pnt(row, column, row * column))
    return Geom_BezierSurface(poles)


LINE = Geom_Line(gp_Pnt(1, 2, 3), gp_Dir(0, 1, 0))
CURVES: dict[int, Geom_Curve] = {
    bintools_reader.LINE: Geom_TrimmedCurve(LINE, 0, 4),
    bintools_reader.ELLIPSE: Geom_Ellipse(gp_Elips(FRAME, 5, 3)),
    bintools_reader.PARABOLA: Geom_TrimmedCurve(Geom_Parabola(gp_Parab(FRAME, 5)), 0, 4),
    bintools_reader.HYPERBOLA: Geom_TrimmedCurve(Geom_Hyperbola(gp_Hypr(FRAME, 5, 3)), 0, 2),
    bintools_reader.BEZIER: bezier_curve(),
    bintools_reader.SPLINE: GeomConvert.CurveToBSplineCurve_s(Geom_Ellipse(gp_Elips(FRAME, 5, 3))),
    bintools_reader.OFFSET: Geom_OffsetCurve(Geom_Ellipse(gp_Elips(FRAME, 5, 3)), 1, gp_Dir(0, 0, 1)),
}
SURFACES: dict[int, Geom_Surface] = {
    bintools_reader.PLANE: Geom_RectangularTrimmedSurface(
        Geom_Plane(gp_Pln(gp_Pnt(1, 2, 3), gp_Dir(0, 0, 1))), 0, 4, 0, 5
    ),
    bintools_reader.EXTRUDED: Geom_RectangularTrimmedSurface(
        Geom_SurfaceOfLinearExtrusion(bezier_curve(), gp_Dir(0, 0, 1)), 0, 1, 0, 5
    ),
    bintools_reader.REVOLVED: Geom_SurfaceOfRevolution(
        bezier_curve(), gp_Ax1(gp_Pnt(0, -5, 0), gp_Dir(1, 0, 0))
    ),
    bintools_reader.BEZIER_PATCH: bezier_surface(),
    bintools_reader.SPLINE_PATCH: GeomConvert.SurfaceToBSplineSurface_s(bezier_surface()),
    bintools_reader.OFFSET_SURFACE: Geom_OffsetSurface(bezier_surface(), 0.5),
}


def tables_of(shape: object) -> ShapeTables:
    tables = bintools_reader.read(shape)
    assert tables is not None
    return tables


@pytest.mark.parametrize("kind", CURVES)
def test_every_kind_of_curve_is_passed_to_reach_the_next(kind: int) -> None:
    edge = BRepBuilderAPI_MakeEdge(CURVES[kind]).Edge()
    tables = tables_of(draw.compound(edge, draw.cylinder(5, 20)))
    assert tables.curves[0][0] == kind
    assert tables.curves[tables.edges[1].curve][0] in (bintools_reader.LINE, bintools_reader.CIRCLE)
    assert tables.edges[0].span == (CURVES[kind].FirstParameter(), CURVES[kind].LastParameter())


@pytest.mark.parametrize("kind", SURFACES)
def test_every_kind_of_surface_is_passed_to_reach_the_next(kind: int) -> None:
    face = BRepBuilderAPI_MakeFace(SURFACES[kind], 1e-7).Face()
    tables = tables_of(draw.compound(face, draw.cylinder(5, 20)))
    assert tables.surfaces[tables.faces[0][0]][0] == kind
    assert sorted(tables.surfaces[surface][0] for surface, _ in tables.faces[1:]) == [
        bintools_reader.PLANE,
        bintools_reader.PLANE,
        bintools_reader.CYLINDER,
    ]


def test_lines_circles_and_surfaces_come_with_their_numbers() -> None:
    tables = tables_of(draw.cylinder(5, 20, (1, 2, 3)))
    (side,) = (numbers for kind, numbers in tables.surfaces if kind == bintools_reader.CYLINDER)
    assert side == pytest.approx((1, 2, 3, 0, 0, 1, 1, 0, 0, 0, 1, 0, 5))
    rings = [numbers for kind, numbers in tables.curves if kind == bintools_reader.CIRCLE]
    assert [(*ring[:3], ring[12]) for ring in rings] == [
        pytest.approx((1, 2, 23, 5)),
        pytest.approx((1, 2, 3, 5)),
    ]
    (seam,) = (numbers for kind, numbers in tables.curves if kind == bintools_reader.LINE)
    assert seam == pytest.approx((6, 2, 3, 0, 0, 1))
    assert sorted(tables.vertices) == [pytest.approx((6, 2, 3)), pytest.approx((6, 2, 23))]


def test_a_seam_has_two_pcurves_and_a_pole_no_length() -> None:
    tables = tables_of(draw.sphere(7))
    (seam,) = (edge for edge in tables.edges if not edge.is_degenerate)
    ((_, ahead, back, *span),) = seam.pcurves
    assert ahead != back
    assert {tables.curves_2d[curve][1][0] for curve in (ahead, back)} == {0.0, 2 * math.pi}
    assert tuple(span) == seam.span
    assert span[1] - span[0] == pytest.approx(math.pi)
    assert sum(edge.is_degenerate for edge in tables.edges) == 2


def test_a_box_hangs_together() -> None:
    tables = tables_of(draw.box((10, 20, 30)))
    counts = [len(table) for table in (tables.vertices, tables.edges, tables.wires, tables.faces)]
    assert counts == [8, 12, 6, 6]
    assert all(len(wire) == 4 for wire in tables.wires)
    uses = sorted(edge for wire in tables.wires for _, edge in wire)
    assert uses == sorted([*range(12), *range(12)])
    assert all(
        math.dist(*(tables.vertices[end] for end in edge.ends)) in (10, 20, 30) for edge in tables.edges
    )


def test_a_shape_with_a_location_of_its_own_is_not_read() -> None:
    box, away = draw.box((1, 2, 3)), gp_Trsf()
    away.SetTranslation(gp_Vec(9, 0, 0))
    assert bintools_reader.read(draw.compound(box)) is not None
    assert bintools_reader.read(draw.compound(box.Located(TopLoc_Location(away)))) is None
