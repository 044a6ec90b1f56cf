"""Edges and coedges of a shape from OCCT's binary tables.

They are the same as `boundaries.trace`, `read_curves` and `read_coedges` find by asking OCCT edge by edge, in
the same order. OCCT is asked only for curves that are neither lines nor circles.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_Orientation as Turn
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Edge

from engine.errors import KernelError
from engine.kernel import bintools_reader
from engine.kernel.bintools_reader import ShapeTables
from engine.kernel.brep import Brep, map_shapes
from engine.kernel.read_coedges import pcurve_evaluators
from engine.kernel.read_curves import curve_evaluators
from engine.kernel.read_patches import REVERSED, ClosedForm
from engine.meshing import loops as loop_order
from engine.meshing.divide import NOTHING, Curves, gather
from engine.meshing.outlines import Coedges
from engine.model.arrays import Ints
from engine.surfaces.kind import SurfaceKind

KIND_OF_SURFACE = {
    bintools_reader.PLANE: SurfaceKind.PLANE,
    bintools_reader.CYLINDER: SurfaceKind.CYLINDER,
    bintools_reader.CONE: SurfaceKind.CONE,
    bintools_reader.SPHERE: SurfaceKind.SPHERE,
    bintools_reader.TORUS: SurfaceKind.TORUS,
}
NO_VERTEX = -1
NO_PCURVE: tuple[bintools_reader.Numbers, tuple[float, float]] = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0))
"""Stands for the pcurve of a coedge on a plane, where the place in space gives the parameters."""


class TableCoedge(NamedTuple):
    """One use of an edge by a loop."""

    edge: int
    """Number of the edge; -1 for a degenerate one."""
    is_forward: bool
    """Whether the face lies on the left of the edge's own direction, seen from outside."""
    is_back: bool
    """Whether it runs against the edge on the surface itself, whichever side of that is outside."""
    row: int
    """Row of the edge in the tables."""


@dataclass(frozen=True, slots=True, eq=False)
class TableCoedges:
    """All coedges, face after face, numbered as `Coedges` are."""

    faces: list[int]
    """The part's id of each face."""
    loops: list[list[list[TableCoedge]]]
    """Of each face."""
    row_of_edge: list[int]
    """In the tables."""
    ends: list[tuple[int, int]]
    """Rows of the first and the last vertex of each edge."""
    shapes: ShapeMap
    """All edges as OCCT's map has them, in the order in which they are written."""

    def all(self) -> Iterator[TableCoedge]:
        """Yield every coedge."""
        return (coedge for loops in self.loops for loop in loops for coedge in loop)

    def edge_shape(self, edge: int) -> TopoDS_Edge:
        """Return an edge, forward."""
        return self._turned(self.row_of_edge[edge], is_forward=True)

    def shape(self, coedge: TableCoedge) -> TopoDS_Edge:
        """Return an edge as the face holds it."""
        return self._turned(coedge.row, coedge.is_forward)

    def _turned(self, row: int, is_forward: bool) -> TopoDS_Edge:
        turn = Turn.TopAbs_FORWARD if is_forward else Turn.TopAbs_REVERSED
        return TopoDS.Edge(self.shapes.FindKey(row + 1).Oriented(turn))


def walk(brep: Brep, wanted: Ints, tables: ShapeTables) -> TableCoedges:
    """Walk all faces, wires and edges once, and keep the coedges of the wanted faces."""
    number = [-1 if edge.is_degenerate else None for edge in tables.edges]
    row_of_edge: list[int] = []
    ends: list[tuple[int, int]] = []
    loops_of_face = []
    for (_, wires), face in zip(tables.faces, brep.faces, strict=True):
        is_turned = int(face.Orientation()) == REVERSED
        loops = []
        for turn_of_wire, wire in wires:
            coedges = []
            for turn, row in tables.wires[wire]:
                if max(turn, turn_of_wire) > bintools_reader.REVERSED:
                    continue  # an edge drawn inside the face borders nothing
                edge = number[row]
                if edge is None:
                    edge = number[row] = len(row_of_edge)
                    row_of_edge.append(row)
                    ends.append(tables.edges[row].ends)
                is_back = turn != turn_of_wire
                coedges.append(TableCoedge(edge, is_back == is_turned, is_back, row))
            if coedges:
                of_edges = [tables.edges[coedge.row].ends for coedge in coedges]
                loops.append(loop_order.chained(coedges, ends) or loop_order.as_listed(coedges, of_edges))
        loops_of_face.append(loops)
    return TableCoedges(
        wanted.tolist(),
        [loops_of_face[face] for face in wanted.tolist()],
        row_of_edge,
        ends,
        map_shapes(brep.shape, TopAbs_ShapeEnum.TopAbs_EDGE),
    )


