"""Pcurves lie on their edges whatever accuracy a file tells, and stay where nothing is gained."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.collections import HArray1_double, HArray1_gp_Pnt2d
from OCP.Geom import Geom_Ellipse, Geom_Line
from OCP.Geom2d import Geom2d_Curve
from OCP.Geom2dAPI import Geom2dAPI_Interpolate
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt, gp_Pnt2d, gp_Trsf, gp_Vec, gp_Vec2d
from OCP.Interface import Interface_Static
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face, TopoDS_Shape

from engine import formats
from engine.kernel import pcurve_accuracy
from engine.kernel.brep import explore
from engine.kernel.read_step import read_step
from engine.kernel.topology import measure
from engine.progress import Progress
from tests.support import breps, draw

RADIUS_MM, HEIGHT_MM = 5.0, 20.0
VOLUME_MM3 = math.pi * RADIUS_MM**2 * HEIGHT_MM
"""Of a bar cut off aslant: as of a straight one that is as high as this one on its axis."""
FEW = 9
"""Places by which a coarse pcurve is laid: between them it is some 0.01 mm off."""
GAP_MM = 0.01
"""By which an edge is off its face at one end."""
SHARES = np.linspace(0.0, 1.0, 101)
SPELLINGS = {"cylinder": lambda shape: shape, "nurbs": draw.as_nurbs}
FORWARD = TopAbs_Orientation.TopAbs_FORWARD


def bar() -> TopoDS_Shape:
    """Draw a bar whose upper end is cut off under 30°."""
    away = draw.turned(draw.box((60, 60, 60), (-30, -30, HEIGHT_MM)), 30, (1, 0, 0), (0, 0, HEIGHT_MM))
    return draw.unified(draw.cut(draw.cylinder(RADIUS_MM, 2.0 * HEIGHT_MM), away))


def side_of(shape: TopoDS_Shape) -> TopoDS_Face:
    """Return the face of the bar that has a seam."""
    faces = [TopoDS.Face(face) for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE)]
    return next(face for face in faces if any(BRep_Tool.IsClosed_s(edge, face) for edge in edges_of(face)))


def edges_of(face: TopoDS_Face) -> list[TopoDS_Edge]:
    """List the edges of a face, a seam twice."""
    return [TopoDS.Edge(edge) for edge in explore(face, TopAbs_ShapeEnum.TopAbs_EDGE)]


def upper_edge(face: TopoDS_Face) -> TopoDS_Edge:
    """Return the edge of the bar's side along which the height changes."""
    rounds = [edge for edge in edges_of(face) if not BRep_Tool.IsClosed_s(edge, face)]
    return max(rounds, key=lambda edge: np.ptp(places(edge, face)[:, 2]))


def places(edge: TopoDS_Edge, face: TopoDS_Face) -> np.ndarray:
    """Return places (N, 3) along the pcurve of an edge."""
    surface = BRepAdaptor_Surface(face, False)
    return np.array([surface.EvalD0(u, v).Coord() for u, v in parameters(edge, face, SHARES).tolist()])


def parameters(edge: TopoDS_Edge, face: TopoDS_Face, shares: np.ndarray) -> np.ndarray:
    """Return parameters (N, 2) along the pcurve of an edge."""
    pcurve = BRepAdaptor_Curve2d(edge, face)
    first, last = pcurve.FirstParameter(), pcurve.LastParameter()
    return np.array([pcurve.EvalD0(t).Coord() for t in (first + shares * (last - first)).tolist()])


def apart_mm(edge: TopoDS_Edge, face: TopoDS_Face) -> float:
    """Return how far an edge and its pcurve are apart, at most."""
    curve = BRepAdaptor_Curve(edge)
    first, last = curve.FirstParameter(), curve.LastParameter()
    points = [curve.EvalD0(t).Coord() for t in (first + SHARES * (last - first)).tolist()]
    return float(np.linalg.norm(points - places(edge, face), axis=1).max())


def coarse(edge: TopoDS_Edge, face: TopoDS_Face) -> Geom2d_Curve:
    """Return a pcurve laid by few places of the one there is."""
    curve, shares = BRepAdaptor_Curve(edge), np.linspace(0.0, 1.0, FEW) ** 1.2
    first, last = curve.FirstParameter(), curve.LastParameter()
    points, at = HArray1_gp_Pnt2d(1, FEW), HArray1_double(1, FEW)
    for index, (share, uv) in enumerate(zip(shares, parameters(edge, face, shares), strict=True), start=1):
        points.SetValue(index, gp_Pnt2d(*uv.tolist()))
        at.SetValue(index, first + float(share) * (last - first))
    maker = Geom2dAPI_Interpolate(points, at, False, 1e-9)
    maker.Perform()
    return maker.Curve()


def with_coarse_pcurve(shape: TopoDS_Shape) -> TopoDS_Shape:
    """Make the pcurve of the upper edge on the side of the bar coarse, in place."""
    face = side_of(shape)
    edge = upper_edge(face)
    BRep_Builder().UpdateEdge(edge, coarse(edge, face), face, 0.02)
    return shape


