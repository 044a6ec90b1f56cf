"""Which edges bound which faces: the topology of a shape as plain numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopExp import TopExp
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face, TopoDS_Iterator, TopoDS_Shape, TopoDS_Vertex

from engine.kernel.evaluate import places
from engine.meshing import loops
from engine.meshing.loops import Ends
from engine.model.arrays import Floats, Ints

Coordinates = tuple[float, float]
FORWARD = TopAbs_Orientation.TopAbs_FORWARD
IS_FORWARD = {int(FORWARD): True, int(TopAbs_Orientation.TopAbs_REVERSED): False}
"""By number: to compare what OCCT enumerates takes as long as several questions to it."""
WIRE = int(TopAbs_ShapeEnum.TopAbs_WIRE)


@dataclass(frozen=True, slots=True)
class Coedge:
    """A coedge: one use of an edge by a loop."""

    edge: int
    """Index into `Boundaries.edges`; -1 for a degenerate edge, which has no length."""
    is_forward: bool
    """Whether the face lies on the left of the edge's own direction, seen from outside."""
    shape: TopoDS_Edge
    """The edge as the face holds it: its orientation distinguishes the two sides of a seam."""


@dataclass(frozen=True, slots=True, eq=False)
class Boundaries:
    """Edges in the order of OCCT's map, degenerate ones left out, and the loops of every face.

    Stray faces have no loops here, and what borders them alone is no edge: they meet nothing.
    """

    edges: list[TopoDS_Edge]
    ends: list[tuple[int, int]]
    """First and last vertex of each edge, by number."""
    loops_of_face: list[list[list[Coedge]]]
    uses_of_edge: list[list[tuple[int, Coedge]]]
    """(face, coedge) for every use: forward ones first, then by face."""


def trace(faces: Sequence[TopoDS_Face], body_of_face: Ints) -> Boundaries:
    """Walk all faces, wires and edges once; `body_of_face` (F,) is -1 for a stray face."""
    ids = ShapeMap()
    vertices = ShapeMap()
    edges: list[TopoDS_Edge] = []
    ends: list[tuple[int, int]] = []
    edge_of_key: dict[int, int] = {}
    uses: list[list[tuple[int, Coedge]]] = []
    loops_of_face = []
    for face_id, (face, body) in enumerate(zip(faces, body_of_face.tolist(), strict=True)):
        of_face = []
        for wire in _children(face) if body >= 0 else ():
            if int(wire.ShapeType()) != WIRE:
                continue
            coedges = []
            for child in _children(wire):
                is_forward = IS_FORWARD.get(int(child.Orientation()))
                if is_forward is None:
                    continue  # an edge drawn inside the face borders nothing
                edge = TopoDS.Edge(child)
                key = ids.Add(edge)
                if key not in edge_of_key:
                    edge_of_key[key] = -1 if BRep_Tool.Degenerated_s(edge) else len(edges)
                    if edge_of_key[key] >= 0:
                        forward = TopoDS.Edge(edge.Oriented(FORWARD))
                        edges.append(forward)
                        ends.append(_ends(forward, vertices))
                        uses.append([])
                coedge = Coedge(edge_of_key[key], is_forward, edge)
                coedges.append(coedge)
                if coedge.edge >= 0:
                    uses[coedge.edge].append((face_id, coedge))
            if coedges:
                of_face.append(_in_order(face, coedges, ends))
        loops_of_face.append(of_face)
    for of_edge in uses:
        of_edge.sort(key=lambda use: (not use[1].is_forward, use[0]))
    return Boundaries(edges, ends, loops_of_face, uses)


def _children(shape: TopoDS_Shape) -> Iterator[TopoDS_Shape]:
    """Yield the direct sub-shapes, placed and oriented as the parent has them."""
    iterator = TopoDS_Iterator(shape, True, True)
    while iterator.More():
        yield iterator.Value()
        iterator.Next()


def _ends(edge: TopoDS_Edge, vertices: ShapeMap) -> tuple[int, int]:
    first, last = TopoDS_Vertex(), TopoDS_Vertex()
    TopExp.Vertices_s(edge, first, last, False)
    return (
        -1 if first.IsNull() else vertices.Add(first),
        -1 if last.IsNull() else vertices.Add(last),
    )


def _in_order(face: TopoDS_Face, coedges: list[Coedge], vertices: Sequence[tuple[int, int]]) -> list[Coedge]:
    """Order the coedges of a loop as they follow each other, degenerate ones among them.

    A shape read raw, whose borders lack curves in the parameters, keeps the order of the file.
    """
    if len(coedges) == 1:
        return coedges
    by_vertices = loops.chained(coedges, vertices)
    if by_vertices is not None:
        return by_vertices
    if any(BRep_Tool.CurveOnSurface_s(coedge.shape, face, 0.0, 0.0) is None for coedge in coedges):
        return coedges
    ends = []
    for coedge in coedges:
        curve = BRepAdaptor_Curve2d(coedge.shape, face)
        tail = curve.EvalD0(curve.FirstParameter()).Coord()
        head = curve.EvalD0(curve.LastParameter()).Coord()
        ends.append((tail, head) if coedge.is_forward else (head, tail))
    return [coedges[index] for index in loops.order(ends_on(BRepAdaptor_Surface(face, False), ends)).tolist()]


def ends_on(surface: BRepAdaptor_Surface, ends: Sequence[tuple[Coordinates, Coordinates] | Floats]) -> Ends:
    """Gather where the coedges of a loop begin and end on a surface, (2, 2) each, as the loop runs."""
    table = np.array(ends, dtype=np.float64).reshape(-1, 2, 2)
    periods = np.array(
        [
            surface.UPeriod() if surface.IsUPeriodic() else 0.0,
            surface.VPeriod() if surface.IsVPeriodic() else 0.0,
        ]
    )
    return Ends(table[:, 0], table[:, 1], lambda uv: places(surface, uv), periods)
