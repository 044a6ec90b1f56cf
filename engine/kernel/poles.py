"""Borders over both poles of a sphere, whose pcurves may enclose the wrong side.

A pole is a point in space and a whole side of the parameters. Where a border runs over both and has no seam,
OCCT lays the pcurves between the poles wherever their own angles fall. One chain may come a whole turn off
the other: then the border goes the wrong way round, encloses what the file leaves out, and measures less than
nothing as long as it stands as the file has it. A repair of the whole body turns it, and often the body.
"""

import math

from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepGProp import BRepGProp
from OCP.BRepTools import BRepTools_WireExplorer
from OCP.Geom2d import Geom2d_Line
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Dir2d, gp_Pnt2d, gp_Vec2d
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face

from engine.kernel.brep import explore

TURN = 2.0 * math.pi


def is_over_both_poles(face: TopoDS_Face) -> bool:
    """Whether a face of a sphere has a border over both poles, and no seam."""
    if BRepAdaptor_Surface(face, False).GetType() != GeomAbs_SurfaceType.GeomAbs_Sphere:
        return False
    sides = [TopoDS.Edge(side) for side in explore(face, TopAbs_ShapeEnum.TopAbs_EDGE)]
    at_poles = [side for side in sides if BRep_Tool.Degenerated_s(side)]
    is_whole = len(explore(face, TopAbs_ShapeEnum.TopAbs_WIRE)) == 1
    return is_whole and len(at_poles) == 2 and not any(BRep_Tool.IsClosed_s(side, face) for side in sides)


def shift_pcurves(face: TopoDS_Face) -> None:
    """Move the pcurves between the poles by a turn, in place, where a face measures less than nothing."""
    if not is_over_both_poles(face) or area_mm2(face) > 0.0:
        return
    sides = _in_order(face)
    second = sides.index(next(side for side in sides[1:] if BRep_Tool.Degenerated_s(side)))
    for turns in (1, -2):
        for side in sides[1:second]:
            _move(face, side, turns * TURN)
        for pole in (0, second):
            after = sides[(pole + 1) % len(sides)]
            _span(face, sides[pole], _ends(face, sides[pole - 1])[1], _ends(face, after)[0])
        if area_mm2(face) > 0.0:
            return


def area_mm2(face: TopoDS_Face) -> float:
    """Return the area that the pcurves of a face enclose, negative where they go the wrong way round."""
    found = GProp_GProps()
    BRepGProp.SurfaceProperties_s(face, found)
    return float(found.Mass())


def _in_order(face: TopoDS_Face) -> list[TopoDS_Edge]:
    """Return the sides as the border runs, from a pole on."""
    (border,) = explore(face, TopAbs_ShapeEnum.TopAbs_WIRE)
    sides, explorer = [], BRepTools_WireExplorer(TopoDS.Wire(border), face)
    while explorer.More():
        sides.append(explorer.Current())
        explorer.Next()
    first = next(place for place, side in enumerate(sides) if BRep_Tool.Degenerated_s(side))
    return sides[first:] + sides[:first]


def _ends(face: TopoDS_Face, side: TopoDS_Edge) -> tuple[gp_Pnt2d, gp_Pnt2d]:
    """Return where the pcurve of a side begins and ends, as the border runs."""
    pcurve = BRepAdaptor_Curve2d(side, face)
    ends = pcurve.EvalD0(pcurve.FirstParameter()), pcurve.EvalD0(pcurve.LastParameter())
    return ends if side.Orientation() == TopAbs_Orientation.TopAbs_FORWARD else ends[::-1]


def _move(face: TopoDS_Face, side: TopoDS_Edge, by: float) -> None:
    """Move the pcurve of a side along u."""
    pcurve = BRep_Tool.CurveOnSurface_s(side, face, 0.0, 0.0)
    moved = pcurve.Translated(gp_Vec2d(by, 0.0))
    BRep_Builder().UpdateEdge(side, moved, face, BRep_Tool.Tolerance_s(side))


def _span(face: TopoDS_Face, pole: TopoDS_Edge, start: gp_Pnt2d, end: gp_Pnt2d) -> None:
    """Lay the pcurve of a pole from where the side before it ends to where the one after it starts."""
    if pole.Orientation() != TopAbs_Orientation.TopAbs_FORWARD:
        start, end = end, start
    line = Geom2d_Line(start, gp_Dir2d(math.copysign(1.0, end.X() - start.X()), 0.0))
    builder = BRep_Builder()
    builder.UpdateEdge(pole, line, face, BRep_Tool.Tolerance_s(pole))
    builder.Range(pole, face, 0.0, abs(end.X() - start.X()))