def mend(shape: TopoDS_Shape) -> int:
    return pcurve_accuracy.mend(breps.brep_of(shape).faces)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_coarse_pcurve_is_laid_along_its_edge(spelling: str) -> None:
    shape = with_coarse_pcurve(SPELLINGS[spelling](bar()))
    side = side_of(shape)
    assert apart_mm(upper_edge(side), side) > 1e-3
    assert mend(shape) == 1
    assert apart_mm(upper_edge(side), side) < 1e-6
    assert measure(breps.brep_of(shape)).volume_mm3 == pytest.approx(VOLUME_MM3, rel=1e-8)


def test_without_it_volumes_follow_the_coarse_pcurve() -> None:
    shape = with_coarse_pcurve(bar())
    assert measure(breps.brep_of(shape)).volume_mm3 != pytest.approx(VOLUME_MM3, rel=1e-5)


def test_a_good_pcurve_stays() -> None:
    shape = bar()
    side = side_of(shape)
    edge = upper_edge(side)
    before = parameters(edge, side, SHARES)
    assert mend(shape) == 0
    assert (parameters(edge, side, SHARES) == before).all()


def off_the_side_by(gap_mm: float, edge: TopoDS_Edge) -> Geom_Ellipse:
    """Return the upper edge of the bar, as far off its side across the surface; heights are the same."""
    ellipse = BRepAdaptor_Curve(edge).Ellipse()
    axes = [
        size * np.array(axis.Direction().Coord())
        for size, axis in ((ellipse.MajorRadius(), ellipse.XAxis()), (ellipse.MinorRadius(), ellipse.YAxis()))
    ]
    x, y = (axis * [1.0 + gap_mm / RADIUS_MM, 1.0 + gap_mm / RADIUS_MM, 1.0] for axis in axes)
    frame = gp_Ax2(ellipse.Location(), gp_Dir(*np.cross(x, y).tolist()), gp_Dir(*x.tolist()))
    return Geom_Ellipse(frame, float(np.linalg.norm(x)), float(np.linalg.norm(y)))


@pytest.mark.parametrize("is_coarse", [False, True])
def test_what_an_edge_is_off_across_its_face_moves_no_pcurve(is_coarse: bool) -> None:
    shape = with_coarse_pcurve(bar()) if is_coarse else bar()
    side = side_of(shape)
    edge = upper_edge(side)
    BRep_Builder().UpdateEdge(edge, off_the_side_by(0.01, edge), 0.02)
    assert mend(shape) == int(is_coarse)
    assert apart_mm(edge, side) == pytest.approx(0.01, abs=1e-6)


def peg_beyond_its_side(beyond_mm: float) -> TopoDS_Shape:
    """Draw a peg as NURBS, its upper edge 0.005 mm above the border of its side, the pcurve `beyond_mm`."""
    shape, up = draw.as_nurbs(draw.cylinder(RADIUS_MM, HEIGHT_MM)), gp_Trsf()
    side = side_of(shape)
    rounds = [edge for edge in edges_of(side) if not BRep_Tool.IsClosed_s(edge, side)]
    edge = max(rounds, key=lambda edge: places(edge, side)[:, 2].mean())
    up.SetTranslation(gp_Vec(0, 0, 0.005))
    builder = BRep_Builder()
    builder.UpdateEdge(edge, BRep_Tool.Curve_s(edge, 0.0, 0.0).Transformed(up), 0.01)
    pcurve = BRep_Tool.CurveOnSurface_s(edge, side, 0.0, 0.0).Translated(gp_Vec2d(0.0, beyond_mm))
    builder.UpdateEdge(edge, pcurve, side, 0.01)
    return shape


@pytest.mark.parametrize(("beyond_mm", "mended"), [(0.0, 0), (0.003, 1)])
def test_a_pcurve_ends_where_its_surface_does(beyond_mm: float, mended: int) -> None:
    shape = peg_beyond_its_side(beyond_mm)
    assert mend(shape) == mended
    assert max(
        places(edge, side_of(shape))[:, 2].max() for edge in edges_of(side_of(shape))
    ) == pytest.approx(HEIGHT_MM, abs=1e-9)


@pytest.mark.parametrize("is_reversed", [False, True])
def test_each_pcurve_of_a_seam_is_laid_by_itself(is_reversed: bool) -> None:
    shape = draw.cylinder(RADIUS_MM, HEIGHT_MM)
    side = side_of(shape)
    seam = next(edge for edge in edges_of(side) if BRep_Tool.IsClosed_s(edge, side))
    forward = TopoDS.Edge(seam.Oriented(FORWARD))
    both = [
        BRep_Tool.CurveOnSurface_s(edge, side, 0.0, 0.0)
        for edge in (forward, TopoDS.Edge(forward.Reversed()))
    ]
    both[is_reversed] = both[is_reversed].Translated(gp_Vec2d(0.001, 0.0))
    BRep_Builder().UpdateEdge(forward, *both, side, 0.01)
    assert max(apart_mm(edge, side) for edge in edges_of(side)) > 1e-3
    assert mend(shape) == 1
    assert measure(breps.brep_of(shape)).volume_mm3 == pytest.approx(VOLUME_MM3, rel=1e-8)
    assert [apart_mm(edge, side) for edge in edges_of(side)] == pytest.approx([0.0] * 4, abs=1e-6)