def closed_forms(coedges: TableCoedges, tables: ShapeTables) -> list[ClosedForm | None]:
    """Return the closed form of each face's surface, None for one that has none."""
    found: list[ClosedForm | None] = []
    for face in coedges.faces:
        kind, numbers = tables.surfaces[tables.faces[face][0]]
        if kind in KIND_OF_SURFACE:
            frame = [numbers[:3], numbers[6:9], numbers[9:12], numbers[3:6]]
            first, second = (*numbers[12:], 0.0, 0.0)[:2]
            found.append((KIND_OF_SURFACE[kind], frame, (first, second)))
        else:
            found.append(None)
    return found


def read_curves(
    coedges: TableCoedges, tables: ShapeTables
) -> tuple[Curves, dict[int, BRepAdaptor_Curve], dict[int, int]]:
    """Gather all edges.

    Returns also the curves that are neither lines nor circles, by edge, and the number of each vertex by its
    row in the tables: they are numbered edge after edge, then those of collapsed coedges.

    Raises
    ------
    KernelError
        An edge has no end, or runs to infinity.
    """
    number: dict[int, int] = {}
    is_line, spans, ends, radii, others = [], [], [], [], {}
    frames: list[bintools_reader.Numbers] = []
    collapsed = [tables.edges[coedge.row].ends for coedge in coedges.all() if coedge.edge < 0]
    if any(NO_VERTEX in pair for pair in coedges.ends + collapsed):
        raise KernelError("an edge of the part has no end")
    for index, (row, (first, last)) in enumerate(zip(coedges.row_of_edge, coedges.ends, strict=True)):
        edge = tables.edges[row]
        ends.append((number.setdefault(first, len(number)), number.setdefault(last, len(number))))
        spans.append(edge.span)
        kind, numbers = tables.curves[edge.curve]
        is_line.append(kind == bintools_reader.LINE)
        if kind == bintools_reader.LINE:
            frames.append(numbers + NOTHING)
            radii.append(math.inf)
        elif kind == bintools_reader.CIRCLE:
            frames.append(numbers[:3] + numbers[6:12])
            radii.append(numbers[12])
        else:
            others[index] = BRepAdaptor_Curve(coedges.edge_shape(index))
            frames.append(NOTHING * 3)
            radii.append(math.nan)
    for vertex in (vertex for pair in collapsed for vertex in pair):
        number.setdefault(vertex, len(number))
    vertices = [tables.vertices[vertex] for vertex in number]
    curves = gather(is_line, spans, ends, frames, radii, curve_evaluators(others), vertices)
    return curves, others, number


def read_coedges(
    brep: Brep, coedges: TableCoedges, tables: ShapeTables, vertex_number: dict[int, int]
) -> tuple[Coedges, dict[int, BRepAdaptor_Curve2d]]:
    """Gather the coedges of the faces, and the pcurves that are not lines, by coedge."""
    face, edge, vertex, forward = [], [], [], []
    spans, other = [], {}
    lines: list[bintools_reader.Numbers] = []
    for index, (face_id, loops) in enumerate(zip(coedges.faces, coedges.loops, strict=True)):
        surface = tables.faces[face_id][0]
        is_plane = tables.surfaces[surface][0] == bintools_reader.PLANE
        for coedge in (coedge for loop in loops for coedge in loop):
            face.append(index)
            edge.append(coedge.edge)
            forward.append(coedge.is_forward)
            is_collapsed = coedge.edge < 0
            vertex.append(vertex_number[tables.edges[coedge.row].ends[0]] if is_collapsed else -1)
            curve, ends = NO_PCURVE if is_plane and not is_collapsed else _pcurve(tables, coedge, surface)
            if curve is None:
                other[len(lines)] = BRepAdaptor_Curve2d(coedges.shape(coedge), brep.faces[face_id])
                curve = NO_PCURVE[0]
            spans.append(ends if is_collapsed else NO_PCURVE[1])
            lines.append(curve)
    return Coedges.of(face, edge, vertex, forward, spans, lines, pcurve_evaluators(other)), other


def _pcurve(
    tables: ShapeTables, coedge: TableCoedge, surface: int
) -> tuple[bintools_reader.Numbers | None, tuple[float, float]]:
    """Return the numbers of a coedge's pcurve, None where that is no line, and the parameters of its ends."""
    for of_surface, ahead, back, first, last in tables.edges[coedge.row].pcurves:
        if of_surface == surface:
            kind, numbers = tables.curves_2d[back if coedge.is_back else ahead]
            return (numbers if kind == bintools_reader.LINE else None), (first, last)
    raise KernelError("a side of the part has no picture in its surface")
