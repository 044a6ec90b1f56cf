"""Passes: edges, and each pass of a face's border along one, out of what OCCT has written down of a shape.

They mean what `borders.trace`, `read_curves` and `read_sides` find by asking OCCT edge by edge, and come in
the same order. Only curves that are neither lines nor circles are asked of it.
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
from engine.kernel import loops as coedges
from engine.kernel.bintools_reader import Written
from engine.kernel.brep import Brep, map_shapes
from engine.kernel.meshing.divide import NOTHING, Curves, gather
from engine.kernel.meshing.outlines import Sides
from engine.kernel.meshing.patches import REVERSED, ClosedForm, Kind
from engine.model.arrays import Ints

KIND_OF_SURFACE = {
    bintools_reader.PLANE: Kind.PLANE,
    bintools_reader.CYLINDER: Kind.CYLINDER,
    bintools_reader.CONE: Kind.CONE,
    bintools_reader.SPHERE: Kind.SPHERE,
    bintools_reader.TORUS: Kind.TORUS,
}
NO_VERTEX = -1
NO_PICTURE: tuple[bintools_reader.Numbers, tuple[float, float]] = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0))
"""What tells a side on a plane, where places tell the parameters."""


class Pass(NamedTuple):
    """One pass of a loop along an edge."""

    edge: int
    """Its number; -1 for a degenerate one."""
    is_forward: bool
    """Whether the face lies on the left of the edge's own direction, seen from outside."""
    is_back: bool
    """Whether it runs against the edge on the surface itself, whichever side of that is outside."""
    written: int
    """The edge's place in what is written."""


@dataclass(frozen=True, slots=True, eq=False)
class Passes:
    """Every pass along an edge, face after face, numbered as `Sides` are."""

    faces: list[int]
    """The part's id of each face."""
    loops: list[list[list[Pass]]]
    """Of each face."""
    order: list[int]
    """The place of each edge in what is written."""
    ends: list[tuple[int, int]]
    """The places of its first and its last vertex."""
    shapes: ShapeMap
    """All edges as OCCT's map has them, in the order in which they are written."""

    def all(self) -> Iterator[Pass]:
        """Yield every pass."""
        return (one for loops in self.loops for loop in loops for one in loop)

    def edge_shape(self, edge: int) -> TopoDS_Edge:
        """Return an edge, forward."""
        return self._turned(self.order[edge], is_forward=True)

    def shape(self, one: Pass) -> TopoDS_Edge:
        """Return an edge as the face holds it."""
        return self._turned(one.written, one.is_forward)

    def _turned(self, place: int, is_forward: bool) -> TopoDS_Edge:
        turn = Turn.TopAbs_FORWARD if is_forward else Turn.TopAbs_REVERSED
        return TopoDS.Edge(self.shapes.FindKey(place + 1).Oriented(turn))


def walk(brep: Brep, wanted: Ints, told: Written) -> Passes:
    """Walk all faces, wires and edges once, and keep the passes of the wanted faces."""
    number = [-1 if edge.is_degenerate else None for edge in told.edges]
    order: list[int] = []
    ends: list[tuple[int, int]] = []
    loops_of_face = []
    for (_, wires), face in zip(told.faces, brep.faces, strict=True):
        is_turned = int(face.Orientation()) == REVERSED
        loops = []
        for turn_of_wire, wire in wires:
            passes = []
            for turn, place in told.wires[wire]:
                if max(turn, turn_of_wire) > bintools_reader.REVERSED:
                    continue  # an edge drawn inside the face borders nothing
                edge = number[place]
                if edge is None:
                    edge = number[place] = len(order)
                    order.append(place)
                    ends.append(told.edges[place].ends)
                is_back = turn != turn_of_wire
                passes.append(Pass(edge, is_back == is_turned, is_back, place))
            if passes:
                of_edges = [told.edges[one.written].ends for one in passes]
                loops.append(coedges.chained(passes, ends) or coedges.as_listed(passes, of_edges))
        loops_of_face.append(loops)
    return Passes(
        wanted.tolist(),
        [loops_of_face[face] for face in wanted.tolist()],
        order,
        ends,
        map_shapes(brep.shape, TopAbs_ShapeEnum.TopAbs_EDGE),
    )


