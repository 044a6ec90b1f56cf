"""Which edges bound which faces: the topology of a shape as plain numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from OCP.BRep import BRep_Tool
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopExp import TopExp
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Iterator, TopoDS_Shape, TopoDS_Vertex

from engine.kernel.brep import Brep

FORWARD = TopAbs_Orientation.TopAbs_FORWARD
IS_FORWARD = {int(FORWARD): True, int(TopAbs_Orientation.TopAbs_REVERSED): False}
"""By number: to compare what OCCT enumerates takes as long as several questions to it."""
WIRE = int(TopAbs_ShapeEnum.TopAbs_WIRE)


@dataclass(frozen=True, slots=True)
class Side:
    """One pass of a loop along an edge."""

    edge: int
    """Index into `Borders.edges`; -1 for a degenerate edge, which has no length."""
    is_forward: bool
    """Whether the face lies on the left of the edge's own direction, seen from outside."""
    shape: TopoDS_Edge
    """The edge as the face holds it: this orientation tells the two sides of a seam apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """Edges in the order of OCCT's map, degenerate ones left out, and the loops of every face."""

    edges: list[TopoDS_Edge]
    ends: list[tuple[int, int]]
    """First and last vertex of each edge, by number."""
    loops_of_face: list[list[list[Side]]]
    uses_of_edge: list[list[tuple[int, Side]]]
    """(face, side) for every pass along the edge: forward ones first, then by face."""


def trace(brep: Brep) -> Borders:
    """Walk all faces, wires and edges once."""
    ids = ShapeMap()
    vertices = ShapeMap()
    edges: list[TopoDS_Edge] = []
    ends: list[tuple[int, int]] = []
    edge_of_key: dict[int, int] = {}
    uses: list[list[tuple[int, Side]]] = []
    loops_of_face = []
    for face_id, face in enumerate(brep.faces):
        loops = []
        for wire in _children(face):
            if int(wire.ShapeType()) != WIRE:
                continue
            sides = []
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
                side = Side(edge_of_key[key], is_forward, edge)
                sides.append(side)
                if side.edge >= 0:
                    uses[side.edge].append((face_id, side))
            if sides:
                loops.append(in_order(sides, ends))
        loops_of_face.append(loops)
    for passes in uses:
        passes.sort(key=lambda use: (not use[1].is_forward, use[0]))
    return Borders(edges, ends, loops_of_face, uses)


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


class Pass(Protocol):
    """A pass along an edge, as `Side` tells it."""

    @property
    def edge(self) -> int:
        """Index of the edge; -1 for a degenerate one."""

    @property
    def is_forward(self) -> bool:
        """Whether it runs as the edge does."""


P = TypeVar("P", bound=Pass)


def in_order(sides: list[P], ends: Sequence[tuple[int, int]]) -> list[P]:
    """Chain the passes of a wire head to tail.

    Most files have them so already; a wire that cannot be chained keeps the file's order.
    """

    def tail_and_head(side: P) -> tuple[int, int]:
        first, last = ends[side.edge]
        return (first, last) if side.is_forward else (last, first)

    kept = [side for side in sides if side.edge >= 0]
    chain = [tail_and_head(side) for side in kept]
    if all(chain[i - 1][1] == chain[i][0] for i in range(len(kept))):
        return sides
    if all(chain[i][1] == chain[i - 1][0] for i in range(len(kept))):
        return sides[::-1]
    ordered, left = [kept[0]], kept[1:]
    while left:
        head = tail_and_head(ordered[-1])[1]
        at = next((i for i, side in enumerate(left) if tail_and_head(side)[0] == head), None)
        if at is None:
            return sides
        ordered.append(left.pop(at))
    return ordered
