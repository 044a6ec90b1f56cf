"""The edges of a shape, read from OCCT into the table that they are divided by."""

import math
from dataclasses import dataclass
from functools import partial

from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.TopExp import TopExp
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Vertex

from engine.errors import KernelError
from engine.kernel.evaluate import curve_places
from engine.meshing.divide import NOTHING, CurveEvaluator, Curves, gather

LINE, CIRCLE = int(Type.GeomAbs_Line), int(Type.GeomAbs_Circle)


@dataclass(frozen=True, slots=True, eq=False)
class ReadCurves:
    """Edges as numbers, and what the kernel goes on to ask of OCCT."""

    curves: Curves
    adaptors: dict[int, BRepAdaptor_Curve]
    """The curves that are neither lines nor circles, by edge."""
    vertex_map: ShapeMap
    """The vertices by number, from 1."""

    def vertex_of(self, edge: TopoDS_Edge) -> int:
        """Return the number of a collapsed coedge's vertex."""
        return _ends(edge, self.vertex_map)[0]


def read_curves(edges: list[TopoDS_Edge], collapsed: list[TopoDS_Edge]) -> ReadCurves:
    """Sample edges, and number their vertices and those of collapsed coedges."""
    vertex_map = ShapeMap()
    is_line, span, ends, frame, radius = [], [], [], [], []
    others: dict[int, BRepAdaptor_Curve] = {}
    for index, edge in enumerate(edges):
        adaptor = BRepAdaptor_Curve(edge)
        ends.append(_ends(edge, vertex_map))
        span.append((adaptor.FirstParameter(), adaptor.LastParameter()))
        kind = int(adaptor.GetType())
        is_line.append(kind == LINE)
        if kind == LINE:
            line = adaptor.Line()
            radius.append(math.inf)
            frame.append((line.Location().Coord(), line.Direction().Coord(), NOTHING))
        elif kind == CIRCLE:
            circle = adaptor.Circle()
            position = circle.Position()
            radius.append(circle.Radius())
            x, y = position.XDirection().Coord(), position.YDirection().Coord()
            frame.append((circle.Location().Coord(), x, y))
        else:
            others[index] = adaptor
            radius.append(math.nan)
            frame.append((NOTHING, NOTHING, NOTHING))
    for edge in collapsed:
        _ends(edge, vertex_map)
    numbers = range(1, vertex_map.Extent() + 1)
    vertices = [BRep_Tool.Pnt_s(TopoDS.Vertex(vertex_map.FindKey(number))).Coord() for number in numbers]
    curves = gather(is_line, span, ends, frame, radius, curve_evaluators(others), vertices)
    return ReadCurves(curves, others, vertex_map)


def curve_evaluators(adaptors: dict[int, BRepAdaptor_Curve]) -> dict[int, CurveEvaluator]:
    """Make of each curve what evaluates it into arrays."""
    return {edge: partial(curve_places, adaptor) for edge, adaptor in adaptors.items()}


def _ends(edge: TopoDS_Edge, vertex_map: ShapeMap) -> tuple[int, int]:
    first, last = TopoDS_Vertex(), TopoDS_Vertex()
    TopExp.Vertices_s(edge, first, last, False)
    if first.IsNull() or last.IsNull():
        raise KernelError("an edge of the part has no end")
    return vertex_map.Add(first) - 1, vertex_map.Add(last) - 1