def test_a_pcurve_that_ends_at_a_pole_stays_with_the_line_there() -> None:
    shape = draw.sphere(RADIUS_MM)
    (face,) = (TopoDS.Face(each) for each in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE))
    seam = next(edge for edge in edges_of(face) if not BRep_Tool.Degenerated_s(edge))
    forward = TopoDS.Edge(seam.Oriented(FORWARD))
    both = [
        BRep_Tool.CurveOnSurface_s(edge, face, 0.0, 0.0).Translated(gp_Vec2d(0.0, 0.0005))
        for edge in (forward, TopoDS.Edge(forward.Reversed()))
    ]
    BRep_Builder().UpdateEdge(forward, *both, face, 0.01)
    assert apart_mm(forward, face) > 1e-3
    assert mend(shape) == 0


def test_a_body_at_several_places_is_mended_once() -> None:
    shape, away = with_coarse_pcurve(bar()), gp_Trsf()
    away.SetTranslation(gp_Vec(30, 0, 0))
    both = draw.compound(shape, shape.Located(TopLoc_Location(away)))
    assert mend(both) == 1
    assert measure(breps.brep_of(both)).volume_mm3 == pytest.approx(2.0 * VOLUME_MM3, rel=1e-8)


def test_no_tolerance_is_lowered() -> None:
    shape = with_coarse_pcurve(bar())
    edge = upper_edge(side_of(shape))
    assert BRep_Tool.Tolerance_s(edge) == 0.02
    mend(shape)
    assert BRep_Tool.Tolerance_s(edge) == 0.02


@pytest.mark.parametrize("tolerance_mm", [0.02, 0.001])
def test_tolerances_cover_the_ends_of_an_edge_and_its_vertices(tolerance_mm: float) -> None:
    shape = draw.cylinder(RADIUS_MM, HEIGHT_MM)
    side = side_of(shape)
    seam = TopoDS.Edge(
        next(edge for edge in edges_of(side) if BRep_Tool.IsClosed_s(edge, side)).Oriented(FORWARD)
    )
    both = [BRep_Tool.CurveOnSurface_s(edge, side, 0.0, 0.0) for edge in (seam, TopoDS.Edge(seam.Reversed()))]
    both[0] = both[0].Translated(gp_Vec2d(0.001, 0.0))
    BRep_Builder().UpdateEdge(seam, *both, side, tolerance_mm)
    leaning = Geom_Line(gp_Pnt(RADIUS_MM, 0, 0), gp_Dir(GAP_MM, 0, HEIGHT_MM))
    BRep_Builder().UpdateEdge(seam, leaning, tolerance_mm)
    for vertex in explore(seam, TopAbs_ShapeEnum.TopAbs_VERTEX):
        BRep_Builder().UpdateVertex(TopoDS.Vertex(vertex), tolerance_mm)
    assert mend(shape) > 0
    assert BRep_Tool.Tolerance_s(seam) == pytest.approx(max(tolerance_mm, GAP_MM), rel=1e-3)
    assert BRep_Tool.Tolerance_s(seam) >= GAP_MM
    assert BRepCheck_Analyzer(shape).IsValid()


@pytest.fixture
def inexact_file(tmp_path: Path) -> Iterator[Callable[[TopoDS_Shape], Path]]:
    """Yield what writes a shape with its edges in space alone, true to 0.01 mm as it says."""
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 0)
    Interface_Static.SetIVal_s("write.precision.mode", 2)
    Interface_Static.SetRVal_s("write.precision.val", 0.01)
    yield lambda shape: draw.write_step(shape, tmp_path / "part.step")
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 1)
    Interface_Static.SetIVal_s("write.precision.mode", 0)
    Interface_Static.SetRVal_s("write.precision.val", 0.001)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_file_without_pcurves_is_measured_by_its_edges(
    spelling: str, inexact_file: Callable[[TopoDS_Shape], Path]
) -> None:
    file = inexact_file(SPELLINGS[spelling](bar()))
    assert measure(read_step(file)).volume_mm3 == pytest.approx(VOLUME_MM3, rel=1e-7)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_quick_look_measures_the_same(spelling: str, inexact_file: Callable[[TopoDS_Shape], Path]) -> None:
    quick, _ = formats.quick_info(inexact_file(SPELLINGS[spelling](bar())), Progress())
    assert quick.volume_mm3 == pytest.approx(VOLUME_MM3, rel=1e-7)