def closed_forms(passes: Passes, told: Written) -> list[ClosedForm | None]:
    """Return the closed form of each face's surface, None for one that has none."""
    found: list[ClosedForm | None] = []
    for face in passes.faces:
        kind, told_by = told.surfaces[told.faces[face][0]]
        if kind in KIND_OF_SURFACE:
            frame = [told_by[:3], told_by[6:9], told_by[9:12], told_by[3:6]]
            first, second = (*told_by[12:], 0.0, 0.0)[:2]
            found.append((KIND_OF_SURFACE[kind], frame, (first, second)))
        else:
            found.append(None)
    return found


def read_curves(passes: Passes, told: Written) -> tuple[Curves, dict[int, int]]:
    """Gather all edges.

    Returns also the number of each vertex by its place in what is written: they are numbered edge after
    edge, and then those of collapsed sides.

    Raises
    ------
    KernelError
        An edge has no end, or runs to infinity.
    """
    number: dict[int, int] = {}
    is_line, spans, ends, radii, bent = [], [], [], [], {}
    frames: list[bintools_reader.Numbers] = []
    collapsed = [told.edges[one.written].ends for one in passes.all() if one.edge < 0]
    if any(NO_VERTEX in pair for pair in passes.ends + collapsed):
        raise KernelError("an edge of the part has no end")
    for index, (place, (first, last)) in enumerate(zip(passes.order, passes.ends, strict=True)):
        edge = told.edges[place]
        ends.append((number.setdefault(first, len(number)), number.setdefault(last, len(number))))
        spans.append(edge.span)
        kind, told_by = told.curves[edge.curve]
        is_line.append(kind == bintools_reader.LINE)
        if kind == bintools_reader.LINE:
            frames.append(told_by + NOTHING)
            radii.append(math.inf)
        elif kind == bintools_reader.CIRCLE:
            frames.append(told_by[:3] + told_by[6:12])
            radii.append(told_by[12])
        else:
            bent[index] = BRepAdaptor_Curve(passes.edge_shape(index))
            frames.append(NOTHING * 3)
            radii.append(math.nan)
    for vertex in (vertex for pair in collapsed for vertex in pair):
        number.setdefault(vertex, len(number))
    vertices = [told.vertices[vertex] for vertex in number]
    return gather(is_line, spans, ends, frames, radii, bent, vertices, ShapeMap()), number


def read_sides(brep: Brep, passes: Passes, told: Written, vertex_number: dict[int, int]) -> Sides:
    """Gather the sides of the faces."""
    face, edge, vertex, forward = [], [], [], []
    spans, other = [], {}
    lines: list[bintools_reader.Numbers] = []
    for index, (face_id, loops) in enumerate(zip(passes.faces, passes.loops, strict=True)):
        surface = told.faces[face_id][0]
        is_plane = told.surfaces[surface][0] == bintools_reader.PLANE
        for one in (one for loop in loops for one in loop):
            face.append(index)
            edge.append(one.edge)
            forward.append(one.is_forward)
            is_collapsed = one.edge < 0
            vertex.append(vertex_number[told.edges[one.written].ends[0]] if is_collapsed else -1)
            curve, ends = NO_PICTURE if is_plane and not is_collapsed else _picture(told, one, surface)
            if curve is None:
                other[len(lines)] = BRepAdaptor_Curve2d(passes.shape(one), brep.faces[face_id])
                curve = NO_PICTURE[0]
            spans.append(ends if is_collapsed else NO_PICTURE[1])
            lines.append(curve)
    return Sides.of(face, edge, vertex, forward, spans, lines, other)


def _picture(
    told: Written, one: Pass, surface: int
) -> tuple[bintools_reader.Numbers | None, tuple[float, float]]:
    """Return what tells the line that a pass is on its surface, None where it is none, and its ends on it."""
    for of_surface, ahead, back, first, last in told.edges[one.written].pictures:
        if of_surface == surface:
            kind, told_by = told.flat_curves[back if one.is_back else ahead]
            return (told_by if kind == bintools_reader.LINE else None), (first, last)
    raise KernelError("a side of the part has no picture in its surface")
